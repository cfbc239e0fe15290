import { change } from "../forms.ts";

export const POST = change;
