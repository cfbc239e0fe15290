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
import { type LimitPolicy, limitHeaders, ServiceError } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { millisecondsLeft, type Window, WindowCounter } from "./window-counter.ts";

type RatePolicy = LimitPolicy & {
  /** Keys that have used less than this fraction of their limit aren't shared. */
  shareFromFraction?: number;
  /** Whether keys are shared as a keyed hash, so that no IP address is stored in the database. */
  hashed?: boolean;
};

/** The headers for the response, and the error to throw if the request exceeds the limit. */
export type Admission = {
  fields: Fields;
  refusal?: ServiceError;
  /** Counts response bytes: each `BYTES_PER_REQUEST` started beyond the first counts as another request. */
  countBytes?(bytes: number): void;
};

/** Adds an admission's headers to the response, and lets it count the response's bytes. */
export type OnAdmission = (admission: Admission) => void;

/** How many bytes of a response cost as much as a request. */
const BYTES_PER_REQUEST = 64 * 1_024;

type Fields = Record<string, string>;

const SHARE_WITHIN_MS = 250;
// Shares sooner once this fraction of the remaining requests is unshared: counts are most accurate when a
// window is nearly used up, however fast requests arrive.
const SHARE_AT_FRACTION = 1 / 8;

/** The number of keys that a process counts and shares at a time. Beyond it, the oldest are dropped. */
const MAX_WINDOWS = 20_000;
const MAX_UNSHARED = 2_000;

const isDue = ({ unshared }: Window, left: number) =>
  unshared > 0 && unshared >= left * SHARE_AT_FRACTION;

export class RateLimiter {
  readonly policy: RatePolicy;
  private readonly own: WindowCounter;
  private readonly shared: RateLimiterPostgres;
  private readonly toShare = new Map<string, Window>();
  private timer: NodeJS.Timeout | undefined;

  constructor(policy: RatePolicy) {
    this.policy = policy;
    const { name: keyPrefix, points, seconds: duration } = policy;
    this.own = new WindowCounter(duration, MAX_WINDOWS);
    this.shared = new RateLimiterPostgres({ keyPrefix, points, duration, ...RATE_WINDOW });
  }

  isExhausted(key: string): boolean {
    return (this.own.find(key)?.count ?? 0) >= this.policy.points;
  }

  /** Counts a request and decides whether it is admitted. Never waits for the database. */
  admit(key: string): Admission {
    const { points } = this.policy;
    const window = this.own.add(key);
    const left = Math.ceil(millisecondsLeft(window) / 1_000);
    const remaining = Math.max(0, points - window.count);
    const fields = limitHeaders(this.policy, remaining, left);
    if (window.count > points) {
      const headers = { ...fields, "Retry-After": String(Math.max(1, left)) };
      return { fields, refusal: new ServiceError("RATE_LIMITED", { headers }) };
    }
    this.record(key, window, 1);
    return { fields, countBytes: this.byteCounter(key) };
  }

  private byteCounter(key: string): (bytes: number) => void {
    let [bytesSent, counted] = [0, 1];
    return (bytes) => {
      bytesSent += bytes;
      const more = Math.ceil(bytesSent / BYTES_PER_REQUEST) - counted;
      if (more <= 0) return;
      counted += more;
      this.record(key, this.own.add(key, more), more);
    };
  }

  private record(key: string, window: Window, count: number): void {
    window.unshared += count;
    const { points, shareFromFraction = 0 } = this.policy;
    if (window.count < points * shareFromFraction) return;
    if (!this.toShare.has(key) && this.toShare.size >= MAX_UNSHARED) return;
    this.toShare.set(key, window);
    this.scheduleShare();
    if (isDue(window, Math.max(0, points - window.count))) void this.share(key, window);
  }

  private scheduleShare(): void {
    this.timer ??= setTimeout(async () => {
      // Sequentially, so that sharing takes one connection, however many keys there are.
      for (const [key, window] of [...this.toShare]) await this.share(key, window);
      this.timer = undefined;
      if (this.toShare.size > 0) this.scheduleShare();
    }, SHARE_WITHIN_MS).unref();
  }

