import { correct } from "../../forms.ts";

export const POST = correct;
