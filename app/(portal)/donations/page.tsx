import type { Metadata } from "next";
import { DonationDiary } from "#components/portal/donation-diary.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { FollowNews } from "#components/ui/follow-news.tsx";
import { Page } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { listOwnDonations, readOwnChoices, readOwnNews } from "#lib/donations/own-queries.ts";
import { InvalidInput } from "#lib/errors.ts";
import { listStatementYears } from "#lib/receipts/queries.ts";
import { readQuery, type SearchParams } from "../../forms/form-state.ts";
import { rememberedZone } from "../../reader-zone-cookie.ts";
import { requireCardholder } from "../../session.ts";
import { Shell } from "../../shell.tsx";
import { DiaryControls } from "./diary-controls.tsx";
import { type Chosen, diaryAddress, filtersOf, readChosen, yearsOf } from "./diary-filters.ts";
import { YearStatements } from "./year-statements.tsx";

export const metadata: Metadata = { title: "Your donations" };

/** One page. An address that was cut short or is another person's: the newest beat an error. */
async function readDiary(scope: CardholderScope, chosen: Chosen, zone: string, after?: string) {
  try {
    return await listOwnDonations(scope, filtersOf(chosen, zone, after));
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return listOwnDonations(scope, filtersOf(chosen, zone, undefined));
  }
}

const counted = (count: number) =>
  `${count.toLocaleString("en-US")} donation${count === 1 ? "" : "s"}`;

function NothingYet() {
  return (
    <>
      <p className="mt-2 text-lead text-quiet">
        You have not given yet. Each donation appears here: first as accepted, then with the number
        under which the school has confirmed it.
      </p>
      <ButtonLink href="/give" className="mt-3">
        Give
      </ButtonLink>
    </>
  );
}

function NothingLikeThis() {
  return (
    <div className="mt-4 border-line border-t pt-3">
      <p className="text-lead">None of your donations is like this.</p>
      <a href="/donations" className="link inline-flex min-h-6 items-center">
        Show all
      </a>
    </div>
  );
}

export default async function Donations({ searchParams }: { searchParams: SearchParams }) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder(`/donations?${new URLSearchParams(query)}`);
  const zone = await rememberedZone();
  // First, so that whatever happens while the page is made counts as new.
  const news = await readOwnNews(scope);
  const choices = await readOwnChoices(scope);
  const chosen = readChosen(query, choices, zone);
  const [page, years] = await Promise.all([
    readDiary(scope, chosen, zone, query.after),
    listStatementYears(scope),
  ]);
  const isFiltered = Object.keys(chosen).length > 0;
  const [total, all] = [page.total, choices.count];
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
            years={yearsOf(choices, zone)}
            canShowAll={isFiltered && total > 0}
          />
        )}
        {all > 0 && (
          <p className="figures mt-3 text-quiet">
            {isFiltered ? `${total.toLocaleString("en-US")} of ${counted(all)}` : counted(all)}
          </p>
        )}
        {all > 0 && total === 0 && <NothingLikeThis />}
        <DonationDiary donations={page.items} now={new Date().toISOString()} />
        {(query.after || page.nextCursor) && (
          <nav aria-label="Pages of donations" className="flex gap-3 border-line border-t pt-1">
            {query.after && (
              <a href={diaryAddress(chosen)} className="link inline-flex min-h-6 items-center">
                Newest donations
              </a>
            )}
            {page.nextCursor && (
              <a
                href={diaryAddress(chosen, page.nextCursor)}
                className="link inline-flex min-h-6 items-center"
              >
                Earlier donations
              </a>
            )}
          </nav>
        )}
        <YearStatements years={years} />
      </Page>
    </Shell>
  );
}
