import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { type Cents, sumOfCents, toDollars } from "../money.ts";
import type { BookedCredit, Period } from "../ticketing/adapter.ts";
import { dayBetween } from "./day.ts";
import { judge, unknown } from "./findings.ts";
import { PlatformLedgers } from "./platform-ledgers.ts";
import { namedBy, type OurDonation, schoolsToCompare, settledIn } from "./sql.ts";

const totalOf = (entries: { amountCents: Cents }[]) => ({
  count: entries.length,
  dollarAmount: toDollars(sumOfCents(entries.map(({ amountCents }) => amountCents))),
});

/** Limits concurrent lookups, to not overload a platform. */
const LOOKUPS_AT_ONCE = 4;

/**
 * Looks up the credits of donations that the day's list does not explain: completed or failed without one,
 * or with an unknown one, which may be the second of two.
 * @returns the donations whose platform has responded
 */
async function lookUpUnexplained(
  ledgers: PlatformLedgers,
  ours: OurDonation[],
): Promise<OurDonation[]> {
  const unexplained = ours.filter(({ donationId, creditId, status }) => {
    const credits = ledgers.creditsOf(donationId);
    if (credits.length === 0) return status !== "pending";
    return status === "completed" && !credits.some((credit) => credit.creditId === creditId);
  });
  const unanswered = new Set<string>();
  for (let at = 0; at < unexplained.length; at += LOOKUPS_AT_ONCE) {
    const some = unexplained.slice(at, at + LOOKUPS_AT_ONCE);
    await Promise.all(
      some.map(async ({ schoolId, donationId }) => {
        if (!(await ledgers.lookUp(schoolId, donationId))) unanswered.add(donationId);
      }),
    );
  }
  return ours.filter(({ donationId }) => !unanswered.has(donationId));
}

/** Donations of both sides: settled here on the day, or credited there on it. */
async function gather(ledgers: PlatformLedgers, period: Period, schoolId?: string) {
  const settled = await settledIn(period, ledgers.schoolIds);
  const settledToday = new Set(settled.map(({ donationId }) => donationId));
  const others = [...ledgers.references].filter((reference) => !settledToday.has(reference));
  const named = await namedBy(others);
  const known = new Set(named.map(({ donationId }) => donationId));
  return {
    // Schools that share a platform share its ledger.
    ours: [...settled, ...named.filter((one) => !schoolId || one.schoolId === schoolId)],
    settledToday,
    strangers: others.filter((reference) => !known.has(reference)),
  };
}

/**
 * Compares a day (UTC), for all schools or for one, which is audited.
 * @returns the findings; `away` lists platforms whose ledger could not be read
 */
export async function compareWithPlatforms(scope: SystemScope, date: string, schoolId?: string) {
  const [period, now] = [dayBetween(date), new Date()];
  const ledgers = new PlatformLedgers();
  for (const id of schoolId ? [schoolId] : await schoolsToCompare(period)) await ledgers.open(id);
  // The ledgers first: credits made in the meantime are then not yet listed, and cause no findings.
  await ledgers.readDay(period);
  const { ours: all, settledToday, strangers } = await gather(ledgers, period, schoolId);
  const ours = await lookUpUnexplained(ledgers, all);
  const creditsOf = (one: OurDonation) => ledgers.creditsOf(one.donationId);
  const isCompletedHere = (one: OurDonation) => settledToday.has(one.donationId);
  const completed = ours.filter(({ status }) => status === "completed");
  const completedToday = completed.filter(isCompletedHere);
  const isToday = ({ createdAt }: BookedCredit) =>
    createdAt >= period.from && createdAt < period.to;
  const today = (credits: BookedCredit[]) => credits.filter(isToday);
  const findings = [
    ...ours.flatMap((one) => judge(one, creditsOf(one), now)),
    ...strangers.map((reference) => unknown(reference, ledgers.creditsOf(reference))),
  ];
  const found = new Set(findings.map(({ donationId }) => donationId));
  const counts = { date, findings: findings.length, away: ledgers.away.length };
  // The platforms' ledgers were read with their API keys.
  await transaction((tx) => audit(tx, scope, "platform.reconcile", schoolId ?? "all", counts));
  return {
    date,
    schoolId: schoolId ?? null,
    /** Whether every ledger could be read and nothing was found. */
    agrees: findings.length === 0 && ledgers.away.length === 0,
    /** What we completed on the day. */
    completed: totalOf(completedToday),
    /** What the platforms credited on the day: for the compared donations, and for unknown ones. */
    credited: totalOf(
      today([...ours.flatMap(creditsOf), ...strangers.flatMap((one) => ledgers.creditsOf(one))]),
    ),
    /** Of these two, what the other side has on another day: around midnight. */
    creditedOnAnotherDay: totalOf(
      completedToday.filter((one) => creditsOf(one).length > 0 && !creditsOf(one).some(isToday)),
    ),
    completedOnAnotherDay: totalOf(
      completed.filter((one) => !isCompletedHere(one)).flatMap((one) => today(creditsOf(one))),
    ),
    /** Just credited and still pending here: normal, and so no finding. */
    onItsWay: ours.filter(
      (one) => one.status === "pending" && creditsOf(one).length > 0 && !found.has(one.donationId),
    ).length,
    findings,
    away: ledgers.away,
  };
}

export type Comparison = Awaited<ReturnType<typeof compareWithPlatforms>>;
