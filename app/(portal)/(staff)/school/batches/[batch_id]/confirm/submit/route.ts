import { confirmAll } from "../../../forms.ts";

export const POST = confirmAll;
