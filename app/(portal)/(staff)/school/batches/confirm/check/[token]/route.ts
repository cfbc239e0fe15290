import { check } from "../../../forms.ts";

export const POST = check;
