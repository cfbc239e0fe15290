/**
 * Drafts: what a cardholder is about to give, between looking it over and saying yes. Nothing is
 * written for one. It has the id that its donation will have, so that saying yes twice is once.
 */
import { v7 as uuidv7 } from "uuid";
import { loyaltyAccountObjections } from "../../accounts/objections.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { ServiceError } from "../../errors.ts";
import { asCents, pointsFor, toCents } from "../../money.ts";
import type { CardholderDonation } from "../contract.ts";
import { getCardholderDonation } from "../history/cardholder-queries.ts";
import type { PortalDonationRequest } from "../portal-contract.ts";
import { refusal } from "./accept.ts";
import { acceptCardholderDonation, newCardholderDonation } from "./cardholder-mutations.ts";
import { findSource, type Source } from "./sources.ts";

export type DonationDraft = {
  donationId: string;
  /** Whose it is. */
  cardholderId: string;
  request: PortalDonationRequest;
  /** What it takes, and at which rate, as the cardholder was shown. */
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

/** How a school stands with respect to giving to it. */
export async function givingRulesOf(schoolId: string) {
  const school = await db().school.findUnique({
    where: { id: schoolId },
    select: { active: true, minimumDonationCents: true },
  });
  return {
    schoolActive: school?.active ?? null,
    minimumCents: school ? asCents(school.minimumDonationCents) : null,
  };
}

/**
 * What giving this would be, at the present rate.
 * @throws InvalidInput with all that accepting it would say against it now
 */
export async function draftCardholderDonation(
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<DonationDraft> {
  const [standing, source] = await Promise.all([
    givingRulesOf(request.school_id),
    findSource(scope, request.loyalty_account_id),
  ]);
  const amountCents = toCents(request.dollar_amount);
  const ofAccount = loyaltyAccountObjections(source?.status ?? null);
  const refused = refusal({ amountCents }, standing, ofAccount);
  if (refused) throw refused;
  return draftOf(scope, request, source as Source, uuidv7());
}

/** The donation that a draft has become, or null. */
export async function findDrafted(
  scope: CardholderScope,
  draft: DonationDraft,
): Promise<CardholderDonation | null> {
  return getCardholderDonation(scope, draft.donationId).catch((error) => {
    if (error instanceof ServiceError && error.code === "DONATION_NOT_FOUND") return null;
    throw error;
  });
}

/** What came of a yes: the donation, or where the rate has changed since, the draft to look at anew. */
export type DraftOutcome = { donation: CardholderDonation } | { redrafted: DonationDraft };

/**
 * Accepts what was drafted, for good and once: asked again, or many times at once, it answers with the
 * one donation. Never takes another number of points than was shown.
 * @throws InvalidInput with every objection at once; nothing was written
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
  const accepted = await acceptCardholderDonation(donation);
  // Taken: by the same draft, sent in the same moment.
  return { donation: accepted ?? (await getCardholderDonation(scope, donationId)) };
}
