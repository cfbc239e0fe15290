import { remove } from "../../forms.ts";

export const POST = remove;
