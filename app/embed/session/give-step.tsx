/** @jsxImportSource hono/jsx */
/** The first page: money, school, one button. */
import { quickAmounts } from "#app/giving/quick-amounts.ts";
import type { AmountOption } from "#components/embed/amount-choice.tsx";
import { GivePage } from "#components/embed/give-page.tsx";
import { lockedIn } from "#lib/embed/donations.ts";
import type { EmbedSession } from "#lib/embed/sessions.ts";
import { env } from "#lib/env.ts";
import { type Cents, formatDollars, pointsFor, toCents, toDollars } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { cancelHref, type FlowRequest } from "./flow-request.ts";
import type { FlowResponse } from "./flow-response.tsx";
import { fundOf, fundOptions } from "./funds.ts";

export const rateOf = ({ rate, programName }: EmbedSession) => ({
  pointsPerDollar: rate,
  program: programName,
});

/** The amount that the bank offers, where the school takes it, then the usual ones. */
function amountsFor(session: EmbedSession, least: Cents): AmountOption[] {
  const { amountCents: offered, rate } = session;
  const first = offered !== null && offered >= least ? [offered] : [];
  const all = new Set([...first, ...quickAmounts(least, env().maxDonationCents)]);
  return [...all].map((cents) => ({
    value: String(toDollars(cents)),
    dollars: formatDollars(cents),
    points: pointsFor(cents, rate),
    isOffered: cents === offered,
  }));
}

function lockedAmount(session: EmbedSession) {
  const { dollar_amount: usd } = lockedIn(session);
  return usd === undefined ? null : { usd, points: pointsFor(toCents(usd), session.rate) };
}

export function giveStep(
  { token, session, entered }: FlowRequest,
  school: SchoolDetail,
  errors: Record<string, string> = {},
): FlowResponse {
  const least = toCents(school.minimum_donation_usd);
  const title = `Give to ${school.name}`;
  const content = (
    <GivePage
      carries={{ token }}
      errors={errors}
      school={school}
      isSchoolLocked={session.lockSchool}
      rate={rateOf(session)}
      locked={lockedAmount(session)}
      amounts={amountsFor(session, least)}
      amount={entered.amount}
      ownAmount={entered.ownAmount}
      leastInWords={`${school.name} takes ${formatDollars(least)} or more.`}
      funds={fundOptions(school, session)}
      fund={fundOf(school, session, entered.fund)}
      message={entered.message}
      notify={entered.notify}
      cancel={{ href: cancelHref(session) }}
    />
  );
  const hasErrors = Object.keys(errors).length > 0;
  return { status: 200, page: { title: hasErrors ? `Error: ${title}` : title, content }, session };
}
