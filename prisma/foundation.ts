/**
 * A month and a half of gifts for the sandbox's demonstration foundation to work on: batches that it has confirmed, one that
 * waits for it, and an open one.
 */
import { v7 as uuidv7 } from "uuid";
import type { SystemScope } from "#lib/auth/scopes.ts";
import { changeSettings, settingsForFiles } from "#lib/batches/mutations.ts";
import { recordTotals } from "#lib/batches/sql.ts";
import { startOfMonth } from "#lib/calendar.ts";
import { db } from "#lib/database/prisma.ts";
import { affected, runForOne } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import { transaction } from "#lib/database/transaction.ts";
import { toCents } from "#lib/money.ts";
import { DEMO_SCHOOL_ID } from "#lib/sandbox/staff.ts";
import { donorIn, giftRecordOf } from "#lib/settlement/push.ts";
import type { PushedDonation } from "#lib/settlement/sql.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { acceptPastGifts, DAY_MS, type PastGift, settlePastGifts } from "./past-gifts.ts";
import { EVERYDAY, GOLD, type LinkedPerson, linkPeople } from "./people.ts";

const HOUR_MS = 3_600_000;

/** What the school learns is each person's choice; a bank's submission always has name and email. */
const FANS = [
  { user: "fan-avery", name: "Avery Sample", program: GOLD, channel: "portal", sharing: "name" },
  { user: "fan-morgan", name: "Morgan Sample", program: GOLD, channel: "bank", sharing: null },
  { user: "fan-quinn", name: "Quinn Sample", program: GOLD, channel: "portal", sharing: "nothing" },
  { user: "fan-rowan", name: "Rowan Sample", program: EVERYDAY, channel: "embed", sharing: "name" },
  { user: "fan-sage", name: "Sage Sample", program: EVERYDAY, channel: "bank", sharing: null },
] as const;

/** A bank gives, too. */
const BANK_ITSELF = { user: null, channel: "bank", sharing: null } as const;
const DONORS = [...FANS, { ...BANK_ITSELF, program: GOLD }, { ...BANK_ITSELF, program: EVERYDAY }];

const FUNDS = ["annual-fund", "pauley-pavilion-fund", "club-membership"];
const AMOUNTS = [25, 50, 100, 60, 250, 75, 500, 120, 60, 1_000];
const MESSAGES = ["Go Bruins!", "In memory of Coach", "For the new court"];

const today = new Date();
/** The fourth day of the month before the last, so that two months of the books are closed; in days before now. */
const EARLY =
  (today.getTime() -
    startOfMonth(today.getUTCFullYear(), today.getUTCMonth() - 2, "America/New_York").getTime()) /
    DAY_MS -
  4;

/** A week's batch. Times are days before now. */
const WEEKS = [
  { number: 1, from: EARLY + 2, closed: EARLY + 1, decided: EARLY, gifts: 5 },
  // So that a month has one before it to compare with.
  { number: 2, from: 45, closed: 38, decided: 37, gifts: 7 },
  { number: 3, from: 32, closed: 26, decided: 25, gifts: 9 },
  { number: 4, from: 26, closed: 19, decided: 18, gifts: 12 },
  { number: 5, from: 19, closed: 12, decided: 10, gifts: 11 },
  { number: 6, from: 12, closed: 5, decided: 4, gifts: 13 },
  { number: 7, from: 5, closed: 0.6, decided: null, gifts: 8 },
  { number: 8, from: 0.5, closed: null, decided: null, gifts: 4 },
].map((week) => ({ ...week, id: uuidv7() }));

type Week = (typeof WEEKS)[number];

/** The gift that was refused: its batch, and its place in it. */
const REFUSED = { number: 5, nth: 4, reason: "The season’s memberships are sold out" };

/** How the foundation decided about the nth gift of a week; null if it hasn't. */
function decisionOf({ number, decided }: Week, nth: number, now: number): PastGift["settlement"] {
  if (decided === null) return null;
  const at = new Date(now - decided * DAY_MS + nth * 400);
  if (number === REFUSED.number && nth === REFUSED.nth) {
    return { status: "failed", reason: REFUSED.reason, at };
  }
  const platformCreditId = `UCLA-${1_000 + number * 100 + nth}`;
  return { status: "completed", platformCreditId, platformStatus: "confirmed", at };
}

