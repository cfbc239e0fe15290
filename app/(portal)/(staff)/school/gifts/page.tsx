import { titled } from "#app/forms/form-state.ts";
import { PER_PAGE, pageAtCursor } from "#app/page-at-cursor.ts";
import { PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { breakable, controls, numbers, Table, unbroken } from "#components/ui/table.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import type { SchoolGift } from "#lib/batches/contract.ts";
import { listGiftsWithTotals } from "#lib/batches/queries.ts";
import { type GiftFilter, listViews } from "#lib/batches/saved-views.ts";
import { formatDay } from "#lib/dates.ts";
import { listFunds } from "#lib/schools/funds/queries.ts";
import { StaffFrame, type StaffPageProps, staffPage } from "../../staff-page.tsx";
import { GiftFilterForm } from "./filter-form.tsx";
import { GIFT_FILTERS, GIFTS, isSameFilter, readGiftFilter, readyViews } from "./gift-filter.ts";
import { amountOf, DonorName, fundOf, GiftStatus, GiftTotals, giftLink } from "./gift-words.tsx";
import { RemoveView, SaveView, ViewLinks } from "./views.tsx";

export const generateMetadata = titled("Gifts");

const FLASHES: Record<string, string> = {
  saved: "View saved",
  removed: "View removed",
};

function Gifts({ gifts }: { gifts: SchoolGift[] }) {
  return (
    <Table
      caption="Gifts, newest first"
      columns={[
        controls("Gift"),
        "Given",
        { label: "Gift date", isMinor: true },
        "Donor",
        "Fund",
        { label: "Bank", isMinor: true },
        "Status",
        numbers("Dollars"),
      ]}
      rows={gifts.map((gift) => ({
        key: gift.donation_id,
        cells: [
          giftLink(gift.gift_number),
          unbroken(<Moment at={gift.created_at} as="date" />),
          unbroken(gift.gift_date && formatDay(gift.gift_date)),
          breakable(<DonorName name={gift.donor_name} />),
          breakable(fundOf(gift)),
          breakable(gift.bank_name),
          <GiftStatus key="status" {...gift} />,
          amountOf(gift),
        ],
      }))}
    />
  );
}

type ListProps = {
  chosen: GiftFilter;
  page: Awaited<ReturnType<typeof readGifts>>;
  mayExport: boolean;
};

function List({ chosen, mayExport, page }: ListProps) {
  if (page.total === 0) {
    return Object.keys(chosen).length > 0 ? (
      <p className="mt-2">No gifts match this filter.</p>
    ) : (
      <p className="mt-2 max-w-reading">
        No gifts yet. They appear here as soon as a donor gives to your school.
      </p>
    );
  }
  return (
    <>
      <GiftTotals count={page.total} cents={page.cents} className="mt-2">
        {mayExport && (
          <StandaloneLink href={pathWithQuery(`${GIFTS}/export`, chosen)}>
            Export as CSV
          </StandaloneLink>
        )}
      </GiftTotals>
      <Gifts gifts={page.items} />
      <PageLinks path={GIFTS} query={chosen} {...page} />
    </>
  );
}

type Filters = NonNullable<Awaited<ReturnType<typeof readGiftFilter>>["filters"]>;

/** The page at a cursor, with the totals of the whole filter. */
const readGifts = (scope: SchoolScope, filters: Filters, after: string | undefined) =>
  pageAtCursor(after, (cursor) =>
    listGiftsWithTotals(scope, { ...filters, limit: PER_PAGE, cursor }),
  );

/** The school's gifts, newest first. */
async function GiftsPage(page: StaffPageProps<"school">) {
  const { scope, query, state } = page;
  const { chosen, errors, filters } = await readGiftFilter(scope, query);
  const [views, ready, funds, list] = await Promise.all([
    listViews(scope),
    readyViews(scope),
    listFunds(scope),
    filters && readGifts(scope, filters, query.after),
  ]);
  const isKnown = [...ready, ...views].some(({ filter }) => isSameFilter(filter, chosen));
  const current = views.find(({ filter }) => isSameFilter(filter, chosen));
  const mayChange = isOffered(scope, "gift-views.change");
  return (
    <StaffFrame page={page} title="Gifts" failed="The view wasn’t saved" flashes={FLASHES}>
      {!state && !filters && (
        <div className="mt-2 empty:hidden">
          <ErrorSummary errors={errors} />
        </div>
      )}
      <ViewLinks views={[...ready, ...views]} chosen={chosen} />
      {chosen.batch_id && (
        <p className="mt-1">
          Only gifts in <TextLink href={`/school/batches/${chosen.batch_id}`}>this batch</TextLink>.
        </p>
      )}
      {chosen.bank_id && <p className="mt-1">Only gifts of one bank’s points.</p>}
      <GiftFilterForm chosen={chosen} errors={state ? {} : errors} funds={funds.items} />
      {mayChange && filters && !isKnown && <SaveView page={page} chosen={chosen} />}
      {list && <List chosen={chosen} page={list} mayExport={isOffered(scope, "gifts.export")} />}
      {mayChange && current && (
        <div className="mt-3">
          <RemoveView page={page} view={current} />
        </div>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.read", "/gifts", GiftsPage, GIFT_FILTERS);
