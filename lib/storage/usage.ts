/**
 * Daily storage quotas per bank. Each process counts in memory, so no request waits for a count, and syncs its counts
 * with the database once a second. A bank can exceed its quota by what it stores within that second.
 */
import { withPoolShareOf } from "../database/shared-pool.ts";
import { type ServiceError, tooManyAttempts } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { addUsage } from "./sql.ts";

/** A bank's daily limits unless the operator has set others. */
const DEFAULT_MAX_DAILY_ROWS = 1_000_000;
const DEFAULT_MAX_DAILY_BYTES = 4 * 1_024 ** 3;

/** Measured size of a row without its variable-length texts: its other columns and index entries. */
const ROW_BYTES = 500;

const SYNC_INTERVAL_MS = 1_000;
const DAY_MS = 86_400_000;

type Usage = {
  rows: number;
  bytes: number;
  /** Counted here, but not yet in the database. */
  unsynced: { rows: number; bytes: number };
  maxRows: number;
  maxBytes: number;
};

const state = perProcess("storage usage", () => ({
  day: "",
  banks: new Map<string, Usage>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

/** The current quota day, in UTC. */
export const storageDay = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** Banks' usage today. Drops the previous day's counts. */
function usageToday(): Map<string, Usage> {
  const current = state();
  const today = storageDay();
  if (current.day !== today) Object.assign(current, { day: today, banks: new Map() });
  return current.banks;
}

/** The UTF-8 size of strings and JSON. Other values are included in ROW_BYTES. */
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
 * Counts rows toward a bank's quota.
 * @param texts the stored values whose size the bank controls
 */
export function countStored(bankId: string, rows: number, texts: readonly unknown[] = []): void {
  const banks = usageToday();
  const usage = banks.get(bankId) ?? {
    rows: 0,
    bytes: 0,
    unsynced: { rows: 0, bytes: 0 },
    maxRows: DEFAULT_MAX_DAILY_ROWS,
    maxBytes: DEFAULT_MAX_DAILY_BYTES,
  };
  banks.set(bankId, usage);
  usage.unsynced.rows += rows;
  usage.unsynced.bytes += rows * ROW_BYTES + bytesOf(texts);
  scheduleSync();
}

/** Schedules a sync unless one is pending or running: concurrent syncs would add the same counts twice. */
function scheduleSync(): void {
  const current = state();
  current.timer ??= setTimeout(async () => {
    // A sync covers many banks, so it isn't charged to one bank's share of the pool.
    const isSynced = await withPoolShareOf(undefined, sync);
    current.timer = undefined;
    const hasMore = [...current.banks.values()].some(({ unsynced }) => unsynced.rows > 0);
    if (!isSynced || hasMore) scheduleSync();
  }, SYNC_INTERVAL_MS).unref();
}

/** Syncs all banks, including those with nothing new: their limits may have been raised. */
async function sync(): Promise<boolean> {
  const { day, banks } = state();
  const additions = [...banks].map(([bankId, { unsynced }]) => {
    return { bankId, day, rowCount: unsynced.rows, byteCount: unsynced.bytes };
  });
  try {
    const totals = await addUsage({ additions });
    for (const { bankId, rowCount, byteCount } of additions) {
      const { unsynced } = banks.get(bankId) as Usage;
      unsynced.rows -= rowCount;
      unsynced.bytes -= byteCount;
    }
    for (const row of totals) {
      Object.assign(banks.get(row.bankId) as Usage, {
        rows: row.rowCount,
        bytes: row.byteCount,
        maxRows: row.maxDailyRows ?? DEFAULT_MAX_DAILY_ROWS,
        maxBytes: row.maxDailyBytes ?? DEFAULT_MAX_DAILY_BYTES,
      } satisfies Partial<Usage>);
    }
    return true;
  } catch (error) {
    // Local counts apply until the database is available again.
    log().debug({ reason: (error as Error).message }, "storage usage sync failed");
    return false;
  }
}

function reachedLimit({ rows, bytes, unsynced, maxRows, maxBytes }: Usage) {
  const seconds = DAY_MS / 1_000;
  if (rows + unsynced.rows >= maxRows) return { name: "daily-rows", points: maxRows, seconds };
  if (bytes + unsynced.bytes < maxBytes) return undefined;
  return { name: "daily-bytes", points: maxBytes, seconds };
}

/**
 * Checks whether a bank may store more today.
 * @returns the error to throw if not, with the seconds until its quota resets
 */
export function storageRefusal(bankId: string): ServiceError | undefined {
  const usage = usageToday().get(bankId);
  const policy = usage && reachedLimit(usage);
  if (!policy) return undefined;
  // The limit may have been raised.
  scheduleSync();
  const seconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000);
  return tooManyAttempts({ seconds, policy });
}
