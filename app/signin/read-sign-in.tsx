import { redirect } from "next/navigation";
import { redirectSignedIn } from "#app/enter-context.ts";
import { findSchool } from "#app/find-schools.ts";
import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { readChoices } from "#app/giving/choices.ts";
import { firstFund, fundOption } from "#app/giving/funds.ts";
import { returnPath } from "#app/paths.ts";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { currentSession } from "#app/session.ts";
import { DraftTicket } from "#components/giving/review.tsx";
import { formatDollars, toCents } from "#lib/money.ts";

const FORM_PATH = /^\/give\/([^/]+)$/;

/**
 * The gift that a visitor has to sign in for, if that's where the sign-in leads. What it takes in points is unknown
 * until then.
 * @param next the path after the sign-in
 */
async function readGiftToGive(next: string) {
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

/** What each step of the sign-in reads. Leads someone who is signed in to where they were going. */
export async function readSignIn(searchParams: SearchParams) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const session = await currentSession();
  if (session) redirect(redirectSignedIn(session, next));
  const [state, gift] = await Promise.all([readFormState(query), readGiftToGive(next)]);
  return { query, next, state, gift };
}
