/** The demo bank's authorization of gifts. The cents of the amount determine its answer. */
import { setTimeout } from "node:timers/promises";
import { db } from "../database/prisma.ts";
import { authorizationSecrets } from "../donations/authorize/address.ts";
import {
  AUTHORIZATION_TIMEOUT_MS,
  type AuthorizationAnswer,
} from "../donations/authorize/contract.ts";
import { toCents } from "../money.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";
import { receive } from "./inbox.ts";

const TOO_LATE_MS = AUTHORIZATION_TIMEOUT_MS + 1_000;

/** By cents: how long the bank takes to answer the first request and a retry. */
const DELAYS_MS: Record<number, [first: number, retry: number]> = {
  82: [AUTHORIZATION_TIMEOUT_MS - 1_000, 0],
  83: [TOO_LATE_MS, 0],
  84: [TOO_LATE_MS, TOO_LATE_MS],
};

const DECLINED_CENTS = 81;

type AuthorizationRequest = { data: { authorization_id: string; dollar_amount: number } };

/** How long the bank takes to answer. */
export const delayOf = (cents: number, isNew: boolean): number =>
  (DELAYS_MS[cents] ?? [0, 0])[isNew ? 0 : 1];

/** Deterministic: a retry gets the same answer, and the points are held once. */
const answerTo = (id: string, cents: number): AuthorizationAnswer =>
  cents === DECLINED_CENTS
    ? { decision: "declined", reason: "sandbox trigger .81: declined" }
    : { decision: "approved", hold_reference: `hold-${id.slice(-12)}` };

/**
 * Receives an authorization request, which is listed in the bank's inbox, and answers according to its cents.
 * @returns null if it isn't signed with one of the bank's secrets
 */
export async function answerAuthorization(
  headers: Record<string, string>,
  body: string,
): Promise<AuthorizationAnswer | null> {
  const where = { bankId: DEMO_BANK_ID };
  const address = await db().authorizationAddress.findUnique({ where });
  const secrets = address ? authorizationSecrets.decryptAll(DEMO_BANK_ID, address) : [];
  const { verified, isNew } = await receive(secrets, headers, body);
  if (!verified) return null;
  const { data } = JSON.parse(body) as AuthorizationRequest;
  const cents = toCents(data.dollar_amount) % 100;
  await setTimeout(delayOf(cents, isNew));
  return answerTo(data.authorization_id, cents);
}
