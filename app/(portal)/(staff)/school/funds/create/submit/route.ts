import { create } from "../../forms.ts";

export const POST = create;
