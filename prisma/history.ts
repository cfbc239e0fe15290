/** A plausible history for the demo, with its sums. Deterministic, except for the dates. */
import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { db } from "#lib/database/prisma.ts";
import { serializeDonation } from "#lib/donations/serialize.ts";
import { sumOfCents, toCents } from "#lib/money.ts";

export type DemoAccount = {
  id: string;
  cardholderId: string;
  user: string;
  program: { bankId: string; programId: string; pointsPerDollar: number };
  school: string;
};

const AMOUNTS = [25, 50, 40, 100, 25, 75, 30, 150, 60, 25, 250, 45];
const OTHER_SCHOOLS = ["notre-dame", "alabama", "oregon", "penn-state"];
const DAY_MS = 86_400_000;
export const NAMESPACE = "0d000000-0000-7000-8000-0000000000ff";

/** A number from 0 up to (excluding) `below`, determined by the seed. */
export function pick(below: number, ...seed: (string | number)[]): number {
  return createHash("sha256").update(seed.join(":")).digest().readUInt32BE() % below;
}

type Ledger = {
  now: number;
  /** School → the letters in its confirmation numbers. */
  monograms: Map<string, string | null>;
  /** The next confirmation number. The stub platform's sequence starts after the history's. */
  nextNumber: number;
};

/** One past gift: about every fifth week, mostly to the preferred school. */
function pastDonation(account: DemoAccount, index: number, ledger: Ledger) {
  const { now, monograms } = ledger;
  const daysAgo = 12 + index * 34 + pick(9, account.user, index);
  const createdAt = new Date(now - daysAgo * DAY_MS + pick(36_000_000, account.user, index, "t"));
  const completedAt = new Date(
    createdAt.getTime() + 1_400 + pick(40_000, account.user, index, "c"),
  );
  const other = pick(3, account.user, index, "school") === 0;
  const schoolId = other
    ? (OTHER_SCHOOLS[pick(OTHER_SCHOOLS.length, account.user, index)] as string)
    : account.school;
  const dollars = AMOUNTS[pick(AMOUNTS.length, account.user, index, "amount")] as number;
  const { bankId, programId, pointsPerDollar } = account.program;
  const id = uuidv5(`${bankId}:${account.user}:${index}`, NAMESPACE);
  const failed = account.user === "demo-riley" && index === 3;
  const year = String(completedAt.getUTCFullYear()).slice(2);
  const number = `${monograms.get(schoolId)}-${year}-${ledger.nextNumber++}`;
  const credit = {
    donationId: id,
    status: failed ? "refused" : "credited",
    platformCreditId: failed ? null : number,
    platformStatus: failed ? null : "posted",
    attemptCount: 1,
    lastAttemptedAt: completedAt,
    lastError: failed ? "the school does not take gifts to this fund now" : null,
    flaggedAt: null,
    heldAt: null,
    settledAt: completedAt,
  };
  const donation = {
    id,
    bankId,
    accountId: account.id,
    cardholderId: account.cardholderId,
    schoolId,
    fundId: "annual-fund",
    fundDesignation: "annual-fund",
    amountCents: toCents(dollars),
    pointsRedeemed: Math.ceil(dollars * pointsPerDollar),
    pointsPerDollar,
    bankTransactionRef: `demo-${account.user}-${index}`,
    requestHash: Uint8Array.from(createHash("sha256").update(id).digest()),
    channel: "bank",
    loyaltyProgramId: programId,
    cardholderMessage: index === 0 ? "For the band, too." : null,
    notifyCardholder: true,
    recurring: false,
    recurrenceCadence: null,
    status: failed ? "failed" : "completed",
    failureReason: credit.lastError,
    sequence: 1,
    createdAt,
    estimatedConfirmationAt: new Date(createdAt.getTime() + 300_000),
    completedAt: failed ? null : completedAt,
    failedAt: failed ? completedAt : null,
    authorizationId: null,
    holdReference: null,
    pointsMismatch: false,
  };
  const data = {
    ...serializeDonation({ ...credit, ...donation, metadata: null }),
    bank_user_id: account.user,
  };
  const type = `donation.${donation.status}`;
  const event = {
    id: uuidv5(`event:${id}`, NAMESPACE),
    bankId,
    donationId: id,
    type,
    sequence: 1,
    body: JSON.stringify({
      type,
      timestamp: completedAt.toISOString(),
      data: { ...data, sequence: 1 },
    }),
    createdAt: completedAt,
  };
  const stubCredit = {
    id: number,
    partnerReference: id,
    schoolId,
    fanId: `fan_${account.user}`,
    amountCents: donation.amountCents,
    instruction: { partnerReference: id, source: "points-to-donation" },
    createdAt: completedAt,
  };
  return { donation, credit, event, stubCredit: failed ? [] : [stubCredit] };
}

type PastDonation = ReturnType<typeof pastDonation>["donation"];

const centsOf = (gifts: PastDonation[]) => sumOfCents(gifts.map(({ amountCents }) => amountCents));

/** Writes the accounts' history, with account and school totals, unless it already exists. */
export async function seedHistory(accounts: DemoAccount[]): Promise<void> {
  const schools = await db().school.findMany({ select: { id: true, monogram: true } });
  const monograms = new Map(schools.map(({ id, monogram }) => [id, monogram]));
  const ledger = { now: Date.now(), monograms, nextNumber: 101_377 };
  const past = accounts.flatMap((account) =>
    Array.from({ length: account.user === "demo-casey" ? 3 : 12 }, (_, index) =>
      pastDonation(account, index, ledger),
    ),
  );
  const donations = past.map(({ donation }) => donation);
  const completed = donations.filter(({ status }) => status === "completed");
  const byAccount = Map.groupBy(completed, ({ accountId }) => accountId);
  const bySchool = Map.groupBy(completed, ({ schoolId }) => schoolId);
  await db().$transaction([
    db().donation.createMany({ data: donations, skipDuplicates: true }),
    db().credit.createMany({ data: past.map(({ credit }) => credit), skipDuplicates: true }),
    db().event.createMany({ data: past.map(({ event }) => event), skipDuplicates: true }),
    db().stubCredit.createMany({
      data: past.flatMap(({ stubCredit }) => stubCredit),
      skipDuplicates: true,
    }),
    ...[...byAccount].map(([id, gifts]) =>
      db().account.update({
        where: { id },
        data: { donationCount: gifts.length, lifetimeDonatedCents: centsOf(gifts) },
      }),
    ),
    db().schoolTotal.createMany({
      data: [...bySchool].map(([schoolId, gifts]) => ({
        schoolId,
        shard: 0,
        donationCount: gifts.length,
        donatedCents: centsOf(gifts),
      })),
      skipDuplicates: true,
    }),
  ]);
}
