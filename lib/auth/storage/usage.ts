/**
 * What each bank stores a day, and its limits. Each process counts in memory, so that no request waits for a count,
 * and shares its counts through the database once a second. A bank may exceed its limit by what it stores in that second.
 */
import { withPoolShareOf } from "../../database/shared-pool.ts";
import type { ServiceError } from "../../errors.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../singleton.ts";
import { tooManyAttempts } from "../limits/attempt-limiter.ts";
import { addUsage } from "./sql.ts";

/** What a bank may store a day unless an operator has set other limits. */
export const DEFAULT_MAX_DAILY_ROWS = 1_000_000;
export const DEFAULT_MAX_DAILY_BYTES = 4 * 1_024 ** 3;

/** What a row takes besides its texts: its other columns and its entries in the indexes, as measured. */
const ROW_BYTES = 500;

const SHARE_EVERY_MS = 1_000;
const DAY_MS = 86_400_000;

type Usage = {
  rows: number;
  bytes: number;
  /** The part that the database does not know yet. */
  unshared: { rows: number; bytes: number };
  maxRows: number;
  maxBytes: number;
};

const state = perProcess("storage usage", () => ({
  day: "",
  banks: new Map<string, Usage>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

/** The day that counts, in UTC. */
export const storageDay = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** What banks have stored today. Forgets the counts of a day that is over. */
function usageToday(): Map<string, Usage> {
  const current = state();
  const today = storageDay();
  if (current.day !== today) Object.assign(current, { day: today, banks: new Map() });
  return current.banks;
}

/** The UTF-8 bytes of texts and of JSON; what is neither is part of its row. */
function bytesOf(values: readonly unknown[]): number {
  let sum = 0;
  for (const value of values) {
    if (typeof value === "string") sum += Buffer.byteLength(value);
    else if (typeof value === "object" && value !== null) {
      sum += Buffer.byteLength(JSON.stringify(value));
    }
  }
  return sum;
}

/**
 * Counts rows that a bank has caused.
 * @param texts what its requests or endpoints decide the size of
 */
export function countStored(bankId: string, rows: number, texts: readonly unknown[] = []): void {
  const banks = usageToday();
  const usage = banks.get(bankId) ?? {
    ...{ rows: 0, bytes: 0, unshared: { rows: 0, bytes: 0 } },
    ...{ maxRows: DEFAULT_MAX_DAILY_ROWS, maxBytes: DEFAULT_MAX_DAILY_BYTES },
  };
  banks.set(bankId, usage);
  usage.unshared.rows += rows;
  usage.unshared.bytes += rows * ROW_BYTES + bytesOf(texts);
  shareLater();
}

/** Shares in a while, once at a time: what is under way must not be added twice. */
function shareLater(): void {
  const current = state();
  current.timer ??= setTimeout(async () => {
    // For many banks, so it counts against none.
    const isShared = await withPoolShareOf(undefined, share);
    current.timer = undefined;
    const isLeft = [...current.banks.values()].some(({ unshared }) => unshared.rows > 0);
    if (!isShared || isLeft) shareLater();
  }, SHARE_EVERY_MS).unref();
}

/** Shares what is unshared, also of banks that were refused: their limits may have been raised. */
async function share(): Promise<boolean> {
  const { day, banks } = state();
  const additions = [...banks].map(([bankId, { unshared }]) => {
    return { bankId, day, rowCount: unshared.rows, byteCount: unshared.bytes };
  });
  try {
    const known = await addUsage({ additions });
    for (const { bankId, rowCount, byteCount } of additions) {
      const { unshared } = banks.get(bankId) as Usage;
      unshared.rows -= rowCount;
      unshared.bytes -= byteCount;
    }
    for (const row of known) {
      Object.assign(banks.get(row.bankId) as Usage, {
        ...{ rows: row.rowCount, bytes: row.byteCount },
        maxRows: row.maxDailyRows ?? DEFAULT_MAX_DAILY_ROWS,
        maxBytes: row.maxDailyBytes ?? DEFAULT_MAX_DAILY_BYTES,
      } satisfies Partial<Usage>);
    }
    return true;
  } catch (error) {
    // The local count applies until the database is back.
    log().debug({ reason: (error as Error).message }, "storage usage not shared");
    return false;
  }
}

/** Forgets what this process knows, as if it had just started. */
export const forgetUsage = state.reset;

/** The limit that a bank has reached today, if any. */
function reached({ rows, bytes, unshared, maxRows, maxBytes }: Usage) {
  if (rows + unshared.rows >= maxRows) return { name: "daily-rows", limit: maxRows };
  if (bytes + unshared.bytes >= maxBytes) return { name: "daily-bytes", limit: maxBytes };
  return undefined;
}

/**
 * Whether a bank may store more today.
 * @returns the error to throw if not, with when the day ends
 */
export function storageRefusal(bankId: string): ServiceError | undefined {
  const usage = usageToday().get(bankId);
  const limit = usage && reached(usage);
  if (!limit) return undefined;
  // Asks again what the limit is.
  shareLater();
  const seconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000);
  const policy = { name: limit.name, points: limit.limit, seconds: DAY_MS / 1_000 };
  return tooManyAttempts({ seconds, policy });
}
