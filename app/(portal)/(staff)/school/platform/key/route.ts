import { replaceKey } from "../forms.ts";

export const POST = replaceKey;
