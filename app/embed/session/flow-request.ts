/** A request in an open session: the customer's input, combined with what the bank has preset or locked. */
import { type GiftInput, readGiftInput, requestOf } from "#app/giving/form.ts";
import { type FundDefaults, findFund, firstFund } from "#app/giving/funds.ts";
import { lockedFields } from "#lib/embed/giving.ts";
import { addQueryParams, type ReturnStatus } from "#lib/embed/return-url.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { toDollars } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

type FormValues = GiftInput & { schoolId: string | null };

export type FlowRequest = {
  token: string;
  session: EmbedSession;
  fields: URLSearchParams;
  entered: FormValues;
};

/** The cancel link; null if the bank didn't set a URL. */
export function cancelHref(
  { cancelUrl, scope }: EmbedSession,
  status: ReturnStatus = "cancelled",
): string | null {
  return cancelUrl && addQueryParams(cancelUrl, { status, session_id: scope.sessionId });
}

/** The link back after a donation; null if the bank didn't set a URL. */
export function returnHref({ returnUrl, scope }: EmbedSession, donationId: string): string | null {
  const parameters = { status: "accepted", donation_id: donationId, session_id: scope.sessionId };
  return returnUrl && addQueryParams(returnUrl, parameters);
}

/** The initial values: the bank's presets, otherwise the account's preferences. */
export function initialValues(session: EmbedSession): FormValues {
  const { amountCents } = session;
  return {
    schoolId: session.schoolId ?? session.preferredSchoolId,
    fund: null,
    entry: { amount: amountCents === null ? "" : String(toDollars(amountCents)), otherAmount: "" },
    note: "",
    notify: true,
    share: null,
  };
}

export const readFormValues = (fields: URLSearchParams): FormValues => ({
  ...readGiftInput(fields),
  // The last value wins: the button that chooses a school comes after the form's hidden field.
  schoolId: fields.getAll("school_id").at(-1) || null,
});

/** The bank's preset fund and the account's preferred fund, if they apply to this school. */
export function fundDefaultsFor(session: EmbedSession, school: SchoolDetail): FundDefaults {
  const { schoolId, fund, preferredSchoolId, preferredFund } = session;
  const isPresetSchool = schoolId === null || schoolId === school.school_id;
  return {
    offered: isPresetSchool || findFund(school.funds, fund) ? fund : null,
    isLocked: lockedFields(session).fund_designation !== undefined,
    preferred: preferredSchoolId === school.school_id ? preferredFund : null,
  };
}

/** The donation request, not validated yet. Values that the bank locked win over the input. */
export function sessionRequest(session: EmbedSession, entered: FormValues, school: SchoolDetail) {
  const fund = entered.fund ?? firstFund(school, fundDefaultsFor(session, school));
  return { ...requestOf({ ...entered, fund }, entered.schoolId), ...lockedFields(session) };
}
