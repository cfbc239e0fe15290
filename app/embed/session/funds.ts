/** The funds to choose from, and the initial one. */
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

/** The bank's preset, if it is for this school: one of its funds, or the bank's own text. */
function offered(school: SchoolDetail, session: EmbedSession): FundOption | undefined {
  const { schoolId, fund: name } = session;
  if (name === null) return undefined;
  const fund = named(school.funds, name);
  if (fund) return optionOf(fund);
  const isForIt = schoolId === null || schoolId === school.school_id;
  return isForIt ? { value: name, name, help: "" } : undefined;
}

/** All of them, or only the locked one. None if the school has listed none. */
export function fundOptions(school: SchoolDetail, session: EmbedSession): FundOption[] {
  const first = offered(school, session);
  if (first && lockedIn(session).fund_designation !== undefined) return [first];
  const all = school.funds.map(optionOf);
  return first && !all.some(({ value }) => value === first.value) ? [first, ...all] : all;
}

/** The chosen fund, otherwise the bank's preset, the preferred one, or the school's first. */
export function fundOf(school: SchoolDetail, session: EmbedSession, chosen: string | null): string {
  if (chosen !== null) return chosen;
  const isPreferred = session.preferredSchoolId === school.school_id;
  const preferred = isPreferred ? named(school.funds, session.preferredFund) : undefined;
  const begin = offered(school, session)?.value ?? (preferred ?? school.funds[0])?.fund_id;
  return begin ?? "Where it is needed most";
}

/** A fund's name, or the text used instead. */
export const fundName = (school: SchoolDetail, fund: string) =>
  named(school.funds, fund)?.name ?? fund;
