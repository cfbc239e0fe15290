/** Reads the credentials that a form requires again before it changes sign-in settings. */
import { FormError } from "#app/forms/form-errors.ts";

/** An empty field doesn't count as an attempt. @throws FormError */
function refuseEmpty(values: Record<string, string>, messages: Record<string, string>): void {
  const empty = Object.entries(messages).filter(([name]) => !values[name]);
  if (empty.length > 0) throw new FormError(Object.fromEntries(empty));
}

const ENTER_PASSWORD = "Enter your password.";
const ENTER_CODE = "Enter a code from your app, or a recovery code.";

/** The password. @throws FormError if empty */
export function readPassword(fields: URLSearchParams): string {
  const password = fields.get("password") ?? "";
  refuseEmpty({ password }, { password: ENTER_PASSWORD });
  return password;
}

/** The password and a code. @throws FormError if either is empty */
export function readPasswordAndCode(fields: URLSearchParams): { password: string; code: string } {
  const proof = {
    password: fields.get("password") ?? "",
    code: fields.get("code")?.trim() ?? "",
  };
  refuseEmpty(proof, { password: ENTER_PASSWORD, code: ENTER_CODE });
  return proof;
}

const TOLD = {
  wrong_password: { password: "Incorrect password. Check it and try again." },
  wrong_code: {
    code: "Incorrect or already used code. Enter the one your app shows now.",
  },
};

/** The form error for an incorrect password or code. */
export const credentialsError = (which: keyof typeof TOLD) => new FormError(TOLD[which]);
