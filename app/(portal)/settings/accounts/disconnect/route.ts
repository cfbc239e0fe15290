import { disconnect } from "../../forms.ts";

export const POST = disconnect;
