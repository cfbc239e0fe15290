/** The link to set a password: the first one, or a new one. */
import { env } from "../../env.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";

export type SetPassword = {
  link: string;
  /** How long the link is valid. */
  minutes: number;
  /** Whether it is their first. */
  first: boolean;
};

export function setPasswordEmail({ link, minutes, first }: SetPassword): Composed {
  const { brandName } = env();
  const good = `The link works once, for ${minutes} minutes.`;
  const heading = first ? "Set your password" : "Set a new password";
  return compose({
    subject: `${heading} for ${brandName}`,
    preview: good,
    heading,
    paragraphs: [
      first
        ? "Your bank has linked your rewards account, so you can follow your donations here. Choose a password to sign in."
        : "Choose a new password to sign in again. This signs you out everywhere else.",
      good,
    ],
    button: { label: heading, link },
    afterwards: [
      "You did not ask for this? Then there is nothing to do: without this link, nothing changes.",
    ],
    why: `You get this mail because somebody asked for a password for this address at ${brandName}.`,
  });
}
