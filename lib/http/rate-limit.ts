/**
 * Rate limits: a number of requests per window. Each process counts in memory, so that no request waits for
 * a count, and shares its counts through the database a moment later.
 */
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { type Network, networksOf } from "../auth/limits/network.ts";
import { RATE_WINDOW } from "../database/rate-window.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { millisecondsLeft, type Window, WindowCounter } from "./window-counter.ts";

/** A limit: `points` requests in each window of `seconds`, under the name that RateLimit gives it. */
export type RatePolicy = {
  name: string;
  points: number;
  seconds: number;
  /** Keys that have used less than this part of their window are not shared. */
  sharedFromPart?: number;
  /** Whether keys are shared as a keyed hash, so that no IP address is stored in the database. */
  hashed?: boolean;
};

/** The headers for the response, and the error to throw if the request exceeds the limit. */
export type Admission = {
  fields: Fields;
  refusal?: ServiceError;
  /** Counts a part of the response: each `BYTES_PER_REQUEST` begun beyond the first count as another request. */
  countBytes?(bytes: number): void;
};

/** How much of a response costs as much as a request. */
export const BYTES_PER_REQUEST = 64 * 1_024;

type Fields = Record<string, string>;

/** A key's admitted requests in the current window that were not shared yet. */
type Untold = { count: number; telling: boolean };

const TELL_WITHIN_MS = 250;
// Shares sooner once this part of the remaining requests is unshared: counts are most accurate when a
// window is nearly used up, however fast requests arrive.
const TELL_AT_PART = 1 / 8;

/** The number of keys that a process counts and shares at a time. Beyond it, the oldest are dropped. */
const MAX_WINDOWS = 20_000;
const MAX_UNTOLD = 2_000;

const isMuch = (untold: Untold, left: number) =>
  untold.count > 0 && untold.count >= left * TELL_AT_PART;

export class RateLimiter {
  readonly policy: RatePolicy;
  private readonly own: WindowCounter;
  private readonly shared: RateLimiterPostgres;
  private readonly untold = new Map<string, Untold>();
  private timer: NodeJS.Timeout | undefined;

  constructor(policy: RatePolicy) {
    this.policy = policy;
    const { name: keyPrefix, points, seconds: duration } = policy;
    this.own = new WindowCounter(duration, MAX_WINDOWS);
    this.shared = new RateLimiterPostgres({ keyPrefix, points, duration, ...RATE_WINDOW });
  }

  /** Whether the next request exceeds the limit. */
  isUsedUp(key: string): boolean {
    return (this.own.find(key)?.count ?? 0) >= this.policy.points;
  }

  /** Counts a request and decides whether it is admitted. Never waits for the database. */
  admit(key: string): Admission {
    const { name, points, seconds } = this.policy;
    const window = this.own.add(key);
    const left = Math.ceil(millisecondsLeft(window) / 1_000);
    const remaining = Math.max(0, points - window.count);
    const fields = {
      "RateLimit-Policy": `"${name}";q=${points};w=${seconds}`,
      RateLimit: `"${name}";r=${remaining};t=${left}`,
    };
    if (window.count > points) {
      const headers = { ...fields, "Retry-After": String(Math.max(1, left)) };
      return { fields, refusal: new ServiceError("RATE_LIMITED", { headers }) };
    }
    this.note(key, window, 1);
    return { fields, countBytes: this.byteCounter(key) };
  }

  private byteCounter(key: string): (bytes: number) => void {
    let [sent, counted] = [0, 1];
    return (bytes) => {
      sent += bytes;
      const more = Math.ceil(sent / BYTES_PER_REQUEST) - counted;
      if (more <= 0) return;
      counted += more;
      this.note(key, this.own.add(key, more), more);
    };
  }

  private note(key: string, window: Window, count: number): void {
    // Unshared counts of an ended window no longer matter.
    if (window.count === count) this.untold.delete(key);
    if (window.count < this.policy.points * (this.policy.sharedFromPart ?? 0)) return;
    let untold = this.untold.get(key);
    if (!untold) {
      if (this.untold.size >= MAX_UNTOLD) return;
      untold = { count: window.shared ? 0 : window.count - count, telling: false };
      this.untold.set(key, untold);
    }
    window.shared = true;
    untold.count += count;
    this.tellLater();
    const remaining = Math.max(0, this.policy.points - window.count);
    if (isMuch(untold, remaining)) void this.tell(key, untold);
  }

  private tellLater(): void {
    this.timer ??= setTimeout(async () => {
      // One after another, so that sharing takes one connection, however many keys there are.
      for (const [key, untold] of [...this.untold]) await this.tell(key, untold);
      this.timer = undefined;
      if (this.untold.size > 0) this.tellLater();
    }, TELL_WITHIN_MS).unref();
  }

  private async tell(key: string, untold: Untold): Promise<void> {
    if (untold.telling) return;
    untold.telling = true;
    try {
      // Again at once if many requests arrived meanwhile.
      while (isMuch(untold, await this.exchange(key, untold)));
    } catch (error) {
      // The local count applies until the database is back.
      log().debug({ reason: (error as Error).message }, "rate window not shared");
    } finally {
      untold.telling = false;
    }
  }

