import { changePassword } from "../forms.ts";

export const POST = changePassword;
