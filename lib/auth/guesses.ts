/**
 * Guessing a password is slowed where it comes from, and nowhere else: whoever guesses at somebody's
 * address keeps nobody out but themselves. Only wrong guesses count.
 */
import { emailKey } from "../text.ts";
import { networkOf } from "./network.ts";
import { type Refusal, Tries } from "./tries.ts";

const SECONDS = 15 * 60;
const ofPair = new Tries({ name: "guess", points: 10, seconds: SECONDS });
const ofNetwork = new Tries({ name: "guess-network", points: 100, seconds: SECONDS });
const ofDevice = new Tries({ name: "guess-device", points: 10, seconds: SECONDS });
const ofSession = new Tries({ name: "guess-session", points: 10, seconds: SECONDS });

/** One guess that has been let through. Unless told otherwise, it was wrong. */
export type Guess = {
  refusal?: Refusal;
  /** All guesses from there were too many: only who has signed in from there before is let in. */
  networkRefusal?: Refusal;
  /** It was right: earlier wrong ones for this address from here are forgotten. */
  wasRight(): Promise<void>;
  /** It was right as far as it went, and decides nothing yet. */
  wasHalf(): Promise<void>;
};

/** A guess at the password behind an e-mail address; a refusal where there have been too many. */
export async function guessAt(email: string, address: string): Promise<Guess> {
  const network = networkOf(address);
  const pair = JSON.stringify([emailKey(email), network]);
  const guess = {
    wasRight: async () => {
      await ofPair.forget(pair);
      await ofNetwork.giveBack(network);
    },
    wasHalf: async () => {
      await ofPair.giveBack(pair);
      await ofNetwork.giveBack(network);
    },
  };
  const refusal = await ofPair.take(pair);
  if (refusal) return { ...guess, refusal };
  const networkRefusal = await ofNetwork.take(network);
  // It counts at this address all the same: some are looked at even then, and none must show which.
  return { ...guess, ...(networkRefusal ? { networkRefusal } : {}) };
}

/**
 * A guess on a device with which this person has signed in before: what others guess at their address or
 * from their network is counted elsewhere.
 * @returns null where there have been too many: from then on it is a place like any other
 */
export async function guessOnDevice(deviceId: string, cardholderId: string): Promise<Guess | null> {
  const key = JSON.stringify([deviceId, cardholderId]);
  if (await ofDevice.take(key)) return null;
  // Only this one: an owner who signs in meanwhile gives a guesser with a copy of the cookie no ten more.
  const wasRight = () => ofDevice.giveBack(key);
  return { wasRight, wasHalf: wasRight };
}

/** A guess at the password of somebody whose session is open: a stolen session must not find it out. */
export async function guessInSession(cardholderId: string): Promise<Guess> {
  const refusal = await ofSession.take(cardholderId);
  // Only this try: an owner who comes by meanwhile gives a guesser no ten more.
  const wasRight = () => ofSession.giveBack(cardholderId);
  return { ...(refusal ? { refusal } : {}), wasRight, wasHalf: wasRight };
}
