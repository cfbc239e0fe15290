/**
 * Gifts of the past, for seeds and benchmarks. The service's own statements accept and settle them, so every row, total,
 * and event is as the service leaves it. Only their times are given.
 */
import { v7 as uuidv7 } from "uuid";
import type { Transaction } from "#lib/database/transaction.ts";
import { newDonation } from "#lib/donations/accept/mutations.ts";
import { acceptAll, type NewDonation } from "#lib/donations/accept/sql.ts";
import type { Settlement } from "#lib/donations/state.ts";
import { env } from "#lib/env.ts";
import { settleIn } from "#lib/settlement/settle.ts";
import { beginPushes, type PushedDonation } from "#lib/settlement/sql.ts";
import { backdateCredits, openBooks } from "./sql.ts";

export const DAY_MS = 86_400_000;

export type Program = { bankId: string; programId: string; pointsPerDollar: number };

export type PastGift = {
  program: Program;
  dollars: number;
  /** Null while the school hasn't decided. */
  settlement: (Settlement & { at: Date }) | null;
} & Pick<NewDonation, "accountId" | "schoolId" | "fundDesignation" | "bankTransactionRef"> &
  Pick<NewDonation, "channel" | "cardholderMessage" | "shareWithSchool" | "createdAt">;

const donationOf = ({ program, dollars, ...gift }: PastGift): NewDonation =>
  newDonation(
    { dollar_amount: dollars, school_id: gift.schoolId, fund_designation: gift.fundDesignation },
    {
      ...gift,
      id: uuidv7({ msecs: gift.createdAt.getTime() }),
      estimatedConfirmationAt: new Date(gift.createdAt.getTime() + env().confirmationEstimateMs),
      bankId: program.bankId,
      keyId: null,
      pointsRedeemed: dollars * program.pointsPerDollar,
      pointsPerDollar: program.pointsPerDollar,
      loyaltyProgramId: program.programId,
      notifyCardholder: true,
    },
  );

const UNLIMITED = 1_000_000;

type Accepted<Gift> = { gift: Gift; donation: PushedDonation };

/** Accepts gifts, whose pushes have begun. @throws Error if the service wouldn't accept one of them */
export async function acceptPastGifts<Gift extends PastGift>(
  tx: Transaction,
  gifts: Gift[],
): Promise<Accepted<Gift>[]> {
  const donations = gifts.map(donationOf);
  // Without runs, since nothing is to be pushed.
  const accepted = await acceptAll({ donations, runs: "[]", maxDailyGifts: UNLIMITED }, tx);
  const refused = accepted.find((one) => !one.accepted);
  if (refused) throw new Error(`a past gift wasn't accepted: ${JSON.stringify(refused)}`);
  const members = donations.map(({ id }) => ({ id, generation: 0 }));
  const pushed = new Map(
    (await beginPushes({ donations: members }, tx)).map((row) => [row.id, row]),
  );
  return gifts.map((gift, n) => {
    return { gift, donation: pushed.get(donations[n]?.id as string) as PushedDonation };
  });
}

/** Settles accepted gifts, with their events, and gives their credits the times of the gifts. */
export async function settlePastGifts(tx: Transaction, accepted: Accepted<PastGift>[]) {
  const decided = accepted.flatMap(({ donation, gift: { settlement } }) =>
    settlement ? [{ donation, settlement, at: settlement.at, completedAt: settlement.at }] : [],
  );
  const first = Math.min(...decided.map(({ at }) => at.getTime()));
  const ids = [...new Set(decided.map(({ donation: { bankId } }) => bankId))];
  if (ids.length > 0) await openBooks({ ids, at: new Date(first) }, tx);
  await settleIn(tx, decided);
  await backdateCredits({ ids: accepted.map(({ donation }) => donation.id) }, tx);
}
