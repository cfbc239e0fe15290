import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { SelectionBar } from "#components/desk/bar.tsx";
import { Chips, ExportLink, Search, Tabs } from "#components/desk/filters.tsx";
import { Empty, List } from "#components/desk/list.tsx";
import { TextLink } from "#components/ui/button.tsx";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import {
  countGifts,
  type GiftOrder,
  type ListedGift,
  listGiftsWithTotals,
  listGivingBanks,
  MAX_SEARCHED,
} from "#lib/batches/queries.ts";
import { type GiftFilter, listViews } from "#lib/batches/saved-views.ts";
import { dayAt } from "#lib/calendar.ts";
import { formatDay } from "#lib/dates.ts";
import { teamTimeZone } from "../../date-filter.ts";
import {
  type Choice,
  chipsOf,
  exportCount,
  FilterFields,
  NoMatch,
  Totals,
} from "../../gift-filters.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../staff-page.tsx";
import { DATES, GIFTS, LIST_FILTERS, readFundChoice, readGiftFilter } from "./gift-filter.ts";
import { giftColumns, isToConfirm } from "./gift-words.tsx";
import { Views } from "./views.tsx";

const FLASHES: Record<string, string> = {
  saved: "View saved",
  removed: "View removed",
  confirmed: "The gifts are confirmed. Donors get their receipts now",
};

type Counts = Awaited<ReturnType<typeof countGifts>>;

/** Parts that a school doesn't have aren't shown: it imports files, or its platform answers by itself. */
function tabsOf({ show, ...chosen }: GiftFilter, counts: Counts) {
  const parts = [
    [undefined, "All", counts.all],
    ["to_confirm", "To confirm", counts.toConfirm],
    ["open", "In open batch", counts.open],
    ["waiting", "On their way", counts.waiting],
    ["confirmed", "Confirmed", counts.confirmed],
    ["declined", "Declined", counts.declined],
  ] as const;
  const isShown = (part: string | undefined, count: number) =>
    part === undefined ||
    part === show ||
    (part === "waiting"
      ? count > counts.toConfirm + counts.open
      : part === "confirmed" || count > 0);
  return parts
    .filter(([part, , count]) => isShown(part, count))
    .map(([part, label, count]) => ({
      label,
      count,
      href: pathWithQuery(GIFTS, { ...chosen, show: part }),
      isCurrent: part === show,
    }));
}

const isEmpty = (filter: object) => Object.keys(filter).length === 0;

/** Nothing yet, or nothing that matches: the filters stay. */
const NoGifts = ({ chosen }: { chosen: GiftFilter }) =>
  isEmpty(chosen) ? (
    <Empty title="No gifts yet">
      They appear here as soon as a donor gives to your school.{" "}
      <TextLink href="/docs/foundations">How it works</TextLink>
    </Empty>
  ) : (
    <NoMatch path={GIFTS} chosen={chosen} />
  );

type ListPage = Awaited<ReturnType<typeof listGiftsWithTotals>> & { isFirst: boolean };

type SearchedProps = { scope: SchoolScope; since: Date; chosen: GiftFilter };

/** Where a search for a name has ended, and the way on. */
async function Searched({ scope, since, chosen }: SearchedProps) {
  const day = dayAt(since, await teamTimeZone(scope));
  return (
    <p className="mt-1.5 text-quiet">
      Names are searched in {MAX_SEARCHED.toLocaleString("en-US")} gifts, back to {formatDay(day)}.{" "}
      <TextLink href={pathWithQuery(GIFTS, { ...chosen, to: day })}>Search earlier gifts</TextLink>
    </p>
  );
}

type GiftsProps = {
  page: StaffPageProps<"school">;
  chosen: GiftFilter;
  list: ListPage;
  sort: GiftOrder | undefined;
};

const SELECTION = "selection";

const selectable = (gift: ListedGift) => ({
  value: gift.number,
  cents: gift.countedCents,
  can: isToConfirm(gift) ? "confirm" : "",
  ...(isToConfirm(gift) && gift.isLate && { warning: "late" }),
});

function Gifts({ page, chosen, list, sort }: GiftsProps) {
  const actions = [
    page.may("gifts.export") && { words: "Export #", href: `${GIFTS}/export` },
    page.may("gifts.confirm") && {
      name: "confirm",
      words: "Confirm # gifts",
      isMain: true,
    },
  ].filter((action) => action !== false);
  const sortedBy = (order: GiftOrder) => pathWithQuery(GIFTS, { ...chosen, sort: order });
  return (
    <>
      <List<ListedGift>
        caption="Gifts"
        columns={giftColumns(chosen, { sort, sortedBy })}
        rows={list.items}
        hrefOf={({ number }) => `${GIFTS}/${number}`}
        {...(actions.length > 0 && {
          select: {
            form: SELECTION,
            of: selectable,
            labelOf: ({ donorName, number }) => `Select ${donorName ?? "anonymous"}, ${number}`,
          },
        })}
      />
      <PageLinks path={GIFTS} query={{ ...chosen, sort }} {...list} />
      {actions.length > 0 && (
        <form id={SELECTION} method="get" action={`${GIFTS}/confirm`} className="contents">
          <SelectionBar actions={actions} />
        </form>
      )}
    </>
  );
}

/** What can be chosen from. */
async function readChoices(scope: StaffPageProps<"school">["scope"]): Promise<Choice[]> {
  const [funds, banks] = await Promise.all([readFundChoice(scope), listGivingBanks(scope)]);
  return [funds, { name: "bank", label: "Bank", any: "All banks", options: banks }];
}

/** The school's gifts, newest first. */
async function GiftsPage(page: StaffPageProps<"school">) {
  const { scope, query } = page;
  const { chosen, errors, filters, order } = await readGiftFilter(scope, query);
  const [views, choices, counts, list] = await Promise.all([
    listViews(scope),
    readChoices(scope),
    countGifts(scope),
    filters && listPage(query, (at) => listGiftsWithTotals(scope, { ...filters, order, ...at })),
  ]);
  const exported = pathWithQuery(`${GIFTS}/export`, chosen);
  const mayExport = page.may("gifts.export") && list && list.total > 0;
  const { show, batch } = chosen;
  const fields = { path: GIFTS, chosen, errors, dates: DATES, choices };
  return (
    <StaffFrame
      page={page}
      title="Gifts"
      failed="The view wasn’t saved"
      flashes={FLASHES}
      end={mayExport && <ExportLink href={exported} count={exportCount(list.total)} />}
    >
      <div className="page-head">
        <Tabs label="Parts" tabs={tabsOf(chosen, counts)}>
          <Views
            page={page}
            views={views}
            chosen={chosen}
            mayChange={page.may("gift-views.change")}
          />
        </Tabs>
        <Search
          path={GIFTS}
          query={{ ...chosen, sort: order }}
          placeholder="Name, email, amount, or number"
          filter={{
            fields: <FilterFields {...fields} hasAmounts />,
            kept: { show, batch },
            isOpen: !isEmpty(errors),
          }}
        />
      </div>
      <Chips chips={chipsOf(fields)} clear={pathWithQuery(GIFTS, { show })}>
        {list && <Totals {...list} />}
      </Chips>
      {filters?.since && <Searched scope={scope} since={filters.since} chosen={chosen} />}
      {list && list.total > 0 && <Gifts page={page} chosen={chosen} list={list} sort={order} />}
      {list?.total === 0 && <NoGifts chosen={chosen} />}
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.read", "/gifts", GiftsPage, LIST_FILTERS);
