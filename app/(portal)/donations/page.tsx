import type { Metadata } from "next";
import { DonationDiary } from "#components/portal/donation-diary.tsx";
import { FollowNews } from "#components/ui/follow-news.tsx";
import { Page } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import {
  listCardholderDonations,
  readFilterChoices,
  readUpdates,
} from "#lib/donations/history/cardholder-queries.ts";
import { listStatementYears } from "#lib/receipts/statements/queries.ts";
import { readQuery, type SearchParams } from "../../forms/form-state.ts";
import { rememberedZone } from "../../reader-zone-cookie.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { pageOrFirst } from "../page-or-first.ts";
import { DiaryControls } from "./diary-controls.tsx";
import { filtersOf, readChosen, yearsOf } from "./diary-filters.ts";
import { DiaryPages } from "./diary-pages.tsx";
import { NothingLikeThis, NothingYet } from "./nothing-here.tsx";
import { YearStatements } from "./year-statements.tsx";

export const metadata: Metadata = { title: "Your donations" };

async function readDiary(scope: CardholderScope, query: Record<string, string>) {
  const zone = await rememberedZone();
  // First, so that whatever happens while the page is made counts as new.
  const news = await readUpdates(scope);
  const choices = await readFilterChoices(scope);
  const chosen = readChosen(query, choices, zone);
  const [page, statements] = await Promise.all([
    pageOrFirst(query.after, (cursor) =>
      listCardholderDonations(scope, filtersOf(chosen, zone, cursor)),
    ),
    listStatementYears(scope),
  ]);
  return { news, choices, years: yearsOf(choices, zone), chosen, page, statements };
}

/** "27 donations", or "3 of 27 donations" where there are filters. */
function counted(found: number, all: number, isFiltered: boolean): string {
  const donations = `${all.toLocaleString("en-US")} ${all === 1 ? "donation" : "donations"}`;
  return isFiltered ? `${found.toLocaleString("en-US")} of ${donations}` : donations;
}

export default async function Donations({ searchParams }: { searchParams: SearchParams }) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/donations", query);
  const { news, choices, years, chosen, page, statements } = await readDiary(scope, query);
  const isFiltered = Object.keys(chosen).length > 0;
  const [found, all] = [page.total, choices.count];
  return (
    <Shell signedIn current="/donations">
      <Page>
        <h1 className="font-strong text-title">Your donations</h1>
        <FollowNews from="/donations/news" version={news.version} soon={news.soon} />
        {all === 0 && <NothingYet />}
        {all > 1 && (
          <DiaryControls
            chosen={chosen}
            schools={choices.schools}
            years={years}
            canShowAll={isFiltered && found > 0}
          />
        )}
        {all > 0 && <p className="figures mt-3 text-quiet">{counted(found, all, isFiltered)}</p>}
        {all > 0 && found === 0 && <NothingLikeThis />}
        <DonationDiary donations={page.items} now={new Date().toISOString()} />
        <DiaryPages chosen={chosen} isFirst={page.isFirst} nextCursor={page.nextCursor} />
        <YearStatements years={statements} />
      </Page>
    </Shell>
  );
}
