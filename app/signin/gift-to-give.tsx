import { findSchool } from "#app/find-schools.ts";
import { readChoices } from "#app/giving/choices.ts";
import { firstFund, fundOption } from "#app/giving/funds.ts";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { DraftTicket } from "#components/giving/review.tsx";
import { formatDollars, toCents } from "#lib/money.ts";

const FORM_PATH = /^\/give\/([^/]+)$/;

/**
 * The gift that a visitor has to sign in for, if that's where the sign-in leads. What it takes in points is unknown
 * until then.
 * @param next the path after the sign-in
 */
export async function readGiftToGive(next: string) {
  const { pathname, searchParams } = new URL(next, "http://ours");
  const [, id] = FORM_PATH.exec(pathname) ?? [];
  // A school's ID has no characters that a path would encode.
  const school = id ? await findSchool(id) : null;
  if (!school?.active) return null;
  const { amount, fund_designation = firstFund(school, {}) } = readChoices(
    school,
    Object.fromEntries(searchParams),
  );
  const ticket = (
    <>
      <SchoolColorStyles schools={[school]} />
      <DraftTicket
        school={school}
        money={amount ? { amount: formatDollars(toCents(Number(amount))), points: null } : null}
        rate={null}
        fund={fundOption(school.funds, fund_designation)}
        isDraft
      />
    </>
  );
  return { schoolName: school.name, ticket };
}
