import { add } from "../forms.ts";

export const POST = add;
