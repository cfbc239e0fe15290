/** Why a donation is refused: by what the accepting statement found, or, before it runs, by what's known so far. */
import { accountObjections, dailyLimitObjections } from "../../accounts/objections.ts";
import { findBankTerms } from "../../banks/queries.ts";
import { isStopped } from "../../banks/status.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { formatPoints, formatRate, pointsFor } from "../../money.ts";
import { amountViolations, schoolViolations } from "../../schools/contract.ts";
import { type BankLimits, bankLimitViolations, NO_BANK_LIMITS } from "./bank-limits.ts";
import { findDonatedOn, limitViolations } from "./limits.ts";
import { type Acceptance, findGivingRules, type NewDonation } from "./sql.ts";

type Facts = Pick<Acceptance, "schoolActive" | "minimumCents" | "fundMinimumCents"> &
  Pick<Acceptance, "donatedCents"> &
  Pick<Acceptance, "bankStatus" | "accountStatus" | "isDayFull"> &
  Partial<BankLimits & Pick<Acceptance, "arePointsRefused" | "registeredRate">>;

/** Points that disagree with the rate of a program that refuses mismatches. */
function pointsViolations(
  { amountCents }: NewDonation,
  { arePointsRefused, registeredRate }: Facts,
): Violation[] {
  if (!arePointsRefused || registeredRate === undefined) return [];
  const expected = formatPoints(pointsFor(amountCents, registeredRate));
  const msg = `The program's rate is ${formatRate(registeredRate)}: this donation is worth ${expected}`;
  return [{ loc: ["body", "points_redeemed"], msg, type: "value_error" }];
}

/** At the field in which the channel names the account. */
function accountViolations(
  { accountId, channel }: NewDonation,
  { accountStatus, isDayFull }: Facts,
): Violation[] {
  if (accountId === null) return [];
  const field = channel === "portal" ? "loyalty_account_id" : "service_user_id";
  return [...accountObjections(accountStatus, field), ...dailyLimitObjections(isDayFull, field)];
}

/** Its bank isn't active, or all violations; null if there is no reason to refuse. */
export function refusalOf(donation: NewDonation, facts: Facts): InvalidInput | ServiceError | null {
  // A bank that doesn't exist has no accounts either.
  if (isStopped(facts.bankStatus)) return new ServiceError("BANK_SUSPENDED");
  const violations = [
    ...schoolViolations(facts.schoolActive),
    ...amountViolations(donation.amountCents, facts.minimumCents, facts.fundMinimumCents),
    ...limitViolations(donation.amountCents, donation, facts.donatedCents),
    ...bankLimitViolations(donation, { ...NO_BANK_LIMITS, ...facts }),
    ...pointsViolations(donation, facts),
    ...accountViolations(donation, facts),
  ];
  return violations.length > 0 ? new InvalidInput(violations) : null;
}

const NO_SCHOOL = { schoolActive: null, minimumCents: null, fundMinimumCents: null };

/** Why a cardholder's gift would be refused now. @param accountStatus null if they have no such account */
export async function refusalNow(
  gift: NewDonation & { accountId: string },
  accountStatus: string | null,
): Promise<InvalidInput | ServiceError | null> {
  // Sequential: the simulation replays a run query by query.
  const { schoolId, fundDesignation: designation } = gift;
  const [rules = NO_SCHOOL] = await findGivingRules({ schoolId, designation });
  const terms = await findBankTerms(gift.bankId);
  const donatedCents = await findDonatedOn(gift.accountId, gift);
  return refusalOf(gift, { ...rules, ...terms, donatedCents, accountStatus, isDayFull: false });
}
