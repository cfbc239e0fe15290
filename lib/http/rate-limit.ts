/**
 * Rate limits: so many requests in each window. Every process counts in its own memory, so that no
 * request waits for a count, and tells the others by way of the database a moment later.
 */
import { createHmac } from "node:crypto";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { networkOf } from "../auth/limits/network.ts";
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
  /** Who has used less than this part of a window concerns no other process. */
  sharedFromPart?: number;
  /** Whether keys are told under a keyed hash, so that nobody's address stands in the database. */
  hashed?: boolean;
};

/** What the answer has to say about the limit, and what is thrown where the request is one too many. */
export type Admission = { fields: Fields; refusal?: ServiceError };

type Fields = Record<string, string>;

/** Admitted requests of one key in its present window that the other processes do not know of. */
type Untold = { count: number; telling: boolean };

const TELL_WITHIN_MS = 250;
// Sooner, once this part of what is left is untold: so the processes know best what they share when
// it is nearly used up, however fast requests come.
const TELL_AT_PART = 1 / 8;

/** Keys that one process counts, and tells of, at the same time. Beyond, the oldest are forgotten. */
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

  /** Counts a request, and says whether it may go on. Never waits for the database. */
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
    this.note(key, window, remaining);
    return { fields };
  }

  private note(key: string, window: Window, remaining: number): void {
    // What is untold of a window that is over concerns nobody any more.
    if (window.count === 1) this.untold.delete(key);
    if (window.count < this.policy.points * (this.policy.sharedFromPart ?? 0)) return;
    let untold = this.untold.get(key);
    if (!untold) {
      if (this.untold.size >= MAX_UNTOLD) return;
      untold = { count: window.shared ? 0 : window.count - 1, telling: false };
      this.untold.set(key, untold);
    }
    window.shared = true;
    untold.count += 1;
    this.tellLater();
    if (isMuch(untold, remaining)) void this.tell(key, untold);
  }

  private tellLater(): void {
    this.timer ??= setTimeout(async () => {
      // One after another: telling takes one connection, however many keys there are.
      for (const [key, untold] of [...this.untold]) await this.tell(key, untold);
      this.timer = undefined;
      if (this.untold.size > 0) this.tellLater();
    }, TELL_WITHIN_MS).unref();
  }

  private async tell(key: string, untold: Untold): Promise<void> {
    if (untold.telling) return;
    untold.telling = true;
    try {
      // Again at once, where much has come in meanwhile.
      while (isMuch(untold, await this.exchange(key, untold)));
    } catch (error) {
      // Then the own count holds. What is left of the window is told once the database is back.
      log().debug({ reason: (error as Error).message }, "rate window not shared");
    } finally {
      untold.telling = false;
    }
  }

  /**
   * Adds what is untold to the shared window, and takes over what all have used of it, and its end.
   * @returns how many requests are left
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
    // A duration of zero would mean for ever: the window has ended meanwhile.
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

// Two seconds in one window: so many a second on average, and as many again in a burst.
const WINDOW_SECONDS = 2;

function admit(
  key: string,
  perSecond: number,
  { name, ...more }: Omit<RatePolicy, "points" | "seconds">,
): Admission {
  if (perSecond === 0) return { fields: {} };
  const policy = { name, points: WINDOW_SECONDS * perSecond, seconds: WINDOW_SECONDS, ...more };
  let limiter = rateLimiters().get(name);
  if (limiter?.policy.points !== policy.points) {
    limiter = new RateLimiter(policy);
    rateLimiters().set(name, limiter);
  }
  return limiter.admit(key);
}

/** Counts a request of an API key. */
export function admitKey(keyId: string): Admission {
  return admit(keyId, env().rateLimitPerKey, { name: "key" });
}

/** Counts a request of a cardholder: all tokens and all signed-in browsers of one person together. */
export function admitCardholder(cardholderId: string): Admission {
  return admit(cardholderId, env().rateLimitPerCardholder, { name: "cardholder" });
}

/** Counts a request of an embedded session. */
export function admitEmbedSession(sessionId: string): Admission {
  return admit(sessionId, env().rateLimitPerCardholder, { name: "embed-session" });
}

// A stranger may come from very many networks: other processes hear only of those that send much.
const OF_NETWORKS = { sharedFromPart: 1 / 4, hashed: true };

/** Counts a request of somebody who has proved nothing yet. */
export function admitNetwork(address: string): Admission {
  return admit(networkOf(address), env().rateLimitPerNetwork, { name: "network", ...OF_NETWORKS });
}

/** One page brings many files along, and they cost little. */
const FILES_PER_PAGE = 10;

/** Counts a request for a file that is served as it stands. */
export function admitFile(address: string): Admission {
  const perSecond = FILES_PER_PAGE * env().rateLimitPerNetwork;
  return admit(networkOf(address), perSecond, { name: "files", ...OF_NETWORKS });
}

/** Tells what stands in an admission. @throws ServiceError RATE_LIMITED where it is a refusal */
export function countedBy({ fields, refusal }: Admission, tell: (fields: Fields) => void): void {
  tell(fields);
  if (refusal) throw refusal;
}
