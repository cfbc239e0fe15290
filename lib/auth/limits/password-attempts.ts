/**
 * Password guessing is slowed where it comes from, and nowhere else: whoever guesses at somebody's
 * email address locks out nobody but themselves. Only wrong passwords count.
 */
import { emailKey } from "../../text.ts";
import { AttemptLimiter, type Refusal } from "./attempt-limiter.ts";
import { networkOf } from "./network.ts";

const SECONDS = 15 * 60;
const ofPair = new AttemptLimiter({ name: "guess", points: 10, seconds: SECONDS });
const ofNetwork = new AttemptLimiter({ name: "guess-network", points: 100, seconds: SECONDS });
const ofDevice = new AttemptLimiter({ name: "guess-device", points: 10, seconds: SECONDS });
const ofSession = new AttemptLimiter({ name: "guess-session", points: 10, seconds: SECONDS });

/** An attempt at a password. Unless told otherwise, it was wrong. */
export type Attempt = {
  refusal?: Refusal;
  /** There were too many from the whole network: only those who have signed in from there before get in. */
  networkRefusal?: Refusal;
  /** It succeeded: earlier wrong passwords for this address from here are forgotten. */
  succeeded(): Promise<void>;
  /** The password was right, and something else decides: this attempt does not count, earlier ones do. */
  uncount(): Promise<void>;
};

/** Counts an attempt at the password of an email address. Refused where there have been too many. */
export async function attemptAtAddress(email: string, address: string): Promise<Attempt> {
  const network = networkOf(address);
  const pair = JSON.stringify([emailKey(email), network]);
  const attempt = {
    succeeded: async () => {
      await ofPair.reset(pair);
      await ofNetwork.giveBack(network);
    },
    uncount: async () => {
      await ofPair.giveBack(pair);
      await ofNetwork.giveBack(network);
    },
  };
  const refusal = await ofPair.consume(pair);
  if (refusal) return { ...attempt, refusal };
  const networkRefusal = await ofNetwork.consume(network);
  // It counts at this address all the same: some are checked even then, and nobody must see which.
  return { ...attempt, ...(networkRefusal ? { networkRefusal } : {}) };
}

/**
 * Counts an attempt on a device with which this person has signed in before. Attempts of others at their
 * address or from their network do not count there.
 * @returns null where there have been too many: from then on the device counts like any other
 */
export async function attemptOnDevice(
  deviceId: string,
  cardholderId: string,
): Promise<Attempt | null> {
  const key = JSON.stringify([deviceId, cardholderId]);
  if (await ofDevice.consume(key)) return null;
  // Earlier ones still count: else each sign-in of the owner would give a thief of the cookie ten more.
  const uncount = () => ofDevice.giveBack(key);
  return { succeeded: uncount, uncount };
}

/** Counts an attempt in an open session: whoever has stolen it must not find out the password. */
export async function attemptInSession(cardholderId: string): Promise<Attempt> {
  const refusal = await ofSession.consume(cardholderId);
  // Earlier ones still count: else the owner's own success would give a guesser ten more.
  const uncount = () => ofSession.giveBack(cardholderId);
  return { ...(refusal ? { refusal } : {}), succeeded: uncount, uncount };
}
