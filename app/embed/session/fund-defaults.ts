/** The fund that the bank has preset, or that the account prefers, where it is for this school. */
import { lockedIn } from "#lib/embed/giving.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import type { FundDefaults } from "#lib/giving/funds.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

export function fundDefaultsFor(
  session: EmbedSession,
  { school_id, funds }: SchoolDetail,
): FundDefaults {
  const { schoolId, fund, preferredSchoolId, preferredFund } = session;
  const isForIt = schoolId === null || schoolId === school_id;
  const named = fund?.toLowerCase();
  const isItsFund = funds.some((each) =>
    [each.fund_id, each.name.toLowerCase()].includes(named ?? ""),
  );
  return {
    offered: isForIt || isItsFund ? fund : null,
    isLocked: lockedIn(session).fund_designation !== undefined,
    preferred: preferredSchoolId === school_id ? preferredFund : null,
  };
}
