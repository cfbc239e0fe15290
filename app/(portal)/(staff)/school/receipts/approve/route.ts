import { approve } from "../forms.ts";

export const POST = approve;
