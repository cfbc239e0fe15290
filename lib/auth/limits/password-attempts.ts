/**
 * Limits password guessing by client network and device, so guessing someone's password locks out only the guesser.
 * Only wrong passwords count.
 */
import type { TurnKey } from "../../fair-queue.ts";
import { emailKey } from "../../text.ts";
import { verifyPassword } from "../passwords/hashing.ts";
import { AttemptLimiter, NetworkAttempts, type Refusal } from "./attempt-limiter.ts";

const SECONDS = 15 * 60;
const emailAttempts = new NetworkAttempts({ name: "guess", points: 10, seconds: SECONDS });
const networkAttempts = new NetworkAttempts({
  name: "guess-network",
  points: 100,
  seconds: SECONDS,
});
const deviceAttempts = new AttemptLimiter({ name: "guess-device", points: 10, seconds: SECONDS });
const sessionAttempts = new AttemptLimiter({ name: "guess-session", points: 10, seconds: SECONDS });

/** A password attempt. It counts as wrong unless one of its functions is called. */
export type PasswordAttempt = {
  refusal?: Refusal | undefined;
  /** The network is over its limit: only cardholders who have signed in from it before are admitted. */
  networkRefusal?: Refusal | undefined;
  /** The sign-in succeeded: also clears earlier wrong attempts for this email address from this network. */
  succeeded(): Promise<void>;
  /** The password was correct, but sign-in isn't complete: this attempt doesn't count, earlier ones still do. */
  uncount(): Promise<void>;
};

/** Counts a password attempt for an email address, and refuses it if there were too many. */
export async function attemptForEmail(email: string, address: string): Promise<PasswordAttempt> {
  const target = emailKey(email);
  const attempt = {
    succeeded: async () => {
      await emailAttempts.reset(address, target);
      await networkAttempts.uncount(address);
    },
    uncount: async () => {
      await emailAttempts.uncount(address, target);
      await networkAttempts.uncount(address);
    },
  };
  const refusal = await emailAttempts.consume(address, target);
  if (refusal) return { ...attempt, refusal };
  const networkRefusal = await networkAttempts.consume(address);
  // The attempt still counts for this email address, so the client can't tell whether its password was verified.
  return { ...attempt, networkRefusal };
}

/**
 * Counts an attempt on a device that this cardholder has signed in with before. Attempts from elsewhere
 * don't count toward its limit.
 */
export const attemptOnDevice = (deviceId: string, cardholderId: string): Promise<PasswordAttempt> =>
  startAttempt(deviceAttempts, JSON.stringify([deviceId, cardholderId]));

/** Counts an attempt in an open session, so a stolen session can't be used to guess the password. */
export const attemptInSession = (cardholderId: string): Promise<PasswordAttempt> =>
  startAttempt(sessionAttempts, cardholderId);

async function startAttempt(limiter: AttemptLimiter, key: string): Promise<PasswordAttempt> {
  const refusal = await limiter.consume(key);
  // Earlier attempts still count: otherwise each success by the owner would give a thief ten more.
  const uncount = () => limiter.uncount(key);
  return { refusal, succeeded: uncount, uncount };
}

/**
 * Verifies the password of an attempt. The attempt doesn't count if verification can't run.
 * @throws ServiceError SERVICE_UNAVAILABLE if the hashing queue is full
 */
export async function verifyAttempt(
  attempt: PasswordAttempt,
  stored: string | null,
  password: string,
  turn: TurnKey,
): Promise<boolean> {
  try {
    return await verifyPassword(stored, password, turn);
  } catch (unverified) {
    // The same result as for people not known in this network, whose passwords aren't verified.
    if (attempt.networkRefusal) return false;
    await attempt.uncount();
    throw unverified;
  }
}
