/** Reads what components/portal/passkey-button.tsx submits. */
import type { PasskeyAnswer } from "#lib/cardholders/mfa/passkeys.ts";
import type { FieldTable } from "./fields.ts";
import { FORM, FormError } from "./form-errors.ts";

export const PASSKEY_REFUSED = {
  [FORM]: "This passkey wasn’t accepted. Try again, or use another way.",
};

export const PASSKEY_EXPIRED = { [FORM]: "This timed out. Try again." };

export const PASSKEY_FIELDS = {
  challenge: { secret: true },
  response: { secret: true },
} satisfies FieldTable;

/** The browser's answer. @throws FormError if there is none: the button, which needs JavaScript, never sends it without */
export function readAnswer({ challenge, response }: PasskeyAnswer): PasskeyAnswer {
  if (challenge && response) return { challenge, response };
  throw new FormError("Passkeys need JavaScript. Turn it on in your browser, or use another way.");
}