/** The nth gift of a week. */
function giftOf(week: Week, nth: number, people: LinkedPerson[], now: number) {
  const { number, from, closed, gifts } = week;
  const variation = number * 3 + nth;
  const { user, sharing, ...donor } = DONORS[variation % DONORS.length] as (typeof DONORS)[number];
  const span = (from - (closed ?? 0)) * DAY_MS - HOUR_MS / 2;
  return {
    ...donor,
    week,
    accountId: people.find((person) => person.user === user)?.accountId ?? null,
    schoolId: DEMO_SCHOOL_ID,
    shareWithSchool: sharing,
    fundDesignation: FUNDS[variation % FUNDS.length] as string,
    dollars: AMOUNTS[(variation * 3) % AMOUNTS.length] as number,
    bankTransactionRef: `foundation-${number}-${nth}`,
    cardholderMessage:
      user && nth % 4 === 0 ? (MESSAGES[number % MESSAGES.length] as string) : null,
    createdAt: new Date(now - from * DAY_MS + (span * (nth + 1)) / (gifts + 1)),
    settlement: decisionOf(week, nth, now),
  };
}

/** A gift's line in its week's batch. */
function lineOf(donation: PushedDonation, { week, settlement }: ReturnType<typeof giftOf>) {
  const gift = giftRecordOf(donation, donorIn(donation));
  return {
    donationId: donation.id,
    batchId: week.id,
    amountCents: donation.amountCents,
    donorNumber: gift.donor?.number ?? null,
    enteredAt: donation.createdAt,
    gift,
    decidedAt: settlement?.at ?? null,
    decidedBy: settlement && "seed",
    confirmationNumber: settlement?.status === "completed" ? settlement.platformCreditId : null,
    refusalReason: settlement?.status === "failed" ? settlement.reason : null,
  };
}

/** Writes the weeks, all or nothing. */
async function writeWeeks(): Promise<void> {
  const people = await linkPeople(
    FANS.map((fan) => ({ ...fan, school: DEMO_SCHOOL_ID, points: 20_000 })),
  );
  const now = Date.now();
  const gifts = WEEKS.flatMap((week) =>
    Array.from({ length: week.gifts }, (_, nth) => giftOf(week, nth, people, now)),
  );
  await transaction(async (tx) => {
    const accepted = await acceptPastGifts(tx, gifts);
    const settings = await settingsForFiles(DEMO_SCHOOL_ID, tx);
    const batches = WEEKS.map(({ id, number, from, closed }) => ({
      id,
      schoolId: DEMO_SCHOOL_ID,
      number,
      openedAt: new Date(now - from * DAY_MS),
      ...(closed !== null && {
        closedAt: new Date(now - closed * DAY_MS),
        settings,
        giftCount: 0,
        amountCents: toCents(0),
      }),
    }));
    await affected(kysely.insertInto("giftBatch").values(batches), tx);
    const lines = accepted.map(({ donation, gift }) => lineOf(donation, gift));
    await affected(kysely.insertInto("giftBatchLine").values(lines), tx);
    for (const { id, closed } of WEEKS) {
      if (closed !== null) await recordTotals({ batchId: id }, tx);
    }
    await settlePastGifts(tx, accepted);
  });
}

/** Gives the foundation its gifts, once. One that has batches of its own, or that the operator set up, stays as it is. */
export async function ensureFoundation(scope: SystemScope): Promise<void> {
  const schoolId = DEMO_SCHOOL_ID;
  const batches = kysely.selectFrom("giftBatch").select("id").where("schoolId", "=", schoolId);
  if (await runForOne(batches.limit(1))) return;
  const config = await db().platformConfig.findUnique({ where: { schoolId } });
  if (config?.adapter === "stub") {
    // Gifts that its platform hasn't answered about stay there.
    const unanswered = { status: "pending", donation: { schoolId } };
    if (await db().credit.findFirst({ where: unanswered })) return;
    await configurePlatform(scope, schoolId, "batch", { houseAccountId: `house-${schoolId}` });
    await changeSettings(scope, schoolId, {
      appeal: "POINTS",
      closeHour: null,
      // Since it closes a batch each week.
      confirmationDays: 10,
      fiscalYearMonth: 7,
      fundCodes: { "annual-fund": "AF-100" },
    });
  } else if (config?.adapter !== "batch") return;
  await writeWeeks();
}
