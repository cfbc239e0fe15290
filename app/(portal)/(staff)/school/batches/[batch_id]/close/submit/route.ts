import { close } from "../../../forms.ts";

export const POST = close;
