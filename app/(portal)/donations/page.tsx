import { rememberedTimeZone } from "#app/cookies.ts";
import { chosenFilters, filterProblem } from "#app/filters.ts";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { addSchools } from "#app/giving/gifts.ts";
import { PageLinks, pageAtCursor } from "#app/page-links.tsx";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { UnknownFilterPage } from "#app/unknown-filter-page.tsx";
import { GiftCards, type GiftWithSchool } from "#components/giving/gift-card.tsx";
import { FirstTicket } from "#components/portal/first-ticket.tsx";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Status } from "#components/ui/status.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { dayAt, yearAt } from "#lib/calendar.ts";
import { monthName } from "#lib/dates.ts";
import {
  listCardholderDonations,
  readFilterChoices,
  readUpdates,
  sumYears,
  type YearSums,
} from "#lib/donations/history/queries.ts";
import { asCents, formatDollars } from "#lib/money.ts";
import { listStatementYears } from "#lib/receipts/statements/queries.ts";
import { formatCount } from "#lib/text.ts";
import { filtersOf, HistoryFilters, toDomainFilters, yearsOf } from "./history-filters.tsx";
import { OtherStatements, StatementLinks } from "./year-statements.tsx";

export const metadata = { title: "Gifts" };

/** @returns the gifts that the query asks for, or what in it isn't a filter */
async function readHistory(scope: CardholderScope, query: Record<string, string>) {
  const zone = await rememberedTimeZone();
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const choices = await readFilterChoices(scope);
  const years = yearsOf(choices, zone);
  const filters = filtersOf(choices, years);
  const problem = filterProblem(query, filters);
  if (problem) return problem;
  const chosen = chosenFilters(query, filters);
  const { status, school } = chosen;
  const [page, statements, sums] = await Promise.all([
    pageAtCursor(query.after, (cursor) =>
      listCardholderDonations(scope, toDomainFilters(chosen, zone, cursor)),
    ),
    listStatementYears(scope),
    // They add up only if the list has all of a year's gifts.
    status || school ? new Map<number, YearSums>() : sumYears(scope, years, zone),
  ]);
  const gifts = await addSchools(page.items);
  return { updates, choices, years, chosen, page, gifts, statements, sums, zone };
}

/** "27 gifts", or "3 of 27 gifts" when filtered. */
function countText(found: number, all: number, isFiltered: boolean): string {
  const gifts = formatCount(all, "gift");
  return isFiltered ? `${found.toLocaleString("en-US")} of ${gifts}` : gifts;
}

/** The empty state, before the first gift. */
function NoGiftsYet() {
  return (
    <div className="mt-3 grid items-start gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        <p className="text-lead text-quiet">
          You haven’t given yet. Each gift appears here as a ticket, and its confirmation number is
          printed on it once the school confirms.
        </p>
        <ButtonLink href="/give" className="mt-3">
          Pick your school
        </ButtonLink>
      </div>
      <FirstTicket />
    </div>
  );
}

type History = Exclude<Awaited<ReturnType<typeof readHistory>>, string>;

/** The year, what was given in it, and its statement. */
function YearHeading({
  year,
  sums,
  statements,
}: { year: number } & Pick<History, "sums" | "statements">) {
  const { givenCents = asCents(0), pendingCents = asCents(0) } = sums.get(year) ?? {};
  return (
    <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <h2 id={`year-${year}`} className="display text-d28">
        {year}
      </h2>
      {(givenCents > 0 || pendingCents > 0) && (
        <p className="figures flex flex-wrap items-center gap-x-1">
          {givenCents > 0 && `${formatDollars(givenCents)} given`}
          {pendingCents > 0 && (
            <Status tone="waiting">+ {formatDollars(pendingCents)} on its way</Status>
          )}
        </p>
      )}
      <StatementLinks years={statements.filter((one) => one.year === year)} />
    </div>
  );
}

/** A year's gifts by month. */
function Months({ gifts, zone }: { gifts: GiftWithSchool[]; zone: string }) {
  const months = Map.groupBy(gifts, ({ donation }) =>
    dayAt(new Date(donation.created_at), zone).slice(0, 7),
  );
  return [...months].map(([month, ofMonth]) => (
    <div
      key={month}
      className="mt-2 grid gap-x-2 gap-y-1 border-line desk:mt-3 desk:grid-cols-[7rem_minmax(0,1fr)] desk:border-t desk:pt-2"
    >
      <h3 className="text-quiet">{monthName(month)}</h3>
      <GiftCards gifts={ofMonth} />
    </div>
  ));
}

/** Gifts by year and month in the reader's time zone. The list is already sorted, newest first. */
function GiftsByYear({
  years,
  ...history
}: { years: Map<number, GiftWithSchool[]> } & Pick<History, "sums" | "statements" | "zone">) {
  return [...years].map(([year, gifts]) => (
    <section key={year} aria-labelledby={`year-${year}`} className="mt-4">
      <YearHeading year={year} {...history} />
      <Months gifts={gifts} zone={history.zone} />
    </section>
  ));
}

export default async function Donations({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/donations", query);
  const history = await readHistory(scope, query);
  if (typeof history === "string") {
    return <UnknownFilterPage problem={history} path="/donations" />;
  }
  const { updates, choices, years, chosen, page, gifts, statements, zone } = history;
  const giftsByYear = Map.groupBy(gifts, ({ donation }) =>
    yearAt(new Date(donation.created_at), zone),
  );
  const isFiltered = Object.keys(chosen).length > 0;
  const [found, all] = [page.total, choices.count];
  return (
    <PortalPage current="/donations">
      <SchoolColorStyles schools={gifts.map(({ school }) => school)} />
      <h1 className="display text-d40 wide:text-d64">Gifts</h1>
      <LiveUpdates from="/donations/updates" {...updates} />
      {all === 0 && <NoGiftsYet />}
      {all > 1 && <HistoryFilters chosen={chosen} schools={choices.schools} years={years} />}
      {all > 0 && (
        <p className="figures mt-2 flex flex-wrap items-center gap-x-2 text-quiet">
          {countText(found, all, isFiltered)}
          {isFiltered && <StandaloneLink href="/donations">Show all</StandaloneLink>}
        </p>
      )}
      {all > 0 && found === 0 && <p className="mt-2 text-lead">No matching gifts</p>}
      <GiftsByYear {...history} years={giftsByYear} />
      <PageLinks
        label="Pages of gifts"
        first="Newest gifts"
        next="Earlier gifts"
        path="/donations"
        query={chosen}
        {...page}
        className="border-line border-t"
      />
      <OtherStatements years={statements.filter(({ year }) => !giftsByYear.has(year))} />
    </PortalPage>
  );
}
