/** A security alert, sent whatever the owner's preferences are. */
import { env } from "../../env.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { formatMoment } from "./dates.ts";

export type SecurityEvent =
  | "password_set"
  | "password_changed"
  | "mfa_enabled"
  | "mfa_disabled"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "session_theft"
  | "codes_refused"
  | "passwords_refused";

/** The event as a headline and a sentence. */
const EVENTS: Record<SecurityEvent, [headline: string, meaning: string]> = {
  password_set: [
    "Your password was set",
    "You can sign in with it from now on. Anyone who was signed in before has been signed out.",
  ],
  password_changed: [
    "Your password was changed",
    "The old one no longer works. You have been signed out on your other devices.",
  ],
  mfa_enabled: [
    "Two-step sign-in is on",
    "Signing in now takes your password and a code from your authenticator app.",
  ],
  mfa_disabled: ["Two-step sign-in is off", "Signing in now takes your password alone."],
  recovery_code_used: [
    "A recovery code was used",
    "One of your recovery codes was used, together with your password. That code does not work again.",
  ],
  recovery_codes_renewed: [
    "You have new recovery codes",
    "The old ones no longer work. Keep the new ones where you can reach them without your phone.",
  ],
  session_theft: [
    "We signed you out to be safe",
    "A sign-in of yours was used from a second place, which can mean that it was copied. We ended it; sign in again to go on.",
  ],
  codes_refused: [
    "Someone entered wrong sign-in codes",
    "Several wrong codes were entered by someone who has your password or is signed in as you. They have to wait longer for each further try.",
  ],
  passwords_refused: [
    "Someone entered wrong passwords",
    "Someone entered several wrong passwords in a browser where you’re signed in. They have to wait before they can try again.",
  ],
};

export function securityEmail(event: SecurityEvent, at: Date): Composed {
  const { brandName, publicBaseUrl } = env();
  const [headline, meaning] = EVENTS[event];
  return compose({
    subject: `${headline} at ${brandName}`,
    preview: meaning,
    heading: headline,
    paragraphs: [
      meaning,
      "Was this you? Then there is nothing to do. If it was not, set a new password now: that signs out everybody else.",
    ],
    facts: [["When", formatMoment(at)]],
    button: { label: "Set a new password", link: `${publicBaseUrl}/forgot-password` },
    why: `You get this mail because it concerns the safety of your account at ${brandName}. Such mails always come.`,
  });
}
