import { payee } from "../forms.ts";

export const POST = payee;
