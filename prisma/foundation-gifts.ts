/** The demonstration foundation's gifts: who gives, to what, in which week, and each gift in every table. */
import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { donorNumberOf, giftNumberOf } from "#lib/donations/gift-number.ts";
import { dayAt } from "#lib/donations/history/calendar.ts";
import { serializeDonation } from "#lib/donations/serialize.ts";
import { toCents } from "#lib/money.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { OTHER_BANK_ID } from "./demo.ts";
import { NAMESPACE, pick } from "./history.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const idOf = (name: string) => uuidv5(`foundation:${name}`, NAMESPACE);

const GOLD = { bankId: DEMO_BANK_ID, programId: "gold-rewards", rate: 100 };
const EVERYDAY = { bankId: OTHER_BANK_ID, programId: "everyday", rate: 125 };

/** What the school learns is each person's choice; a bank's submission always has name and email. */
export const PEOPLE = [
  { user: "fan-avery", name: "Avery Sample", ...GOLD, channel: "portal", shares: "name" },
  { user: "fan-morgan", name: "Morgan Sample", ...GOLD, channel: "bank", shares: null },
  { user: "fan-quinn", name: "Quinn Sample", ...GOLD, channel: "portal", shares: "nothing" },
  { user: "fan-rowan", name: "Rowan Sample", ...EVERYDAY, channel: "embed", shares: "name" },
  { user: "fan-sage", name: "Sage Sample", ...EVERYDAY, channel: "bank", shares: null },
] as const;

export type Person = (typeof PEOPLE)[number];
/** Whoever gives: a person, or a bank itself. */
type Donor = { person: Person | null; bankId: string; programId: string; rate: number };
const DONORS: Donor[] = [
  ...PEOPLE.map((person) => ({ ...person, person })),
  { person: null, ...GOLD },
  { person: null, ...EVERYDAY },
];

export const FUNDS = [
  ["annual-fund", "Annual Fund"],
  ["pauley-pavilion-fund", "Pauley Pavilion Fund"],
  ["club-membership", "UCLA Athletics Club Membership with Benefits"],
] as const;
const AMOUNTS = [25, 50, 100, 60, 250, 75, 500, 120, 60, 1_000];
const MESSAGES = ["Go Bruins!", "In memory of Coach", "For the new court"];

/** A week's batch. Times are days before now. */
type Week = {
  number: number;
  from: number;
  closed: number | null;
  decided: number | null;
  gifts: number;
};
export const WEEKS: Week[] = [
  // So that a month has one before it to compare with.
  { number: 1, from: 45, closed: 38, decided: 37, gifts: 7 },
  { number: 2, from: 32, closed: 26, decided: 25, gifts: 9 },
  { number: 3, from: 26, closed: 19, decided: 18, gifts: 12 },
  { number: 4, from: 19, closed: 12, decided: 10, gifts: 11 },
  { number: 5, from: 12, closed: 5, decided: 4, gifts: 13 },
  { number: 6, from: 5, closed: 0.6, decided: null, gifts: 8 },
  { number: 7, from: 0.5, closed: null, decided: null, gifts: 4 },
];
/** The gift that was refused: its batch, and its place in it. */
const REFUSED = { number: 4, nth: 4, reason: "The season’s memberships are sold out" };

type School = { id: string; timeZone: string; monogram: string | null };
export type Account = { id: string; cardholderId: string; email: string };
export type Context = {
  now: number;
  school: School;
  accounts: Map<string, Account>;
  banks: Map<string, string>;
};

/** When the nth gift of a week was given. */
export function givenAt({ from, closed, gifts }: Week, nth: number, now: number): Date {
  const span = (from - (closed ?? 0)) * DAY_MS - HOUR_MS / 2;
  return new Date(now - from * DAY_MS + (span * (nth + 1)) / (gifts + 1));
}

