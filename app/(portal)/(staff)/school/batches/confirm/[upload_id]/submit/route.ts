import { apply } from "../../../forms.ts";

export const POST = apply;
