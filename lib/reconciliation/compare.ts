import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { transaction } from "../database/transaction.ts";
import { type Cents, sumOfCents, toDollars } from "../money.ts";
import type { BookedCredit, Period } from "../ticketing/adapter.ts";
import { dayBetween } from "./day.ts";
import { type Finding, judge, unknown } from "./findings.ts";
import { openLedgers, type PlatformLedgers, type Unavailable } from "./platform-ledgers.ts";
import { namedBy, type OurDonation, schoolsToCompare, settledIn } from "./sql.ts";

type Total = { count: number; dollarAmount: number };

export type Comparison = {
  date: string;
  schoolId: string | null;
  /** Whether every ledger could be read and nothing was found. */
  agrees: boolean;
  /** What we completed on the day. */
  completed: Total;
  /** What the platforms credited on the day: for the compared donations, and for unknown ones. */
  credited: Total;
  /** Of these two, what the other side has on another day: around midnight. */
  creditedOnAnotherDay: Total;
  completedOnAnotherDay: Total;
  /** Just credited and still pending here: normal, and so no finding. */
  onItsWay: number;
  findings: Finding[];
  away: Unavailable[];
};

const totalOf = (cents: Cents[]): Total => ({
  count: cents.length,
  dollarAmount: toDollars(sumOfCents(cents)),
});

const isIn = ({ from, to }: Period, at: Date) => at >= from && at < to;

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
    const credits = ledgers.credits.get(donationId);
    if (!credits) return status !== "pending";
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

type Gathered = { ours: OurDonation[]; settledToday: Set<string>; strangers: string[] };

/** Donations of both sides: settled here on the day, or credited there on it. */
async function gather(
  ledgers: PlatformLedgers,
  period: Period,
  schoolId?: string,
): Promise<Gathered> {
  const settled = await settledIn(period, ledgers.schoolIds);
  const settledToday = new Set(settled.map(({ donationId }) => donationId));
  const others = [...ledgers.credits.keys()].filter((reference) => !settledToday.has(reference));
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
export async function compareWithPlatforms(
  scope: SystemScope,
  { date, schoolId }: { date: string; schoolId?: string },
): Promise<Comparison> {
  const [period, now] = [dayBetween(date), new Date()];
  const ledgers = await openLedgers(schoolId ? [schoolId] : await schoolsToCompare(period));
  // The ledgers first: credits made in the meantime are then not yet listed, and cause no findings.
  await ledgers.readDay(period);
  const { ours: all, settledToday, strangers } = await gather(ledgers, period, schoolId);
  const ours = await lookUpUnexplained(ledgers, all);
  const creditsOf = ({ donationId }: OurDonation) => ledgers.credits.get(donationId) ?? [];

  const completed = ours.filter(
    (one) => settledToday.has(one.donationId) && one.status === "completed",
  );
  const isToday = ({ createdAt }: BookedCredit) => isIn(period, createdAt);
  const today = (credits: BookedCredit[]) => credits.filter(isToday).map((one) => one.amountCents);
  const unasked = strangers.flatMap((reference) => ledgers.credits.get(reference) ?? []);
  const findings = [
    ...ours.flatMap((one) => judge(one, creditsOf(one), now)),
    ...strangers.map((reference) => unknown(reference, ledgers.credits.get(reference) ?? [])),
  ];
  const found = new Set(findings.map(({ donationId }) => donationId));
  const counts = { date, findings: findings.length, away: ledgers.away.length };
  // The platforms' ledgers were read with their API keys.
  await transaction((tx) => audit(tx, scope, "platform.reconcile", schoolId ?? "all", counts));
  return {
    date,
    schoolId: schoolId ?? null,
    agrees: findings.length === 0 && ledgers.away.length === 0,
    completed: totalOf(completed.map(({ amountCents }) => amountCents)),
    credited: totalOf(today([...ours.flatMap(creditsOf), ...unasked])),
    creditedOnAnotherDay: totalOf(
      completed
        .filter((one) => creditsOf(one).length > 0 && !creditsOf(one).some(isToday))
        .map(({ amountCents }) => amountCents),
    ),
    completedOnAnotherDay: totalOf(
      ours
        .filter((one) => one.status === "completed" && !settledToday.has(one.donationId))
        .flatMap((one) => today(creditsOf(one))),
    ),
    onItsWay: ours.filter(
      (one) => one.status === "pending" && creditsOf(one).length > 0 && !found.has(one.donationId),
    ).length,
    findings,
    away: ledgers.away,
  };
}
