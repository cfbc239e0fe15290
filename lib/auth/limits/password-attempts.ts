/**
 * Slows password guessing by where it comes from, so that guessing at someone's email address locks out only
 * the guesser. Only wrong passwords count.
 */
import type { TurnKey } from "../../fair-queue.ts";
import { emailKey } from "../../text.ts";
import { verifyPassword } from "../passwords/hashing.ts";
import { AttemptLimiter, NetworkAttempts, type Refusal } from "./attempt-limiter.ts";

const SECONDS = 15 * 60;
const ofPair = new NetworkAttempts({ name: "guess", points: 10, seconds: SECONDS });
const ofNetwork = new NetworkAttempts({ name: "guess-network", points: 100, seconds: SECONDS });
const ofDevice = new AttemptLimiter({ name: "guess-device", points: 10, seconds: SECONDS });
const ofSession = new AttemptLimiter({ name: "guess-session", points: 10, seconds: SECONDS });

/** A password attempt. Counts as wrong unless reported otherwise. */
export type Attempt = {
  refusal?: Refusal | undefined;
  /** The network has made too many attempts: only cardholders who signed in from it before are admitted. */
  networkRefusal?: Refusal | undefined;
  /** It succeeded: clears earlier wrong attempts for this email address from this network. */
  succeeded(): Promise<void>;
  /** The password was correct, but sign-in is not complete: this attempt does not count, earlier ones do. */
  uncount(): Promise<void>;
};

/** Counts a password attempt for an email address. Refuses it if there were too many. */
export async function attemptAtAddress(email: string, address: string): Promise<Attempt> {
  const target = emailKey(email);
  const attempt = {
    succeeded: async () => {
      await ofPair.reset(address, target);
      await ofNetwork.giveBack(address);
    },
    uncount: async () => {
      await ofPair.giveBack(address, target);
      await ofNetwork.giveBack(address);
    },
  };
  const refusal = await ofPair.consume(address, target);
  if (refusal) return { ...attempt, refusal };
  const networkRefusal = await ofNetwork.consume(address);
  // Still counts for this address, so that callers cannot tell which attempts are checked.
  return { ...attempt, networkRefusal };
}

/**
 * Counts an attempt on a device that this cardholder has signed in with before. Others' attempts for the
 * address or from the network do not count there.
 */
export const attemptOnDevice = (deviceId: string, cardholderId: string): Promise<Attempt> =>
  attemptAt(ofDevice, JSON.stringify([deviceId, cardholderId]));

/** Counts an attempt in an open session, so that a stolen session does not reveal the password. */
export const attemptInSession = (cardholderId: string): Promise<Attempt> =>
  attemptAt(ofSession, cardholderId);

async function attemptAt(limiter: AttemptLimiter, key: string): Promise<Attempt> {
  const refusal = await limiter.consume(key);
  // Earlier attempts still count. Otherwise each of the owner's successes would give a thief ten more.
  const uncount = () => limiter.giveBack(key);
  return { refusal, succeeded: uncount, uncount };
}

/**
 * Verifies the password of an attempt, which does not count if it cannot be verified.
 * @throws ServiceError SERVICE_UNAVAILABLE if too many passwords wait
 */
export async function verifyAttempt(
  attempt: Attempt,
  stored: string | null,
  password: string,
  turn: TurnKey,
): Promise<boolean> {
  try {
    return await verifyPassword(stored, password, turn);
  } catch (unverified) {
    // As for people who are unknown in that network, who are not verified.
    if (attempt.networkRefusal) return false;
    await attempt.uncount();
    throw unverified;
  }
}
