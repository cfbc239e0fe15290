import type { ReactNode } from "react";
import { Balances } from "#components/giving/balances.tsx";
import { Amount } from "#components/giving/ticket.tsx";
import { FirstTicket } from "#components/portal/first-ticket.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Status } from "#components/ui/status.tsx";
import type { GivingSums } from "#lib/donations/history/queries.ts";
import type { Source } from "#lib/giving/portal.ts";
import { formatDollars } from "#lib/money.ts";
import { NoAccount } from "../give/no-account.tsx";

type Hero = {
  giving: GivingSums;
  name: string | null;
  email: string;
  /** The accounts to give from. */
  accounts: Source[];
  /** Whether the page shows bank links to accept, above this. */
  hasUnacceptedLinks: boolean;
  /** Null until gifts in two months make a chart worthwhile. */
  chart: ReactNode;
};

/** "Jordan" for "Jordan Sample". A name that starts with a title or an initial stays whole. */
export function firstNameOf(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return first.length > 1 && !first.endsWith(".") ? first : name;
}

/** "You've given", or that nothing is confirmed yet. */
function headlineOf({ donations, pending }: GivingSums, greeting: string): string {
  if (donations > 0) return greeting ? "you’ve given " : "You’ve given ";
  const your = greeting ? "your" : "Your";
  return pending === 1
    ? `${your} first gift is on its way: `
    : `${your} first gifts are on their way: `;
}

/** "You've given $1,240 to 3 schools". What isn't confirmed stands beside it, and isn't part of it. */
function GivingHeading({ giving, name, chart }: Hero) {
  const { givenCents, schools, pendingCents } = giving;
  const greeting = name ? `${firstNameOf(name)}, ` : "";
  const isFirst = giving.donations === 0;
  return (
    <div className="@container">
      <h1 className="figures text-lead">
        {greeting}
        {headlineOf(giving, greeting)}
        <Amount
          amount={formatDollars(isFirst ? pendingCents : givenCents)}
          className={`mt-1.5 mb-[0.14em] forced-colors:mt-4 ${chart ? "[--amount-max:8.25rem]" : "[--amount-max:11.5rem]"}`}
        />
      </h1>
      {/* Stays mounted while its text changes, so that screen readers announce the change. */}
      <p role="status" className="figures flex flex-wrap items-center gap-x-1.5 gap-y-1 text-lead">
        {!isFirst && `to ${schools} ${schools === 1 ? "school" : "schools"}`}
        {!isFirst && pendingCents > 0 && (
          <Status tone="waiting">+ {formatDollars(pendingCents)} on its way</Status>
        )}
      </p>
    </div>
  );
}

function TwoColumns({ columns, children }: { columns: string; children: ReactNode }) {
  return <div className={`grid items-start gap-x-8 gap-y-5 ${columns}`}>{children}</div>;
}

/** Before the first gift: an invitation to give, or how to link an account. */
function FirstHero({ name, email, accounts, hasUnacceptedLinks }: Hero) {
  const canGive = accounts.length > 0;
  return (
    <TwoColumns columns="desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        {name && <p className="mb-1 text-lead">Welcome, {firstNameOf(name)}</p>}
        {canGive || hasUnacceptedLinks ? (
          <>
            <h1 className="display text-balance text-d56 wide:text-d64">
              Turn your points into game day
            </h1>
            <p className="mt-2 text-lead text-quiet">
              Your bank converts your points, the school’s athletic foundation receives the dollars,
              and you get its confirmation and a receipt.
            </p>
            <Balances accounts={accounts} className="mt-3" />
            {canGive && (
              <ButtonLink href="/give" className="mt-3">
                Pick your school
              </ButtonLink>
            )}
          </>
        ) : (
          <NoAccount sources={[]} email={email} isPageTitle />
        )}
      </div>
      <FirstTicket />
    </TwoColumns>
  );
}

/** The total given, the chart by month, and the points that are left. */
export function HomeHero(hero: Hero) {
  const { giving, email, accounts, hasUnacceptedLinks, chart } = hero;
  if (giving.givenCents === 0 && giving.pendingCents === 0) return <FirstHero {...hero} />;
  const heading = (
    <div className={chart ? "min-w-0 desk:sticky desk:top-4" : ""}>
      <GivingHeading {...hero} />
      <Balances accounts={accounts} className="mt-3" />
      {accounts.length > 0 && (
        <ButtonLink href="/give" className="mt-3">
          Give
        </ButtonLink>
      )}
    </div>
  );
  return (
    <>
      {chart ? (
        <TwoColumns columns="desk:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          {heading}
          {chart}
        </TwoColumns>
      ) : (
        heading
      )}
      {accounts.length === 0 && !hasUnacceptedLinks && (
        <div className="mt-5">
          <NoAccount sources={[]} email={email} />
        </div>
      )}
    </>
  );
}
