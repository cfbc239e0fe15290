import type { CardholderScope } from "#lib/auth/scopes.ts";
import { secretNote } from "../../../secret-note.ts";
import { settingsPathWithFlash } from "../../sections.ts";

/** @property done the flash message to show in the settings afterward */
type Codes = { codes: string[]; done: "app-added" | "passkey-added" | "codes" };

export const codesNote = secretNote<Codes>("recovery-codes", "/settings/two-step/codes");

/** After a factor was added: to the recovery codes, if there are new ones. */
export const pathAfterAdding = async (
  scope: CardholderScope,
  codes: string[],
  done: "app-added" | "passkey-added",
): Promise<string> =>
  codes.length > 0 ? codesNote.pathTo(scope, { codes, done }) : settingsPathWithFlash(done);
