/** Adds to gifts and drafts what pages show with them, such as the school. */
import { findSchool, type ShownSchool } from "#app/find-schools.ts";
import type { Balance } from "#components/giving/balance.ts";
import type { GiftWithSchool } from "#components/giving/gift-card.tsx";
import type { ReviewProps } from "#components/giving/review.tsx";
import { dayAt } from "#lib/calendar.ts";
import { formatDay } from "#lib/dates.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import { findGiftTerms } from "#lib/donations/history/queries.ts";
import { SHARED, sharingOf } from "#lib/donations/sharing.ts";
import type { Draft } from "#lib/giving/give.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import { taxLine } from "#lib/schools/tax.ts";
import { promiseZone } from "#lib/ticketing/config.ts";
import { againPath } from "./choices.ts";
import { fundOption } from "./funds.ts";

/** The fallback is unreachable in practice: a school with donations can't be deleted. */
export function addSchools(donations: CardholderDonation[]): Promise<GiftWithSchool[]> {
  const gifts = donations.map(async (donation) => {
    const { school_id, school_name: name } = donation;
    const look = await findSchoolBranding(school_id);
    const school = look ?? { school_id, name, monogram: "", colors: [], motif: "pennants" };
    return { donation, school, again: look?.active ? againPath(donation) : null };
  });
  return Promise.all(gifts);
}

/** The school and tax line of a gift. Null only if the school was deleted, which its donations prevent. */
export async function readGiftContext(donation: CardholderDonation) {
  const { donation_id, school_id, estimated_confirmation_at: expectedAt } = donation;
  const school = await findSchool(school_id);
  const fund = school && (await findGiftTerms(donation_id));
  const timeZone = await promiseZone(school_id);
  const promisedBy = timeZone ? formatDay(dayAt(new Date(expectedAt), timeZone)) : null;
  return school && { school, tax: fund ? taxLine(fund) : null, promisedBy };
}

/** The props of a draft's review. */
export const reviewOf = (
  { request, points }: Draft,
  school: ShownSchool,
  source: ReviewProps["source"],
): ReviewProps => ({
  school,
  dollars: request.dollar_amount,
  points,
  fund: fundOption(school.funds, request.fund_designation),
  source,
  note: request.cardholder_message ?? null,
  shared: SHARED[sharingOf(request.share_with_school ?? null)],
  emailUpdates: request.notify_by_email,
});

const DAY_MS = 24 * 60 * 60_000;

type StoredBalance = { pointsBalance: number | null; pointsBalanceAt: Date | null };

/** An account's balance; null if there is none. @param timeZone the reader's */
export function shownBalance(
  { pointsBalance: points, pointsBalanceAt: at }: StoredBalance,
  timeZone: string,
): Balance | null {
  if (points === null || at === null) return null;
  const isOld = Date.now() - at.getTime() > DAY_MS;
  return { points, age: isOld ? `as of ${formatDay(dayAt(at, timeZone))}` : null };
}
