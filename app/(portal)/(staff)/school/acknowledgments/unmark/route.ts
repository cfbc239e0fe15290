import { unmark } from "../forms.ts";

export const POST = unmark;
