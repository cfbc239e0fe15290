import { renew } from "../../forms.ts";

export const POST = renew;
