import { acceptAccount } from "../../forms.ts";

export const POST = acceptAccount;
