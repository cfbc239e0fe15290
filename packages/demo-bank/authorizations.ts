/** The bank's authorization of gifts. The cents of the amount determine its answer. */
import { setTimeout } from "node:timers/promises";
import type { AuthorizationDecision, AuthorizationRequest } from "#client/index.ts";
import { type Receiver, receive } from "./webhooks.ts";

/** How long the service waits for an answer. */
const TIMEOUT_MS = 3_000;
const TOO_LATE_MS = TIMEOUT_MS + 1_000;

/** By cents: how long the bank takes to answer the first request and a retry. */
const DELAYS_MS: Record<number, [first: number, retry: number]> = {
  82: [TIMEOUT_MS - 1_000, 0],
  83: [TOO_LATE_MS, 0],
  84: [TOO_LATE_MS, TOO_LATE_MS],
};

const DECLINED_CENTS = 81;

/** How long the bank takes to answer. */
export const delayOf = (cents: number, isNew: boolean): number =>
  (DELAYS_MS[cents] ?? [0, 0])[isNew ? 0 : 1];

/** Decides about a gift. A retry gets the same answer, and the points are held once. */
async function decide(
  { authorization_id: id, dollar_amount: dollars }: AuthorizationRequest,
  isNew: boolean,
): Promise<AuthorizationDecision> {
  const cents = Math.round(dollars * 100) % 100;
  await setTimeout(delayOf(cents, isNew));
  return cents === DECLINED_CENTS
    ? { decision: "declined", reason: "sandbox trigger .81: declined" }
    : { decision: "approved", hold_reference: `hold-${id.slice(-12)}` };
}

/** Answers a request to authorize a gift. */
export const answerAuthorization = (request: Request, receiver: Receiver): Promise<Response> =>
  receive(request, receiver, async (event, isNew) =>
    event.type === "donation.authorization_requested"
      ? Response.json(await decide(event.data, isNew))
      : new Response(null, { status: 400 }),
  );
