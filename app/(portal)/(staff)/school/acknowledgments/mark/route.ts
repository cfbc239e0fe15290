import { mark } from "../forms.ts";

export const POST = mark;