/** A gift of a week, in every table that has a part of it. @param promisedAt what its donor was told */
export function giftOf(
  week: Week,
  nth: number,
  promisedAt: Date,
  { now, school, accounts, banks }: Context,
) {
  const seed = [week.number, nth];
  const id = idOf(`gift:${seed.join(":")}`);
  const donor = DONORS[(week.number * 3 + nth) % DONORS.length] as Donor;
  const { person, bankId, programId, rate } = donor;
  const account = person && (accounts.get(person.user) as Account);
  const dollars = AMOUNTS[pick(AMOUNTS.length, ...seed, "amount")] as number;
  const [fundId, fundName] = FUNDS[pick(FUNDS.length, ...seed, "fund")] as (typeof FUNDS)[number];
  const createdAt = givenAt(week, nth, now);
  const decidedAt =
    week.decided === null ? null : new Date(now - week.decided * DAY_MS + nth * 400);
  const isRefused = week.number === REFUSED.number && nth === REFUSED.nth;
  const status = decidedAt === null ? "pending" : isRefused ? "failed" : "completed";
  const number = `${school.monogram ?? "GIFT"}-${1_000 + week.number * 100 + nth}`;
  const confirmationNumber = status === "completed" ? number : null;
  const refusalReason = isRefused ? REFUSED.reason : null;
  const amountCents = toCents(dollars);
  const message =
    person && nth % 4 === 0 ? (MESSAGES[week.number % MESSAGES.length] ?? null) : null;
  const credit = {
    donationId: id,
    status: { pending: "pending", failed: "refused", completed: "credited" }[status],
    platformCreditId: confirmationNumber,
    platformStatus: confirmationNumber && "confirmed",
    attemptCount: decidedAt === null ? 1 : 2,
    attemptStartedAt: createdAt,
    lastAttemptedAt: decidedAt ?? createdAt,
    lastError: refusalReason,
    flaggedAt: null,
    heldAt: null,
    settledAt: decidedAt,
    nextAttemptAt: decidedAt ?? promisedAt,
  };
  const donation = {
    id,
    bankId,
    accountId: account?.id ?? null,
    cardholderId: account?.cardholderId ?? null,
    schoolId: school.id,
    fundId,
    fundDesignation: fundId,
    amountCents,
    pointsRedeemed: dollars * rate,
    pointsPerDollar: rate,
    bankTransactionRef: `foundation-${seed.join("-")}`,
    requestHash: Uint8Array.from(createHash("sha256").update(id).digest()),
    channel: person?.channel ?? "bank",
    loyaltyProgramId: programId,
    cardholderMessage: message,
    notifyCardholder: true,
    recurring: false,
    recurrenceCadence: null,
    status,
    failureReason: refusalReason,
    sequence: decidedAt === null ? 0 : 1,
    createdAt,
    estimatedConfirmationAt: promisedAt,
    completedAt: status === "completed" ? decidedAt : null,
    failedAt: isRefused ? decidedAt : null,
    authorizationId: null,
    holdReference: null,
    pointsMismatch: false,
    shareWithSchool: person?.shares ?? null,
  };
  const named = account && person.shares !== "nothing" ? { account, person } : null;
  const donorNumber = named && donorNumberOf(school.id, named.account.cardholderId);
  const line = {
    donationId: id,
    batchId: idOf(`batch:${week.number}`),
    amountCents,
    donorNumber,
    enteredAt: createdAt,
    gift: {
      number: giftNumberOf(id),
      acceptedAt: createdAt.toISOString(),
      date: dayAt(createdAt, school.timeZone),
      donor: named && {
        number: donorNumber as string,
        name: named.person.name,
        email: named.account.email,
      },
      bank: { number: donorNumberOf(school.id, bankId), name: banks.get(bankId) ?? "" },
      fund: { id: fundId, name: fundName },
      reference: donation.bankTransactionRef,
      message,
    },
    decidedAt,
    decidedBy: decidedAt && "seed",
    confirmationNumber,
    refusalReason,
  };
  return { donation, credit, line, user: person?.user ?? null };
}

export type Gift = ReturnType<typeof giftOf>;

/** What its bank was told once it settled. */
export function eventOf({ donation, credit, user }: Gift) {
  const { id, bankId, status, sequence } = donation;
  if (credit.settledAt === null) return [];
  const type = `donation.${status}`;
  const data = {
    ...serializeDonation({ ...credit, ...donation, metadata: null }),
    bank_user_id: user,
    sequence,
  };
  const createdAt = credit.settledAt;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  return [{ id: idOf(`event:${id}`), bankId, donationId: id, type, sequence, body, createdAt }];
}
