/** The link to set a password: the first one, or a new one. */
import { env } from "../../env.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";

export type SetPassword = {
  link: string;
  /** How long the link is valid. */
  minutes: number;
  /** How many passwords may be refused before it stops working. */
  tries: number;
  /** Whether it is their first. */
  first: boolean;
};

export function setPasswordEmail({ link, minutes, tries, first }: SetPassword): Composed {
  const { brandName } = env();
  const expires = `This link works once and expires in ${minutes} minutes.`;
  const heading = first ? "Set your password" : "Set a new password";
  return compose({
    subject: `${heading} for ${brandName}`,
    preview: expires,
    heading,
    paragraphs: [
      first
        ? "Your bank lets you give your reward points here and follow your gifts. Choose a password to sign in."
        : "Choose a new password to sign in again. You’ll be signed out everywhere else.",
      `${expires} It also stops working after ${tries} passwords were refused because they’re easy to guess.`,
    ],
    button: { label: heading, link },
    afterwards: [
      "Didn’t request this? You can ignore this email: nothing changes unless the link is used.",
    ],
    why: `You’re receiving this email because someone requested a password for this address at ${brandName}.`,
  });
}
