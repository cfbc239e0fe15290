/** Accepting what cardholders give in the portal: the same way as the bank's, from their own points. */
import { NIL as NO_BANK } from "uuid";
import { loyaltyAccountObjections } from "../accounts/objections.ts";
import type { CardholderScope } from "../auth/scopes.ts";
import { STANDARD_RATE } from "../cardholders/loyalty.ts";
import { pool } from "../db.ts";
import { toCents } from "../money.ts";
import { accept, asWritten, hashOf, newIds, refusal } from "./acceptance.ts";
import type { OwnDonation } from "./contract.ts";
import type { PortalDonationRequest } from "./portal-contract.ts";
import { serializeOwnDonation } from "./serialize.ts";
import type { NewDonation } from "./statements.ts";

type Source = { bankId: string; programId: string | null; rate: number; points: number };

/** What an unknown account stands for: no bank has it, and so the statement finds none either. */
const NO_SOURCE: Source = { bankId: NO_BANK, programId: null, rate: STANDARD_RATE, points: 0 };

/** Where the points come from, and how many. Decimals, since 1.1 times 100 is more than 110 in floats. */
async function sourceOf(
  scope: CardholderScope,
  accountId: string,
  amountCents: number,
): Promise<Source> {
  const { rows } = await pool().query<Source>(
    `select bank_id as "bankId", loyalty_program_id as "programId", rate,
       ceil($3::numeric * rate::numeric / 100)::bigint as points
     from (
       select a.bank_id, a.loyalty_program_id, coalesce(p.points_per_dollar, $4) as rate
       from account a left join loyalty_program p
         on p.bank_id = a.bank_id and p.program_id = a.loyalty_program_id
       where a.id = $1 and a.cardholder_id = $2
     ) source`,
    [accountId, scope.cardholderId, amountCents, STANDARD_RATE],
  );
  return rows[0] ?? NO_SOURCE;
}

function newDonation(request: PortalDonationRequest, cents: number, source: Source): NewDonation {
  const ids = newIds();
  return {
    ...ids,
    bankId: source.bankId,
    channel: "portal",
    bankTransactionRef: `portal:${ids.id}`,
    requestHash: hashOf(request),
    schoolId: request.school_id,
    fundDesignation: request.fund_designation,
    accountId: request.loyalty_account_id,
    amountCents: cents,
    pointsRedeemed: source.points,
    pointsPerDollar: source.rate,
    loyaltyProgramId: source.programId,
    cardholderMessage: request.cardholder_message ?? null,
    notifyCardholder: request.notify_by_email,
    metadata: null,
    recurring: false,
    recurrenceCadence: null,
  };
}

/**
 * Accepts a donation of this cardholder's points for good. The bank takes the points when it is told.
 * @throws InvalidInput with every objection at once; nothing was written
 */
export async function requestOwnDonation(
  scope: CardholderScope,
  request: PortalDonationRequest,
): Promise<OwnDonation> {
  const cents = toCents(request.dollar_amount);
  const source = await sourceOf(scope, request.loyalty_account_id, cents);
  const donation = newDonation(request, cents, source);
  const found = await accept(donation);
  if (!found.accepted) {
    throw refusal(donation, found, loyaltyAccountObjections(found.accountStatus));
  }
  const { schoolName, fundName } = found;
  return serializeOwnDonation({
    ...asWritten(donation, found),
    schoolName: schoolName as string,
    fundName,
  });
}
