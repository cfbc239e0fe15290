/** The funds that a customer can choose from, and the one to begin with. */
import type { FundOption } from "#components/embed/fund-choice.tsx";
import { describeBenefits } from "#components/portal/fund-benefits.ts";
import { lockedIn } from "#lib/embed/donations.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

type Fund = SchoolDetail["funds"][number];

function named(funds: Fund[], name: string | null): Fund | undefined {
  const wanted = name?.toLowerCase();
  return funds.find((fund) => fund.fund_id === wanted || fund.name.toLowerCase() === wanted);
}

const optionOf = (fund: Fund): FundOption => ({
  value: fund.fund_id,
  name: fund.name,
  help: `${fund.description} ${describeBenefits(fund)}`.trim(),
});

/** What the bank offers, where it concerns this school: a fund of it, or words of the bank's own. */
function offered(school: SchoolDetail, session: EmbedSession): FundOption | undefined {
  const { schoolId, fund: name } = session;
  if (name === null) return undefined;
  const fund = named(school.funds, name);
  if (fund) return optionOf(fund);
  const isForIt = schoolId === null || schoolId === school.school_id;
  return isForIt ? { value: name, name, help: "" } : undefined;
}

/** All of them; one alone, where it is locked. None where the school has told none. */
export function fundOptions(school: SchoolDetail, session: EmbedSession): FundOption[] {
  const first = offered(school, session);
  if (first && lockedIn(session).fund_designation !== undefined) return [first];
  const all = school.funds.map(optionOf);
  return first && !all.some(({ value }) => value === first.value) ? [first, ...all] : all;
}

/** The chosen one, else the offered, else the preferred one, else the school's first. */
export function fundOf(school: SchoolDetail, session: EmbedSession, chosen: string | null): string {
  if (chosen !== null) return chosen;
  const isPreferred = session.preferredSchoolId === school.school_id;
  const preferred = isPreferred ? named(school.funds, session.preferredFund) : undefined;
  const begin = offered(school, session)?.value ?? (preferred ?? school.funds[0])?.fund_id;
  return begin ?? "Where it is needed most";
}

/** The name of a fund, or the words that stand for it. */
export const fundName = (school: SchoolDetail, fund: string) =>
  named(school.funds, fund)?.name ?? fund;
