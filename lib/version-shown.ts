/** Versions of what a form shows, so that nobody's change undoes one that they haven't seen. */
import { createHash } from "node:crypto";
import { InvalidInput, violation } from "./errors.ts";

export const CHANGED_SINCE =
  "Someone else changed this after you opened the page, so nothing was saved.";

/** Identifies what a form shows: any change changes it. */
export const versionOf = (shown: unknown): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("base64url");

/** Refuses a change at the field `shown`. */
export const changedSince = () => new InvalidInput([violation(["body", "shown"], CHANGED_SINCE)]);

/**
 * @param shown the version that a change is based on; undefined for a change that isn't based on what was there
 * @throws InvalidInput unless it's the current one
 */
export function requireShown(shown: string | undefined, current: string): void {
  if (shown !== undefined && shown !== current) throw changedSince();
}

/** The fields of a change whose values differ from what was there, with their new values. */
export const differences = <Shown extends object>(before: Shown, after: Partial<Shown>) =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field as keyof Shown] !== value),
  ) as Partial<Shown>;
