/** The sandbox's past gifts, with their sums, as the service leaves them: its functions accept gifts only now. */
import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { db } from "#lib/database/prisma.ts";
import { serializeDonation } from "#lib/donations/serialize.ts";
import { sumOfCents, toCents } from "#lib/money.ts";

export const DAY_MS = 86_400_000;

/** An ID that is the same for the same name. */
export const idOf = (name: string) => uuidv5(name, "0d000000-0000-7000-8000-0000000000ff");

/** A number from 0 up to (excluding) `below`, determined by the seed. */
export function pick(below: number, ...seed: (string | number)[]): number {
  return createHash("sha256").update(seed.join(":")).digest().readUInt32BE() % below;
}

/** An element determined by the seed. */
export const pickFrom = <T>(all: readonly T[], ...seed: (string | number)[]): T =>
  all[pick(all.length, ...seed)] as T;

export type Program = { bankId: string; programId: string; pointsPerDollar: number };

type PastGift = {
  id: string;
  /** Whoever gave; null for the bank itself. */
  account: { id: string; cardholderId: string; user: string } | null;
  program: Program;
  schoolId: string;
  fundId: string;
  dollars: number;
  reference: string;
  channel: string;
  message: string | null;
  sharing: string | null;
  createdAt: Date;
  /** When the donor was told to expect an answer. */
  promisedAt: Date;
  attempts: number;
  /** Null while it's pending. */
  settledAt: Date | null;
  refusal: string | null;
  /** The school's number for it, and what its platform calls its state, unless it's pending or refused. */
  number: string | null;
  platformStatus: string;
};

/** A gift in each table that has a part of it, with the event about how it ended. */
export function rowsOf(gift: PastGift) {
  const { id, account, program, fundId, settledAt, refusal, number } = gift;
  const isRefused = refusal !== null;
  const status = settledAt === null ? "pending" : isRefused ? "failed" : "completed";
  const credit = {
    donationId: id,
    status: { pending: "pending", failed: "refused", completed: "credited" }[status],
    platformCreditId: number,
    platformStatus: number && gift.platformStatus,
    attemptCount: gift.attempts,
    attemptStartedAt: gift.createdAt,
    lastAttemptedAt: settledAt ?? gift.createdAt,
    lastError: refusal,
    flaggedAt: null,
    heldAt: null,
    settledAt,
    nextAttemptAt: settledAt ?? gift.promisedAt,
  };
  const donation = {
    id,
    bankId: program.bankId,
    accountId: account?.id ?? null,
    cardholderId: account?.cardholderId ?? null,
    schoolId: gift.schoolId,
    fundId,
    fundDesignation: fundId,
    amountCents: toCents(gift.dollars),
    pointsRedeemed: gift.dollars * program.pointsPerDollar,
    pointsPerDollar: program.pointsPerDollar,
    bankTransactionRef: gift.reference,
    requestHash: Uint8Array.from(createHash("sha256").update(id).digest()),
    channel: gift.channel,
    loyaltyProgramId: program.programId,
    cardholderMessage: gift.message,
    notifyCardholder: true,
    recurring: false,
    recurrenceCadence: null,
    status,
    failureReason: refusal,
    sequence: settledAt === null ? 0 : 1,
    createdAt: gift.createdAt,
    estimatedConfirmationAt: gift.promisedAt,
    completedAt: isRefused ? null : settledAt,
    failedAt: isRefused ? settledAt : null,
    authorizationId: null,
    holdReference: null,
    pointsMismatch: false,
    shareWithSchool: gift.sharing,
  };
  if (settledAt === null) return { donation, credit, event: [] };
  const type = `donation.${status}`;
  const data = {
    ...serializeDonation({ ...credit, ...donation, metadata: null }),
    bank_user_id: account?.user ?? null,
    sequence: 1,
  };
  const event = {
    id: idOf(`event:${id}`),
    bankId: program.bankId,
    donationId: id,
    type,
    sequence: 1,
    body: JSON.stringify({ type, timestamp: settledAt.toISOString(), data }),
    createdAt: settledAt,
  };
  return { donation, credit, event: [event] };
}

type GiftRows = ReturnType<typeof rowsOf>;

export const centsOf = (gifts: GiftRows[]) =>
  sumOfCents(gifts.map(({ donation }) => donation.amountCents));

/** The number and the sum of completed gifts, by what has a total. */
function totalsBy<Key>(gifts: GiftRows[], keyOf: (gift: GiftRows) => Key | null) {
  const completed = gifts.filter(({ donation }) => donation.completedAt !== null);
  return [...Map.groupBy(completed, keyOf)].flatMap(([key, its]) =>
    key === null ? [] : [{ key, count: its.length, cents: centsOf(its) }],
  );
}

/** Statements that write gifts and their totals, for one transaction. */
export const writesOf = (gifts: GiftRows[]) => [
  db().donation.createMany({ data: gifts.map(({ donation }) => donation) }),
  db().credit.createMany({ data: gifts.map(({ credit }) => credit) }),
  db().event.createMany({ data: gifts.flatMap(({ event }) => event) }),
  ...totalsBy(gifts, ({ donation }) => donation.accountId).map(({ key, count, cents }) =>
    db().account.update({
      where: { id: key },
      data: { donationCount: { increment: count }, lifetimeDonatedCents: { increment: cents } },
    }),
  ),
  ...totalsBy(gifts, ({ donation }) => donation.schoolId).map(({ key, count, cents }) =>
    db().schoolTotal.upsert({
      where: { schoolId_shard: { schoolId: key, shard: 0 } },
      create: { schoolId: key, shard: 0, donationCount: count, donatedCents: cents },
      update: { donationCount: { increment: count }, donatedCents: { increment: cents } },
    }),
  ),
];
