import { removeAuthenticatorApp } from "../../forms.ts";

export const POST = removeAuthenticatorApp;
