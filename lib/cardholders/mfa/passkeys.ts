/**
 * Verifies passkeys: as a second factor, and alone, which proves a device and the person's PIN or fingerprint. The page
 * that asks for one stores the challenge, encrypted together with what it is for, so nothing is written until it's
 * answered. It can be answered once.
 */
import type { Actor } from "../../auth/audit.ts";
import {
  credentialIdOf,
  isOwnedBy,
  makeChallenge,
  parseAssertion,
  requestOptions,
  verifyAssertion,
} from "../../auth/passkeys.ts";
import { decryptToken, encryptToken } from "../../auth/tokens/encrypted-tokens.ts";
import { hashOfSecret } from "../../auth/tokens/opaque-tokens.ts";
import { inSeconds, now } from "../../database/expressions.ts";
import { db } from "../../database/prisma.ts";
import { affected, runForOne } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { recordSecurityEvent } from "../security-events.ts";
import { attemptCode, redeemCode } from "./codes.ts";

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

/** An answer of the browser, as form input. */
export type PasskeyAnswer = {
  /** The token that the page got with its challenge. */
  challenge: string;
  /** The browser's response, as JSON. */
  response: string;
};

/** What a page passes to the browser to use a passkey. `options` is WebAuthn's JSON. */
export type PasskeyPrompt = { options: object; challenge: string };

/**
 * What the browser is asked for a second factor.
 * @returns null if this person has no passkey
 */
export async function passkeyPrompt(
  cardholderId: string,
  purpose: ChallengePurpose,
): Promise<PasskeyPrompt | null> {
  const allowed = await db().passkey.findMany({
    where: { cardholderId },
    orderBy: { createdAt: "asc" },
  });
  return allowed.length > 0 ? promptFor(purpose, allowed) : null;
}

/** What the browser is asked by the sign-in page, which doesn't know yet who it is. */
export const signInPrompt = (): Promise<PasskeyPrompt> => promptFor("sign-in", []);

async function promptFor(
  purpose: ChallengePurpose,
  allowed: Parameters<typeof requestOptions>[1],
): Promise<PasskeyPrompt> {
  const { challenge, token } = await issueChallenge(purpose);
  return { options: await requestOptions(challenge, allowed), challenge: token };
}

async function readAnswer(answer: PasskeyAnswer, purpose: ChallengePurpose) {
  const challenge = await readChallenge(answer.challenge, purpose);
  if (!challenge) return "expired" as const;
  const assertion = await parseAssertion(answer.response);
  if (!assertion) return null;
  const passkey = await db().passkey.findUnique({
    where: { credentialId: credentialIdOf(assertion) },
    select: { id: true, cardholderId: true },
  });
  if (!passkey) return null;
  return { assertion, challenge, passkeyId: passkey.id, cardholderId: passkey.cardholderId };
}

type Answered = Exclude<Awaited<ReturnType<typeof readAnswer>>, "expired" | null>;

/**
 * Checks an answer. Wrong ones count like wrong codes.
 * @param purpose what the challenge was issued for
 * @param cardholderId who has to own the passkey; undefined for the sign-in page, which finds out who it is
 * @returns null if it's wrong; `expired` if the challenge is too old or was issued for something else, which doesn't count
 * @throws ServiceError RATE_LIMITED after too many wrong codes, but never for a valid answer
 */
export async function redeemPasskey(
  by: Actor,
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
  cardholderId?: string,
) {
  const answered = await readAnswer(answer, purpose);
  if (answered === "expired") return answered;
  const owner = cardholderId ?? answered?.cardholderId;
  if (owner === undefined) return null;
  const isTheirs = cardholderId
    ? answered?.cardholderId === cardholderId
    : answered !== null && isOwnedBy(answered.assertion, owner);
  const check = async () => answered !== null && isTheirs && (await acceptAnswer(by, answered));
  const isCorrect = await attemptCode(by, owner, check, { unguessable: true });
  return answered && isCorrect
    ? { proof: "passkey" as const, passkeyId: answered.passkeyId }
    : null;
}

/** What a person proves a second factor with: a code, or a passkey's answer. */
export type SecondFactor = string | PasskeyAnswer;

/** Redeems a code, as `redeemCode` does, or a passkey, as `redeemPasskey` does. */
export async function redeemFactor(
  by: Actor,
  cardholderId: string,
  factor: SecondFactor,
  { purpose, withRecovery = true }: { purpose: ChallengePurpose; withRecovery?: boolean },
) {
  if (typeof factor !== "string") return redeemPasskey(by, factor, purpose, cardholderId);
  const proof = await redeemCode(by, cardholderId, factor, { withRecovery });
  return proof && { proof, passkeyId: null };
}

/** Accepts a valid answer once, unless its counter shows that the passkey was copied. */
async function acceptAnswer(by: Actor, answered: Answered): Promise<boolean> {
  const { assertion, challenge, passkeyId, cardholderId } = answered;
  const row = await db().passkey.findUnique({ where: { id: passkeyId } });
  const verified = row && (await verifyAssertion(assertion, challenge, row.publicKey));
  if (!verified) return false;
  return transaction(async (tx) => {
    // Concurrent answers wait here, so each is compared with the one before.
    const stored = await runForOne(counterOf(passkeyId).forNoKeyUpdate(), tx);
    // Removed in the meantime.
    if (!stored) return false;
    if (!(await spendChallenge(tx, cardholderId, challenge))) return false;
    const { counter, isBackedUp: backedUp } = verified;
    if (isReplayedCounter(stored.counter, counter)) {
      await recordSecurityEvent(tx, by, cardholderId, "passkey_copied", { passkeyId });
      return false;
    }
    const use = kysely
      .updateTable("passkey")
      .set({ counter, backedUp, lastUsedAt: now })
      .where("id", "=", passkeyId);
    return (await affected(use, tx)) === 1;
  });
}

const counterOf = (passkeyId: string) =>
  kysely.selectFrom("passkey").select("counter").where("id", "=", passkeyId);

/** A device that counts its signatures counts up, so a number that isn't higher comes from a copy. Many never count. */
const isReplayedCounter = (stored: number, counter: number): boolean =>
  (stored > 0 || counter > 0) && counter <= stored;
