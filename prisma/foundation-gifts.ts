/** The demonstration foundation's gifts: who gives, to what, and in which week. */

import { dayAt } from "#lib/calendar.ts";
import { donorNumberOf, giftNumberOf } from "#lib/donations/gift-number.ts";
import { EVERYDAY, GOLD } from "./demo.ts";
import { DAY_MS, idOf as idAmongAll, type Program, pickFrom, rowsOf } from "./past-gifts.ts";

const HOUR_MS = 3_600_000;
export const idOf = (name: string) => idAmongAll(`foundation:${name}`);

/** What the school learns is each person's choice; a bank's submission always has name and email. */
export const PEOPLE = [
  { user: "fan-avery", name: "Avery Sample", program: GOLD, channel: "portal", sharing: "name" },
  { user: "fan-morgan", name: "Morgan Sample", program: GOLD, channel: "bank", sharing: null },
  { user: "fan-quinn", name: "Quinn Sample", program: GOLD, channel: "portal", sharing: "nothing" },
  { user: "fan-rowan", name: "Rowan Sample", program: EVERYDAY, channel: "embed", sharing: "name" },
  { user: "fan-sage", name: "Sage Sample", program: EVERYDAY, channel: "bank", sharing: null },
] as const;

export type Person = (typeof PEOPLE)[number];
/** Whoever gives: a person, or a bank itself. */
type Donor = { person: Person | null; program: Program };
const DONORS: Donor[] = [
  ...PEOPLE.map((person) => ({ person, program: person.program })),
  { person: null, program: GOLD },
  { person: null, program: EVERYDAY },
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
export type Account = { id: string; cardholderId: string; email: string; user: string };
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

/** A gift of a week, with its line in the week's batch. @param promisedAt what its donor was told */
export function giftOf(
  week: Week,
  nth: number,
  promisedAt: Date,
  { now, school, accounts, banks }: Context,
) {
  const { number, decided } = week;
  const { person, program } = DONORS[(number * 3 + nth) % DONORS.length] as Donor;
  const account = person && (accounts.get(person.user) as Account);
  const [fundId, fundName] = pickFrom(FUNDS, number, nth, "fund");
  const createdAt = givenAt(week, nth, now);
  const settledAt = decided === null ? null : new Date(now - decided * DAY_MS + nth * 400);
  const isRefused = number === REFUSED.number && nth === REFUSED.nth;
  const isConfirmed = settledAt !== null && !isRefused;
  const message = person && nth % 4 === 0 ? (MESSAGES[number % MESSAGES.length] ?? null) : null;
  const id = idOf(`gift:${number}:${nth}`);
  const gift = {
    id,
    account,
    program,
    schoolId: school.id,
    fundId,
    dollars: pickFrom(AMOUNTS, number, nth, "amount"),
    reference: `foundation-${number}-${nth}`,
    channel: person?.channel ?? "bank",
    message,
    sharing: person?.sharing ?? null,
    createdAt,
    promisedAt,
    attempts: settledAt === null ? 1 : 2,
    settledAt,
    refusal: isRefused ? REFUSED.reason : null,
    number: isConfirmed ? `${school.monogram ?? "GIFT"}-${1_000 + number * 100 + nth}` : null,
    platformStatus: "confirmed",
  };
  const rows = rowsOf(gift);
  const named = account && person.sharing !== "nothing" ? account : null;
  const donorNumber = named && donorNumberOf(school.id, named.cardholderId);
  const line = {
    donationId: id,
    batchId: idOf(`batch:${number}`),
    amountCents: rows.donation.amountCents,
    donorNumber,
    enteredAt: createdAt,
    gift: {
      number: giftNumberOf(id),
      acceptedAt: createdAt.toISOString(),
      date: dayAt(createdAt, school.timeZone),
      donor: named && {
        number: donorNumber as string,
        name: person?.name ?? "",
        email: named.email,
      },
      bank: {
        number: donorNumberOf(school.id, program.bankId),
        name: banks.get(program.bankId) ?? "",
      },
      fund: { id: fundId, name: fundName },
      reference: gift.reference,
      message,
    },
    decidedAt: settledAt,
    decidedBy: settledAt && "seed",
    confirmationNumber: gift.number,
    refusalReason: gift.refusal,
  };
  return { ...rows, line };
}
