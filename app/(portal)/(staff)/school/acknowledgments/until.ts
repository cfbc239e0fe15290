/** When the list of gifts to thank for ends. Later confirmations are neither listed nor marked. */
import { time } from "#lib/fields.ts";

export const ACKNOWLEDGMENTS = "/school/acknowledgments";

export const isTime = (text: string) => time.safeParse(text).success;

/** The time in a URL or form; now if there's none, or if it hasn't come yet. */
export function readUntil(text: string | null | undefined): Date {
  const now = new Date();
  const until = time.safeParse(text ?? "").data;
  return until && until < now ? until : now;
}
