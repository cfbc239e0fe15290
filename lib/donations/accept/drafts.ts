/**
 * Drafts: donations that a cardholder reviews before confirming. They are not stored. A draft has the ID of
 * its future donation, so that confirming twice creates one donation.
 */
import { v7 as uuidv7 } from "uuid";
import { loyaltyAccountObjections } from "../../accounts/objections.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { InvalidInput, ServiceError } from "../../errors.ts";
import { pointsFor, toCents } from "../../money.ts";
import type { CardholderDonation } from "../contract.ts";
import { getCardholderDonation } from "../history/cardholder-queries.ts";
import type { PortalDonationRequest } from "../portal-contract.ts";
import { refusal } from "./accept.ts";
import { acceptCardholderDonation, newCardholderDonation } from "./cardholder-mutations.ts";
import { givingRulesOf } from "./giving-rules.ts";
import { givenOn, limitsAt, NO_LIMITS } from "./limits.ts";
import { findSource, type Source } from "./sources.ts";

export type DonationDraft = {
  donationId: string;
  /** The owner. */
  cardholderId: string;
  request: PortalDonationRequest;
  /** The points and the rate that were shown to the cardholder. */
  points: number;
  rate: number;
};

function draftOf(
  { cardholderId }: CardholderScope,
  request: PortalDonationRequest,
  { rate }: Source,
  donationId: string,
): DonationDraft {
  const points = pointsFor(toCents(request.dollar_amount), rate);
  return { donationId, cardholderId, request, points, rate };
}

/**
 * Drafts a donation at the current rate.
 * @throws InvalidInput with every objection that accepting it would have now; ServiceError BANK_SUSPENDED
 */
export async function draftCardholderDonation(
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<DonationDraft> {
  const [rules, source] = await Promise.all([
    givingRulesOf(request.school_id),
    findSource(scope, request.loyalty_account_id),
  ]);
  if (source?.status === "bank_suspended") throw new ServiceError("BANK_SUSPENDED");
  const amountCents = toCents(request.dollar_amount);
  const limits = source ? limitsAt(source, new Date()) : NO_LIMITS;
  const givenCents = source ? await givenOn(source.accountId, limits) : null;
  const ofAccount = loyaltyAccountObjections(source?.status ?? null);
  const refused = refusal({ amountCents, ...limits }, { ...rules, givenCents }, ofAccount);
  if (refused) throw refused;
  return draftOf(scope, request, source as Source, uuidv7());
}

/** The donation created from a draft, or null. */
export async function findDrafted(
  scope: CardholderScope,
  draft: DonationDraft,
): Promise<CardholderDonation | null> {
  return getCardholderDonation(scope, draft.donationId).catch((error) => {
    if (error instanceof ServiceError && error.code === "DONATION_NOT_FOUND") return null;
    throw error;
  });
}

/** The outcome of confirming: the donation or, if the rate has changed, a new draft to review. */
export type DraftOutcome = { donation: CardholderDonation } | { redrafted: DonationDraft };

/**
 * Accepts a draft once: repeated and concurrent calls return the same donation. Never redeems a different
 * number of points than was shown.
 * @throws InvalidInput with every objection at once; ServiceError if the bank declines or does not answer; nothing was
 *   given
 */
export async function acceptDraft(
  scope: CardholderScope,
  draft: DonationDraft,
): Promise<DraftOutcome> {
  const before = await findDrafted(scope, draft);
  if (before) return { donation: before };
  const { request, donationId } = draft;
  const source = await findSource(scope, request.loyalty_account_id);
  const donation = newCardholderDonation(scope, request, source, donationId);
  if (source && donation.pointsRedeemed !== draft.points) {
    return { redrafted: draftOf(scope, request, source, donationId) };
  }
  try {
    const accepted = await acceptCardholderDonation(donation, source);
    if (accepted) return { donation: accepted };
  } catch (error) {
    // A concurrent request with the same draft may have been accepted: it has used what was left today, or the
    // bank's approval.
    const isRefused = error instanceof InvalidInput || error instanceof ServiceError;
    const concurrent = isRefused && (await findDrafted(scope, draft));
    if (!concurrent) throw error;
    return { donation: concurrent };
  }
  return { donation: await getCardholderDonation(scope, donationId) };
}
