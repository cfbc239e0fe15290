/** Versions of what a form shows, so that nobody's change undoes one that they haven't seen. */
import { createHash } from "node:crypto";
import { InvalidInput } from "./errors.ts";

export const CHANGED_SINCE =
  "Someone else changed this after you opened the page, so nothing was saved.";

/** Identifies what a form shows: any change changes it. */
export const versionOf = (shown: unknown): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("base64url");

/** Refuses a change at the field `shown`. */
export const changedSince = () =>
  new InvalidInput([{ loc: ["body", "shown"], msg: CHANGED_SINCE, type: "value_error" }]);

/**
 * @param shown the version that a change is based on; undefined for a change that isn't based on what was there
 * @throws InvalidInput unless it's the current one
 */
export function requireShown(shown: string | undefined, current: string): void {
  if (shown !== undefined && shown !== current) throw changedSince();
}
