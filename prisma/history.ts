/** The demo cardholders' gifts. Deterministic, except for the dates. */
import { db } from "#lib/database/prisma.ts";
import { runForOne } from "#lib/database/run.ts";
import { kysely } from "#lib/database/tables.ts";
import { transaction } from "#lib/database/transaction.ts";
import { acceptPastGifts, DAY_MS, type PastGift, settlePastGifts } from "./past-gifts.ts";
import { type LinkedPerson, linkPeople, PEOPLE } from "./people.ts";
import { bookCredits } from "./sql.ts";

const HOUR_MS = 3_600_000;

const AMOUNTS = [25, 50, 40, 100, 25, 75, 30, 150, 60, 25, 250, 45];
const OTHER_SCHOOLS = ["notre-dame", "alabama", "oregon", "penn-state"] as const;

/** About every fifth week, and two of three to the giver's own school. */
function giftsOf({ user, school, ...giver }: LinkedPerson, nth: number, now: number) {
  return Array.from({ length: user === "demo-casey" ? 3 : 12 }, (_, index) => {
    const variation = index * 5 + nth * 2;
    const isElsewhere = variation % 3 === 2;
    const daysAgo = 12 + index * 34 + (variation % 9);
    const createdAt = new Date(now - daysAgo * DAY_MS + (variation % 10) * HOUR_MS);
    return {
      ...giver,
      schoolId: isElsewhere ? (OTHER_SCHOOLS[variation % 4] as string) : school,
      fundDesignation: "annual-fund",
      dollars: AMOUNTS[variation % AMOUNTS.length] as number,
      bankTransactionRef: `demo-${user}-${index}`,
      channel: "bank" as const,
      cardholderMessage: index === 0 ? "For the band, too." : null,
      shareWithSchool: null,
      createdAt,
      settledAt: new Date(createdAt.getTime() + 1_400 + variation * 400),
      isRefused: user === "demo-riley" && index === 3,
    };
  });
}

/** Writes the history unless it already exists. */
export async function ensureHistory(): Promise<void> {
  const givers = await linkPeople(PEOPLE);
  const schools = await db().school.findMany({ select: { id: true, monogram: true } });
  const monograms = new Map(schools.map(({ id, monogram }) => [id, monogram]));
  const now = Date.now();
  const gifts = givers
    .flatMap((giver, nth) => giftsOf(giver, nth, now))
    .map((gift, n): PastGift => {
      const { settledAt: at, isRefused, schoolId } = gift;
      const reason = "the school does not take gifts to this fund now";
      const year = String(at.getUTCFullYear()).slice(2);
      // The stub platform's sequence starts after the history's.
      const platformCreditId = `${monograms.get(schoolId)}-${year}-${101_377 + n}`;
      return {
        ...gift,
        settlement: isRefused
          ? { status: "failed", reason, at }
          : { status: "completed", platformCreditId, platformStatus: "posted", at },
      };
    });
  const reference = gifts[0]?.bankTransactionRef ?? "";
  const written = kysely
    .selectFrom("donation")
    .select("id")
    .where("bankTransactionRef", "=", reference);
  if (await runForOne(written.limit(1))) return;
  await transaction(async (tx) => {
    const accepted = await acceptPastGifts(tx, gifts);
    await settlePastGifts(tx, accepted);
    await bookCredits({ ids: accepted.map(({ donation }) => donation.id) }, tx);
  });
}