  /**
   * Adds the unshared requests to the shared window, and adopts its total and its end.
   * @returns the number of requests remaining
   */
  private async exchange(key: string, untold: Untold): Promise<number> {
    const window = this.own.find(key);
    const told = untold.count;
    if (!window || this.untold.get(key) !== untold) {
      this.settle(key, untold, told);
      return 0;
    }
    const customDuration = millisecondsLeft(window) / 1_000;
    const all = await this.shared.penalty(this.sharedName(key), told, { customDuration });
    this.settle(key, untold, told);
    const since = this.untold.get(key)?.count ?? 0;
    // The window has ended meanwhile. A duration of zero would mean forever.
    if (all.msBeforeNext > 0 && this.own.find(key) === window) {
      window.count = all.consumedPoints + since;
      window.endsAt = performance.now() + all.msBeforeNext;
    }
    return all.remainingPoints;
  }

  private sharedName(key: string): string {
    if (!this.policy.hashed) return key;
    const secret = env().authSecrets[0] ?? "";
    return createHmac("sha256", secret).update(key).digest("base64url");
  }

  private settle(key: string, untold: Untold, told: number): void {
    untold.count -= told;
    if (untold.count === 0 && this.untold.get(key) === untold) this.untold.delete(key);
  }
}

const rateLimiters = perProcess("rate limiters", () => new Map<string, RateLimiter>());

// A window of two seconds allows bursts of twice the average rate.
const WINDOW_SECONDS = 2;

function limiterOf(
  perSecond: number,
  { name, ...more }: Omit<RatePolicy, "points" | "seconds">,
): RateLimiter {
  const policy = { name, points: WINDOW_SECONDS * perSecond, seconds: WINDOW_SECONDS, ...more };
  let limiter = rateLimiters().get(name);
  if (limiter?.policy.points !== policy.points) {
    limiter = new RateLimiter(policy);
    rateLimiters().set(name, limiter);
  }
  return limiter;
}

function admit(key: string, perSecond: number, name: string): Admission {
  return perSecond === 0 ? { fields: {} } : limiterOf(perSecond, { name }).admit(key);
}

/** Counts a request by an API key. */
export function admitKey(keyId: string): Admission {
  return admit(keyId, env().rateLimitPerKey, "key");
}

/** Counts a request by a cardholder, across all of their tokens and signed-in browsers. */
export function admitCardholder(cardholderId: string): Admission {
  return admit(cardholderId, env().rateLimitPerCardholder, "cardholder");
}

/** Counts a request by an embedded session. */
export function admitEmbedSession(sessionId: string): Admission {
  return admit(sessionId, env().rateLimitPerCardholder, "embed-session");
}

// An anonymous client may use very many networks: only those that send much are shared.
const OF_NETWORKS = { sharedFromPart: 1 / 4, hashed: true };

/**
 * Counts a request against all networks of its address, unless one of them has used up its limit: what is
 * refused costs the others nothing.
 */
function admitFrom(address: string, perSecond: number, name: string): Admission {
  if (perSecond === 0) return { fields: {} };
  const limits = networksOf(address).map(({ name: key, suffix, times }: Network) => {
    const policy = { name: name + suffix, ...OF_NETWORKS };
    return { key, limiter: limiterOf(perSecond * times, policy) };
  });
  const usedUp = limits.filter(({ key, limiter }) => limiter.isUsedUp(key)).slice(0, 1);
  const admissions = (usedUp.length > 0 ? usedUp : limits).map(({ key, limiter }) =>
    limiter.admit(key),
  );
  const countBytes = (bytes: number) => {
    for (const each of admissions) each.countBytes?.(bytes);
  };
  return { ...(admissions[0] as Admission), countBytes };
}

/** Counts an unauthenticated request. */
export function admitNetwork(address: string): Admission {
  return admitFrom(address, env().rateLimitPerNetwork, "network");
}

/** The page of schools loads a monogram for each of them, and colleagues behind one address may open it together. */
const FILES_PER_PAGE = 20;

/** Counts a request for a static file. */
export function admitFile(address: string): Admission {
  const perSecond = FILES_PER_PAGE * env().rateLimitPerNetwork;
  return admitFrom(address, perSecond, "files");
}

/**
 * How long a refusal waits before it is sent: a client that asks again at once would otherwise cost as much
 * as one that is admitted.
 */
const REFUSED_AFTER_MS = 200;
/** The number of refusals that wait. Beyond it, they are sent at once. */
const MAX_WAITING = 1_000;

const waiting = perProcess("waiting refusals", () => ({ count: 0 }));

/** Waits before a refusal is sent. */
export async function delayRefusal(): Promise<void> {
  const refusals = waiting();
  if (refusals.count >= MAX_WAITING) return;
  refusals.count += 1;
  await wait(REFUSED_AFTER_MS);
  refusals.count -= 1;
}

/**
 * Adds an admission's headers to the response, whose bytes it counts.
 * @throws ServiceError RATE_LIMITED if it is a refusal, after a while
 */
export async function countedBy(
  admission: Admission,
  tell: (admission: Admission) => void,
): Promise<void> {
  tell(admission);
  const { refusal } = admission;
  if (!refusal) return;
  await delayRefusal();
  throw refusal;
}
