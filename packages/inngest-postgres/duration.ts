/** Times in the SDK's format: "1h30m", "90", or a date. */

/** When a run is due: after a delay by the database's clock, or at a date. */
export type Due = { afterMs: number } | { at: Date };

const UNIT_MS = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;
const PART = /(\d+)(ms|[smhdw])/g;
// A longer time is a mistake, and Postgres' calendar is finite.
const LONGEST_MS = 100 * 366 * UNIT_MS.d;

function durationMs(text: string): number | undefined {
  // The SDK writes a sleep of zero length as an empty name.
  if (text === "") return 0;
  if (text.replace(PART, "") !== "") return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(PART)) {
    total += Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }
  return total;
}

const withinReason = (ms: number) => (ms <= LONGEST_MS ? { afterMs: ms } : undefined);

function dateOf(text: string): Due | undefined {
  const at = new Date(text);
  // An invalid date compares as false as well.
  return Math.abs(at.getTime() - Date.now()) <= LONGEST_MS ? { at } : undefined;
}

/** Reads a sleep's length ("1h30m") or its end (a date); undefined if it is neither. */
export function readSleep(text: string): Due | undefined {
  const ms = durationMs(text);
  return ms === undefined ? dateOf(text) : withinReason(ms);
}

/** Reads a `retry-after` header: seconds or a date. */
export function readRetryAfter(text: string): Due | undefined {
  return /^\d+$/.test(text) ? withinReason(Number(text) * 1_000) : dateOf(text);
}
