/**
 * What this process knows about the schools and endpoints that it calls, and about banks whose calls hang. Only targets
 * that have answered well within the last hour share groups with others.
 */
import { performance } from "node:perf_hooks";
import { perProcess } from "../singleton.ts";

/** A call without an answer for this long hangs, as far as groups are concerned, in milliseconds. */
export const HANGS_AFTER_MS = 500;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A bank with this many hanging calls in a minute shares no group for a while. */
const MANY_HANG = 4;
const ALONE_MS = 15 * MINUTE_MS;
/** The number of targets, and of banks, that are remembered. Beyond it, the oldest are forgotten. */
const MAX_KNOWN = 10_000;

export type Targets = ReturnType<typeof createTargets>;

/** Remembers an entry as the latest. */
function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Calls back after a time, unless what it returns was called before. */
function alarmClock(ms: number, reached: () => Promise<void>): () => void {
  const timer = setTimeout(reached, ms);
  return () => clearTimeout(timer);
}

/** @param elapsedMs a monotonic clock in milliseconds */
export function createTargets(elapsedMs = () => performance.now(), alarm = alarmClock) {
  /** When a target last answered, if well; `false` since it has hung or failed. */
  const answered = new Map<string, number | false>();
  /** When calls of a bank last hung, in order. */
  const hangs = new Map<string, number[]>();
  const turns = new Map<string, number>();

  return {
    /** Calls back if a call that begins now hangs, unless what it returns was called before. */
    onHang: (reached: () => Promise<void>) => alarm(HANGS_AFTER_MS, reached),

    /** Notes how a call ended, or that it hangs. @param bankId the bank whose own the target is, if it is a bank's */
    note(target: string, outcome: "answered" | "failed" | "hangs", bankId?: string): void {
      remember(answered, target, outcome === "answered" && elapsedMs());
      if (outcome !== "hangs" || bankId === undefined) return;
      const latest = [...(hangs.get(bankId) ?? []), elapsedMs()].slice(-MANY_HANG);
      remember(hangs, bankId, latest);
    },

    /** The number of groups that a pool has had before. */
    turnOf(pool: string): number {
      remember(turns, pool, (turns.get(pool) ?? -1) + 1);
      return turns.get(pool) as number;
    },

    /** Whether a target has answered well within the last hour, and neither hung nor failed since. */
    isSound(target: string): boolean {
      const at = answered.get(target);
      return typeof at === "number" && elapsedMs() - at < HOUR_MS;
    },

    /** Whether this process has seen it hang or fail since it last answered well. */
    isUnsound: (target: string) => answered.get(target) === false,

    /** Whether so many calls of a bank hung within a minute that its work is kept apart. */
    isAlone(bankId: string): boolean {
      const [first = 0, ...others] = hangs.get(bankId) ?? [];
      const last = others.at(-1) ?? first;
      const isMany = others.length === MANY_HANG - 1 && last - first < MINUTE_MS;
      return isMany && elapsedMs() - last < ALONE_MS;
    },
  };
}

/** Those of this process. */
export const targets = perProcess("targets", () => createTargets());
