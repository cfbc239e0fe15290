import { turnOff } from "../../forms.ts";

export const POST = turnOff;
