/**
 * The health of the schools and endpoints that this process calls, and of banks whose calls hang. Only targets that have
 * responded properly within the last hour share groups with others.
 */
import { performance } from "node:perf_hooks";
import { perProcess } from "../singleton.ts";

/** A call without a response for this long counts as hanging, in milliseconds. */
export const HANGS_AFTER_MS = 500;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A bank with this many hanging calls in a minute is quarantined: it shares no groups for a while. */
const QUARANTINE_AFTER = 4;
const QUARANTINE_MS = 15 * MINUTE_MS;
/** How many targets, and how many banks, are remembered. Beyond it, the oldest are dropped. */
const MAX_KNOWN = 10_000;

export type Targets = ReturnType<typeof createTargets>;

/** Sets an entry as the latest. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Calls back after a delay. @returns a function that cancels it */
function startAlarm(ms: number, onAlarm: () => Promise<void>): () => void {
  const timer = setTimeout(onAlarm, ms);
  return () => clearTimeout(timer);
}

/** @param elapsedMs a monotonic clock in milliseconds */
export function createTargets(elapsedMs = () => performance.now(), alarm = startAlarm) {
  /** When a target last responded properly; `false` since it hung or failed. */
  const respondedAt = new Map<string, number | false>();
  /** When a bank's latest calls hung, in order. */
  const hungAt = new Map<string, number[]>();
  const turns = new Map<string, number>();

  return {
    /** Calls back if a call that begins now hangs. @returns a function that cancels it */
    onHang: (callback: () => Promise<void>) => alarm(HANGS_AFTER_MS, callback),

    /** Records how a call ended, or that it hangs. @param bankId the bank that the target belongs to, if any */
    record(target: string, outcome: "answered" | "failed" | "hangs", bankId?: string): void {
      remember(respondedAt, target, outcome === "answered" && elapsedMs());
      if (outcome !== "hangs" || bankId === undefined) return;
      const latest = [...(hungAt.get(bankId) ?? []), elapsedMs()].slice(-QUARANTINE_AFTER);
      remember(hungAt, bankId, latest);
    },

    /** How many groups a pool has had before. */
    turnOf(pool: string): number {
      remember(turns, pool, (turns.get(pool) ?? -1) + 1);
      return turns.get(pool) as number;
    },

    /** Whether a target has responded properly within the last hour, and neither hung nor failed since. */
    isHealthy(target: string): boolean {
      const at = respondedAt.get(target);
      return typeof at === "number" && elapsedMs() - at < HOUR_MS;
    },

    /** Whether a target has hung or failed since it last responded properly. Not the opposite: it may be unknown. */
    isUnhealthy: (target: string) => respondedAt.get(target) === false,

    /** Whether so many of a bank's calls hung within a minute that it shares no groups. */
    isQuarantined(bankId: string): boolean {
      const [first = 0, ...others] = hungAt.get(bankId) ?? [];
      const last = others.at(-1) ?? first;
      const isMany = others.length === QUARANTINE_AFTER - 1 && last - first < MINUTE_MS;
      return isMany && elapsedMs() - last < QUARANTINE_MS;
    },
  };
}

export const targets = perProcess("targets", () => createTargets());
