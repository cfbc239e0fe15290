/** Reads what components/portal/passkey-button.tsx submits. */
import type { PasskeyAnswer } from "#lib/cardholders/mfa/passkeys.ts";
import { FORM } from "./form-errors.ts";

/** A form without an answer. Its button, which needs JavaScript, never sends one. */
export const PASSKEY_MISSING = {
  [FORM]: "Passkeys need JavaScript. Turn it on in your browser, or use another way.",
};

export const PASSKEY_REFUSED = {
  [FORM]: "This passkey wasn’t accepted. Try again, or use another way.",
};

export const PASSKEY_EXPIRED = { [FORM]: "This timed out. Try again." };

/** The browser's answer; null if there is none. */
export function readAnswer(fields: URLSearchParams): PasskeyAnswer | null {
  const [challenge, response] = [fields.get("challenge"), fields.get("response")];
  return challenge && response ? { challenge, response } : null;
}