  private async share(key: string, window: Window): Promise<void> {
    if (window.isSharing) return;
    window.isSharing = true;
    try {
      // Shares again at once if many requests arrived in the meantime.
      while (isDue(window, await this.exchange(key, window)));
      const isDone = window.unshared === 0 || this.own.find(key) !== window;
      if (isDone && this.toShare.get(key) === window) this.toShare.delete(key);
    } catch (error) {
      // The local count applies until the database is back.
      log().debug({ reason: (error as Error).message }, "rate window not shared");
    } finally {
      window.isSharing = false;
    }
  }

  /**
   * Adds the unshared requests to the shared window, and adopts its total and its end.
   * @returns the number of requests remaining
   */
  private async exchange(key: string, window: Window): Promise<number> {
    // The counts of an ended window no longer matter.
    if (this.own.find(key) !== window) return Number.POSITIVE_INFINITY;
    const sent = window.unshared;
    const customDuration = millisecondsLeft(window) / 1_000;
    const all = await this.shared.penalty(this.sharedName(key), sent, { customDuration });
    window.unshared -= sent;
    // Skipped if the window has ended. A duration of zero would mean forever.
    if (all.msBeforeNext > 0 && this.own.find(key) === window) {
      window.count = all.consumedPoints + window.unshared;
      window.endsAt = performance.now() + all.msBeforeNext;
    }
    return all.remainingPoints;
  }

  private sharedName(key: string): string {
    if (!this.policy.hashed) return key;
    const secret = env().authSecrets[0] ?? "";
    return createHmac("sha256", secret).update(key).digest("base64url");
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

export function admitKey(keyId: string): Admission {
  return admit(keyId, env().rateLimitPerKey, "key");
}

/** Counts a request by a cardholder, across all of their tokens and signed-in browsers. */
export function admitCardholder(cardholderId: string): Admission {
  return admit(cardholderId, env().rateLimitPerCardholder, "cardholder");
}

export function admitEmbedSession(sessionId: string): Admission {
  return admit(sessionId, env().rateLimitPerCardholder, "embed-session");
}

// An anonymous client may use very many networks: only busy ones are shared.
const NETWORK_SHARING = { shareFromFraction: 1 / 4, hashed: true };

/**
 * Counts a request against all networks of its address, unless one of them has exhausted its limit: a
 * rejected request doesn't count against the others.
 */
function admitFrom(address: string, perSecond: number, name: string): Admission {
  if (perSecond === 0) return { fields: {} };
  const limits = networksOf(address).map(({ name: key, suffix, times }: Network) => {
    const policy = { name: name + suffix, ...NETWORK_SHARING };
    return { key, limiter: limiterOf(perSecond * times, policy) };
  });
  const exhausted = limits.filter(({ key, limiter }) => limiter.isExhausted(key)).slice(0, 1);
  const admissions = (exhausted.length > 0 ? exhausted : limits).map(({ key, limiter }) =>
    limiter.admit(key),
  );
  const countBytes = (bytes: number) => {
    for (const each of admissions) each.countBytes?.(bytes);
  };
  return { ...(admissions[0] as Admission), countBytes };
}

export function admitNetwork(address: string): Admission {
  return admitFrom(address, env().rateLimitPerNetwork, "network");
}

/** A page of schools loads a monogram for each, and colleagues behind one address may open it at the same time. */
const FILES_PER_PAGE = 20;

export function admitFile(address: string): Admission {
  const perSecond = FILES_PER_PAGE * env().rateLimitPerNetwork;
  return admitFrom(address, perSecond, "files");
}

/**
 * How long a refusal is delayed: a client that retries immediately would otherwise cost as much as one that
 * is admitted.
 */
const REFUSAL_DELAY_MS = 200;
/** The most refusals delayed at a time. Beyond it, they are sent immediately. */
const MAX_DELAYED = 1_000;

const waiting = perProcess("waiting refusals", () => ({ count: 0 }));

export async function delayRefusal(): Promise<void> {
  const refusals = waiting();
  if (refusals.count >= MAX_DELAYED) return;
  refusals.count += 1;
  await wait(REFUSAL_DELAY_MS);
  refusals.count -= 1;
}

/**
 * Reports an admission and enforces it.
 * @throws ServiceError RATE_LIMITED, after a delay, if it is a refusal
 */
export async function enforce(admission: Admission, onAdmission: OnAdmission): Promise<void> {
  onAdmission(admission);
  const { refusal } = admission;
  if (!refusal) return;
  await delayRefusal();
  throw refusal;
}
