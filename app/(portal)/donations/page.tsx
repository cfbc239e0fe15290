import type { Metadata } from "next";
import { giftsOf } from "#app/giving/gifts.ts";
import { DonationHistory } from "#components/portal/donation-history.tsx";
import { LiveUpdates } from "#components/ui/live-updates.tsx";
import { Page } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import {
  listCardholderDonations,
  readFilterChoices,
  readUpdates,
} from "#lib/donations/history/cardholder-queries.ts";
import { listStatementYears } from "#lib/receipts/statements/queries.ts";
import { readQuery, type SearchParams } from "../../forms/form-state.ts";
import { StylesOf } from "../../school-styles.tsx";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { rememberedTimeZone } from "../../time-zone-cookie.ts";
import { pageAtCursor } from "../page-at-cursor.ts";
import { NoDonationsYet } from "./empty-states.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { HistoryPagination } from "./history-pagination.tsx";
import { readFilters, toDomainFilters, yearsOf } from "./history-query.ts";
import { YearStatements } from "./year-statements.tsx";

export const metadata: Metadata = { title: "Your gifts" };

async function readHistory(scope: CardholderScope, query: Record<string, string>) {
  const zone = await rememberedTimeZone();
  // Read first, so that changes during rendering count as updates.
  const updates = await readUpdates(scope);
  const choices = await readFilterChoices(scope);
  const chosen = readFilters(query, choices, zone);
  const [page, statements] = await Promise.all([
    pageAtCursor(query.after, (cursor) =>
      listCardholderDonations(scope, toDomainFilters(chosen, zone, cursor)),
    ),
    listStatementYears(scope),
  ]);
  const gifts = await giftsOf(page.items);
  const years = yearsOf(choices, zone);
  return { updates, choices, years, chosen, page, gifts, statements, zone };
}

/** "27 gifts", or "3 of 27 gifts" when filtered. */
function counted(found: number, all: number, isFiltered: boolean): string {
  const gifts = `${all.toLocaleString("en-US")} ${all === 1 ? "gift" : "gifts"}`;
  return isFiltered ? `${found.toLocaleString("en-US")} of ${gifts}` : gifts;
}

export default async function Donations({ searchParams }: { searchParams: SearchParams }) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/donations", query);
  const { updates, choices, years, chosen, page, gifts, statements, zone } = await readHistory(
    scope,
    query,
  );
  const isFiltered = Object.keys(chosen).length > 0;
  const [found, all] = [page.total, choices.count];
  return (
    <Shell signedIn current="/donations">
      <Page width="list">
        <StylesOf schools={gifts.map(({ school }) => school)} />
        <h1 className="display text-d40 wide:text-d64">Your gifts</h1>
        <LiveUpdates from="/donations/updates" version={updates.version} soon={updates.soon} />
        {all === 0 && <NoDonationsYet />}
        {all > 1 && <HistoryFilters chosen={chosen} schools={choices.schools} years={years} />}
        {all > 0 && (
          <p className="figures mt-2 flex flex-wrap items-center gap-x-2 text-quiet">
            {counted(found, all, isFiltered)}
            {isFiltered && (
              <a href="/donations" className="link-alone">
                Show all
              </a>
            )}
          </p>
        )}
        {all > 0 && found === 0 && <p className="mt-2 text-lead">No matching gifts</p>}
        <DonationHistory gifts={gifts} timeZone={zone} now={new Date().toISOString()} />
        <HistoryPagination chosen={chosen} isFirst={page.isFirst} nextCursor={page.nextCursor} />
        <YearStatements years={statements} />
      </Page>
    </Shell>
  );
}
