import { save } from "../../forms.ts";

export const POST = save;
