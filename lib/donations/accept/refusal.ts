/** Why donations are refused: before they are accepted, as far as it is known, and by what the statement has found. */
import { accountObjections, dayObjection } from "../../accounts/objections.ts";
import { findBankTerms } from "../../banks/queries.ts";
import { isStopped } from "../../banks/status.ts";
import { db } from "../../database/prisma.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { asCents, formatPoints, formatRate, pointsFor } from "../../money.ts";
import { amountObjections, schoolObjections } from "../../schools/objections.ts";
import { type BankLimits, bankLimitObjections, NO_BANK_LIMITS } from "./bank-limits.ts";
import { givenOn, limitObjections } from "./limits.ts";
import type { Acceptance, NewDonation } from "./sql.ts";

type Found = Pick<Acceptance, "schoolActive" | "minimumCents" | "donatedCents"> &
  Pick<Acceptance, "bankStatus" | "accountStatus" | "isDayFull"> &
  Partial<BankLimits & Pick<Acceptance, "arePointsRefused" | "registeredRate">>;

/** Points that disagree with the rate of a program that refuses them. */
function pointsObjections(
  { amountCents }: NewDonation,
  { arePointsRefused, registeredRate }: Found,
): Violation[] {
  if (!arePointsRefused || registeredRate === undefined) return [];
  const expected = formatPoints(pointsFor(amountCents, registeredRate));
  const msg = `The program's rate is ${formatRate(registeredRate)}: this donation is worth ${expected}`;
  return [{ loc: ["body", "points_redeemed"], msg, type: "value_error" }];
}

/** At the field by which the channel names the account. */
function objectionsOfAccount(
  { accountId, channel }: NewDonation,
  { accountStatus, isDayFull }: Found,
): Violation[] {
  if (accountId === null) return [];
  const field = channel === "portal" ? "loyalty_account_id" : "service_user_id";
  return [...accountObjections(accountStatus, field), ...dayObjection(isDayFull, field)];
}

/** Its bank isn't active, or every objection at the fields concerned; null if there is no reason. */
export function refusalOf(donation: NewDonation, found: Found): InvalidInput | ServiceError | null {
  // Nor is there an account of a bank that doesn't exist.
  if (isStopped(found.bankStatus)) return new ServiceError("BANK_SUSPENDED");
  const violations = [
    ...schoolObjections(found.schoolActive),
    ...amountObjections(donation.amountCents, found.minimumCents),
    ...limitObjections(donation.amountCents, donation, found.donatedCents),
    ...bankLimitObjections(donation, { ...NO_BANK_LIMITS, ...found }),
    ...pointsObjections(donation, found),
    ...objectionsOfAccount(donation, found),
  ];
  return violations.length > 0 ? new InvalidInput(violations) : null;
}

/** Whether a school accepts donations, and its minimum. */
async function givingRulesOf(schoolId: string) {
  const school = await db().school.findUnique({
    where: { id: schoolId },
    select: { active: true, minimumDonationCents: true },
  });
  return {
    schoolActive: school?.active ?? null,
    minimumCents: school ? asCents(school.minimumDonationCents) : null,
  };
}

/** Why a gift of a person would be refused now. @param accountStatus null if they have no such account */
export async function refusalNow(
  gift: NewDonation & { accountId: string },
  accountStatus: string | null,
): Promise<InvalidInput | ServiceError | null> {
  // One after the other: the simulation repeats a run query by query.
  const rules = await givingRulesOf(gift.schoolId);
  const terms = await findBankTerms(gift.bankId);
  const donatedCents = await givenOn(gift.accountId, gift);
  return refusalOf(gift, { ...rules, ...terms, donatedCents, accountStatus, isDayFull: false });
}
