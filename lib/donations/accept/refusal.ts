/** Why a donation is refused: by what the accepting statement found, or, before it runs, by what's known so far. */
import { accountObjections, dailyLimitObjections } from "../../accounts/objections.ts";
import { isStopped } from "../../banks/status.ts";
import { onlyRow } from "../../database/run.ts";
import { InvalidInput, ServiceError, type Violation } from "../../errors.ts";
import { formatPoints, formatRate, pointsFor } from "../../money.ts";
import { amountViolations, schoolViolations } from "../../schools/contract.ts";
import { type BankLimits, bankLimitViolations, limitViolations } from "./limits.ts";
import { type Acceptance, findFacts, type NewDonation } from "./sql.ts";

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
    ...bankLimitViolations(donation, facts),
    ...pointsViolations(donation, facts),
    ...accountViolations(donation, facts),
  ];
  return violations.length > 0 ? new InvalidInput(violations) : null;
}

/** Why a gift would be refused now. How many its account has made today doesn't count yet. */
export async function refusalNow(gift: NewDonation): Promise<InvalidInput | ServiceError | null> {
  const facts = onlyRow(await findFacts({ donations: [gift] }));
  return refusalOf(gift, { ...facts, isDayFull: false });
}
