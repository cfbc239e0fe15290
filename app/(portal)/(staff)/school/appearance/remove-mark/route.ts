import { removeMark } from "../forms.ts";

export const POST = removeMark;
