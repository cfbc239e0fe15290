import { consent } from "../forms.ts";

export const POST = consent;
