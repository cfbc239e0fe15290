/** Donations in embedded sessions: one per session, with the fields that the bank has locked. */
import { accountObjections, dayObjection } from "../accounts/objections.ts";
import { hashOf, newIds, refusal } from "../donations/accept/accept.ts";
import { acceptOfPerson } from "../donations/accept/accept-authorized.ts";
import { givingRulesOf } from "../donations/accept/giving-rules.ts";
import {
  type Allowance,
  findAllowances,
  type GiftLimits,
  givenOn,
  limitsAt,
  NO_LIMITS,
} from "../donations/accept/limits.ts";
import type { Acceptance, NewDonation } from "../donations/accept/sql.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import { InvalidInput, ServiceError } from "../errors.ts";
import { pointsFor, toCents, toDollars } from "../money.ts";
import type { EmbedDonationRequest } from "./contract.ts";
import { findEmbedDonation } from "./queries.ts";
import type { EmbedSession } from "./sessions.ts";

type Locked = Partial<
  Pick<EmbedDonationRequest, "school_id" | "fund_designation" | "dollar_amount">
>;

/** The fields that the customer cannot change. A fund is locked together with its school. */
export function lockedIn(session: EmbedSession): Locked {
  const { lockSchool, schoolId, fund, lockAmount, amountCents } = session;
  return {
    ...(lockSchool && schoolId !== null ? { school_id: schoolId } : {}),
    ...(lockSchool && fund !== null ? { fund_designation: fund } : {}),
    ...(lockAmount && amountCents !== null ? { dollar_amount: toDollars(amountCents) } : {}),
  };
}

/** An amount that the bank has locked is the bank's decision: no limits apply to it. */
const limitsOf = (session: EmbedSession, at: Date): GiftLimits =>
  lockedIn(session).dollar_amount === undefined ? limitsAt(session, at) : NO_LIMITS;

/** What the account can give now; null where the bank has locked the amount. */
export async function findAllowance(session: EmbedSession): Promise<Allowance | null> {
  if (lockedIn(session).dollar_amount !== undefined) return null;
  const [allowance] = await findAllowances([{ ...session, ...session.scope }]);
  return allowance ?? null;
}

/** A donation to review. It is not stored. */
export type EmbedDraft = { request: EmbedDonationRequest; points: number };

const pointsOf = (session: EmbedSession, request: EmbedDonationRequest) =>
  pointsFor(toCents(request.dollar_amount), session.rate);

/**
 * Drafts the donation at the current rate.
 * @throws InvalidInput with every violation that accepting it would have now
 */
export async function draftInSession(
  session: EmbedSession,
  asked: EmbedDonationRequest,
): Promise<EmbedDraft> {
  const request = { ...asked, ...lockedIn(session) };
  const limits = limitsOf(session, new Date());
  const [rules, givenCents] = await Promise.all([
    givingRulesOf(request.school_id),
    givenOn(session.scope.accountId, limits),
  ]);
  const amountCents = toCents(request.dollar_amount);
  const refused = refusal({ amountCents, ...limits }, { ...rules, givenCents }, []);
  if (refused) throw refused;
  return { request, points: pointsOf(session, request) };
}

function newDonation(session: EmbedSession, { request, points }: EmbedDraft): NewDonation {
  const { sessionId, bankId, accountId, cardholderId } = session.scope;
  const ids = newIds();
  return {
    ...ids,
    // The ID makes repeated and concurrent confirmations idempotent.
    id: sessionId,
    bankId,
    channel: "embed",
    bankTransactionRef: `embed:${sessionId}`,
    requestHash: hashOf(request),
    schoolId: request.school_id,
    fundDesignation: request.fund_designation,
    accountId,
    cardholderId,
    amountCents: toCents(request.dollar_amount),
    pointsRedeemed: points,
    pointsPerDollar: session.rate,
    loyaltyProgramId: session.programId,
    cardholderMessage: request.cardholder_message ?? null,
    notifyCardholder: request.notify_by_email,
    metadata: null,
    recurring: false,
    recurrenceCadence: null,
    ...limitsOf(session, ids.createdAt),
    idempotencyKey: null,
    authorizationId: null,
    keyId: session.keyId,
  };
}

const isRefusal = (error: unknown) =>
  error instanceof InvalidInput || error instanceof ServiceError;

/** The outcome of confirming. */
export type EmbedOutcome =
  /** Accepted, by this or another confirmation of the same session. */
  | { donation: CardholderDonation; isNew: boolean }
  /** The rate has changed since it was shown: nothing was written. */
  | { redrafted: EmbedDraft };

/**
 * Accepts the donation of an open session. Never redeems a different number of points than was shown.
 * @throws InvalidInput with every violation; ServiceError if the bank declines or does not answer; nothing was given
 */
export async function giveInSession(
  session: EmbedSession,
  asked: EmbedDonationRequest,
  shownPoints: number,
): Promise<EmbedOutcome> {
  const request = { ...asked, ...lockedIn(session) };
  const points = pointsOf(session, request);
  if (points !== shownPoints) return { redrafted: await draftInSession(session, request) };
  const donation = newDonation(session, { request, points });
  let found: Acceptance;
  try {
    found = await acceptOfPerson(donation, session.asksBank);
  } catch (error) {
    // A concurrent confirmation may have been accepted: it has used what was left today, or the bank's approval.
    const made = isRefusal(error) && (await findEmbedDonation(session.scope));
    if (!made) throw error;
    return { donation: made, isNew: false };
  }
  const made = await findEmbedDonation(session.scope);
  if (made) return { donation: made, isNew: found.accepted };
  const refused = refusal(donation, found, [
    ...accountObjections(found.accountStatus),
    ...dayObjection(found.isDayFull, "service_user_id"),
  ]);
  throw refused ?? new Error("a donation was neither accepted nor found under its session");
}
