import { refuse } from "../../../forms.ts";

export const POST = refuse;
