/** The customer's input, with what the bank has preset or locked. */
import { type Entered, readEntered, requestOf } from "#app/giving/form.ts";
import { type FundDefaults, findFund, firstFund } from "#app/giving/funds.ts";
import { lockedIn } from "#lib/embed/giving.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { toDollars } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

export type FormValues = Entered & { schoolId: string | null };

/** The initial values: those that the bank presets, otherwise the account's preferences. */
export function initialValues(session: EmbedSession): FormValues {
  const { amountCents } = session;
  return {
    schoolId: session.schoolId ?? session.preferredSchoolId,
    fund: null,
    entry: { amount: amountCents === null ? "" : String(toDollars(amountCents)), otherAmount: "" },
    note: "",
    notify: true,
  };
}

/** The values of a submitted form. */
export const readFormValues = (fields: URLSearchParams): FormValues => ({
  ...readEntered(fields),
  // The last value: the button that chooses a school comes after the form's own.
  schoolId: fields.getAll("school_id").at(-1) || null,
});

/** The fund that the bank has preset, or that the account prefers, where it is for this school. */
export function fundDefaultsFor(session: EmbedSession, school: SchoolDetail): FundDefaults {
  const { schoolId, fund, preferredSchoolId, preferredFund } = session;
  const isForIt = schoolId === null || schoolId === school.school_id;
  return {
    offered: isForIt || findFund(school.funds, fund) ? fund : null,
    isLocked: lockedIn(session).fund_designation !== undefined,
    preferred: preferredSchoolId === school.school_id ? preferredFund : null,
  };
}

/** The donation request, not validated yet; locked values are kept. */
export function requestIn(session: EmbedSession, entered: FormValues, school: SchoolDetail) {
  const fund = entered.fund ?? firstFund(school, fundDefaultsFor(session, school));
  return { ...requestOf({ ...entered, fund }, entered.schoolId), ...lockedIn(session) };
}
