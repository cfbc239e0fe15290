import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { type Cents, sumOfCents, toDollars } from "../money.ts";
import type { BookedCredit, Period } from "../ticketing/adapter.ts";
import { dayRange } from "./contract.ts";
import { findingsFor, unknownCredits } from "./findings.ts";
import { PlatformLedgers } from "./platform-ledgers.ts";
import { findByReferences, findSettled, type OurDonation, schoolsToCompare } from "./sql.ts";

const totalOf = (entries: { amountCents: Cents }[]) => ({
  count: entries.length,
  dollarAmount: toDollars(sumOfCents(entries.map(({ amountCents }) => amountCents))),
});

/** Bounds the load on a platform. */
const LOOKUP_CONCURRENCY = 4;

/**
 * Looks up the credits of donations that the day's list doesn't explain: settled without a credit, or with
 * an unexpected one, which may be a duplicate.
 * @returns the donations whose platform responded
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
  for (let start = 0; start < unexplained.length; start += LOOKUP_CONCURRENCY) {
    const chunk = unexplained.slice(start, start + LOOKUP_CONCURRENCY);
    await Promise.all(
      chunk.map(async ({ schoolId, donationId }) => {
        if (!(await ledgers.lookUp(schoolId, donationId))) unanswered.add(donationId);
      }),
    );
  }
  return ours.filter(({ donationId }) => !unanswered.has(donationId));
}

/** Donations that were settled here, or credited on a platform, on this day. */
async function collectDonations(ledgers: PlatformLedgers, period: Period, schoolId?: string) {
  const settled = await findSettled(period, ledgers.schoolIds);
  const settledToday = new Set(settled.map(({ donationId }) => donationId));
  const otherReferences = [...ledgers.references].filter(
    (reference) => !settledToday.has(reference),
  );
  const others = await findByReferences(otherReferences);
  const known = new Set(others.map(({ donationId }) => donationId));
  return {
    // Schools that share a platform share its ledger.
    ours: [...settled, ...others.filter((one) => !schoolId || one.schoolId === schoolId)],
    settledToday,
    unmatched: otherReferences.filter((reference) => !known.has(reference)),
  };
}

/**
 * Compares a UTC day for all schools, or for one. Audited.
 * @returns the findings; `notCompared` lists schools whose platform's ledger couldn't be read, `withoutLedger` those that
 *   confirm gifts from files instead
 */
export async function compareWithPlatforms(scope: SystemScope, date: string, schoolId?: string) {
  const [period, now] = [dayRange(date), new Date()];
  const ledgers = new PlatformLedgers();
  for (const id of schoolId ? [schoolId] : await schoolsToCompare(period)) await ledgers.open(id);
  // Before our donations are read: a credit created in between isn't listed yet, and causes no finding.
  await ledgers.readDay(period);
  const { ours: all, settledToday, unmatched } = await collectDonations(ledgers, period, schoolId);
  const ours = await lookUpUnexplained(ledgers, all);
  const creditsOf = (one: OurDonation) => ledgers.creditsOf(one.donationId);
  const isSettledToday = (one: OurDonation) => settledToday.has(one.donationId);
  const completed = ours.filter(({ status }) => status === "completed");
  const completedToday = completed.filter(isSettledToday);
  const isToday = ({ createdAt }: BookedCredit) =>
    createdAt >= period.from && createdAt < period.to;
  const today = (credits: BookedCredit[]) => credits.filter(isToday);
  const findings = [
    ...ours.flatMap((one) => findingsFor(one, creditsOf(one), now)),
    ...unmatched.map((reference) => unknownCredits(reference, ledgers.creditsOf(reference))),
  ];
  const flagged = new Set(findings.map(({ donationId }) => donationId));
  const counts = { date, findings: findings.length, notCompared: ledgers.notCompared.length };
  // Audited because the foundations' API keys were used.
  const concerned = schoolId === undefined ? scope : { ...scope, schoolIds: [schoolId] };
  await transaction((tx) => audit(tx, concerned, "platform.reconcile", schoolId ?? "all", counts));
  return {
    date,
    schoolId: schoolId ?? null,
    /** Whether every ledger could be read and there are no findings. */
    agrees: findings.length === 0 && ledgers.notCompared.length === 0,
    /** What we completed on the day. */
    completed: totalOf(completedToday),
    /** What the platforms credited on the day, including unknown credits. */
    credited: totalOf(
      today([...ours.flatMap(creditsOf), ...unmatched.flatMap((one) => ledgers.creditsOf(one))]),
    ),
    /** The part of each that the other side has on another day, around midnight. */
    creditedOnAnotherDay: totalOf(
      completedToday.filter((one) => creditsOf(one).length > 0 && !creditsOf(one).some(isToday)),
    ),
    completedOnAnotherDay: totalOf(
      completed.filter((one) => !isSettledToday(one)).flatMap((one) => today(creditsOf(one))),
    ),
    /** Credited recently and still pending here, which is normal. */
    inTransit: ours.filter(
      (one) =>
        one.status === "pending" && creditsOf(one).length > 0 && !flagged.has(one.donationId),
    ).length,
    findings,
    notCompared: ledgers.notCompared,
    withoutLedger: ledgers.withoutLedger,
  };
}

export type Comparison = Awaited<ReturnType<typeof compareWithPlatforms>>;
