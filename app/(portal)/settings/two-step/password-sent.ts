/** The password that a form asks for once more. */
import { FormRefused } from "#app/forms/refusals.ts";

/** @throws FormRefused where it was left empty, which is no guess */
export function passwordSent(fields: URLSearchParams): string {
  const password = fields.get("password");
  if (!password) throw new FormRefused({ password: "Enter your password." });
  return password;
}

/** What is told where it is wrong. */
export const wrongPassword = () =>
  new FormRefused({ password: "This is not your password. Check it, capitals included." });
