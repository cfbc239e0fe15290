/**
 * Challenges for passkeys. A challenge is stored by the page that asks for it, encrypted together with what it is for,
 * so nothing is written until it's answered. It can be answered once.
 */
import { makeChallenge } from "../../auth/passkeys.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { inSeconds } from "../../database/expressions.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import type { Transaction } from "../../database/transaction.ts";

const CHALLENGE_SECONDS = 5 * 60;

/** What an answer is good for, and in which session or pending sign-in. */
export type ChallengePurpose =
  | "sign-in"
  | `second-step:${string}`
  | `verify:${string}`
  | `add:${string}`;

type Challenge = { challenge: string; purpose: ChallengePurpose };

/** A new challenge: for the browser, and as the token that comes back with the answer. */
export async function issueChallenge(purpose: ChallengePurpose) {
  const challenge = makeChallenge();
  const content: Challenge = { challenge, purpose };
  const token = await encryptToken("passkey-challenge", content, CHALLENGE_SECONDS);
  return { challenge, token };
}

/** The challenge in a token; null if it has expired, is for another purpose, or is invalid. */
export async function readChallenge(
  token: string,
  purpose: ChallengePurpose,
): Promise<string | null> {
  const content = await decryptToken<Challenge>("passkey-challenge", token);
  return content?.purpose === purpose ? content.challenge : null;
}

/**
 * Uses up a challenge in the transaction that accepts its answer.
 * @returns false if it was already answered
 */
export async function spendChallenge(
  tx: Transaction,
  cardholderId: string,
  challenge: string,
): Promise<boolean> {
  const use = kysely
    .insertInto("usedChallenge")
    .values({
      challengeHash: hashOfSecret(challenge),
      cardholderId,
      // Longer than the token's lifetime, since clocks may differ.
      expiresAt: inSeconds(2 * CHALLENGE_SECONDS),
    })
    .onConflict((conflict) => conflict.doNothing());
  return (await affected(use, tx)) === 1;
}
