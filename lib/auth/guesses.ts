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
const ofSession = new Tries({ name: "guess-session", points: 10, seconds: SECONDS });

/** One guess that has been let through. Unless told otherwise, it was wrong. */
export type Guess = {
  refusal?: Refusal;
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
  const refusalOfAll = await ofNetwork.take(network);
  if (!refusalOfAll) return guess;
  // Others from here have used up what the network may: that is no guess at this address.
  await ofPair.giveBack(pair);
  return { ...guess, refusal: refusalOfAll };
}

/** A guess at the password of somebody whose session is open: a stolen session must not find it out. */
export async function guessInSession(cardholderId: string): Promise<Guess> {
  const refusal = await ofSession.take(cardholderId);
  // Only this try: an owner who comes by meanwhile gives a guesser no ten more.
  const wasRight = () => ofSession.giveBack(cardholderId);
  return { ...(refusal ? { refusal } : {}), wasRight, wasHalf: wasRight };
}
