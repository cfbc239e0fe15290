import { FormStatus } from "#app/form-page.tsx";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { SelectionBar } from "#components/desk/bar.tsx";
import { Chips, ExportLink, Search, Tabs } from "#components/desk/filters.tsx";
import { column, count, Donor, day, Empty, List, money } from "#components/desk/list.tsx";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import {
  countThanked,
  countToThank,
  listThanked,
  listToThank,
  MAX_MARKED,
  type ThanksPage,
} from "#lib/donors/acknowledgments.ts";
import { type ListedDonors, listDonors } from "#lib/donors/donors.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { chipsOf, FilterFields } from "../../gift-filters.tsx";
import {
  type SchoolPage,
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  staffPage,
} from "../../staff-page.tsx";
import { GIFTS, readFundChoice } from "../gifts/gift-filter.ts";
import { DONOR_FILTERS, DONORS, readDonorFilter, readUntil } from "./donor-filter.ts";

const THANKS = "thanks";

type DonorRows = ListedDonors["items"];

const Everyone = ({ donors }: { donors: DonorRows }) => (
  <List<DonorRows[number]>
    caption="Donors, latest gift first"
    columns={[
      column("Donor", "rest", ({ name }) => <Donor name={name} />),
      money("This school", ({ confirmedCents }) => confirmedCents),
      column(
        "Email",
        "text",
        ({ email, name }) => email !== name && <bdi className="text-quiet">{email}</bdi>,
      ),
      count("Gifts", ({ giftCount }) => giftCount),
      day("Last gift", ({ lastAt }) => lastAt),
    ]}
    rows={donors}
    hrefOf={({ email }) => pathWithQuery(GIFTS, { q: email ?? "" })}
  />
);

type Thanks = ThanksPage["items"][number];

type ThanksProps = SchoolPage & {
  gifts: Thanks[];
  isThanked: boolean;
  /** What the form marks: the filter, and how many gifts it leaves. */
  query: Record<string, string>;
  count: number;
  cents: number;
};

/** Gifts to thank for, or thanked for, and what to do with those selected. */
function ThanksList({ page, gifts, isThanked, query, count, cents }: ThanksProps) {
  const mayChange = page.may("acknowledgments.change");
  const most = Math.min(count, MAX_MARKED);
  const mark = isThanked
    ? [{ words: "Mark # as not thanked", isMain: true }]
    : [
        { words: "Export # for letters", href: `${DONORS}/export` },
        { words: "Mark # as thanked", isMain: true },
      ];
  return (
    <>
      <List<Thanks>
        caption={isThanked ? "Gifts thanked for, latest first" : "Gifts to thank for, oldest first"}
        columns={[
          column("Donor", "rest", ({ donorName }) => <Donor name={donorName} />),
          money("Amount", (gift) => gift.netCents),
          column(isThanked ? "Thanked by" : "Email", "text", ({ thankedBy, donorEmail }) => (
            <bdi className="text-quiet">{isThanked ? thankedBy : donorEmail}</bdi>
          )),
          query.fund === undefined && column("Fund", "fund", ({ fundName }) => fundName),
          day(
            isThanked ? "Thanked" : "Confirmed",
            ({ thankedAt, completedAt }) => thankedAt ?? completedAt,
          ),
        ]}
        rows={gifts}
        hrefOf={({ donationId }) => `${GIFTS}/${giftNumberOf(donationId)}`}
        {...(mayChange && {
          select: {
            form: THANKS,
            of: ({ donationId, netCents }) => ({
              value: donationId,
              cents: netCents,
              can: "",
            }),
            labelOf: ({ donorName, donationId }) =>
              `Select ${donorName}, ${giftNumberOf(donationId)}`,
          },
        })}
      />
      {mayChange && (
        <StaffForm
          page={page}
          action={isThanked ? "unmark" : "mark"}
          id={THANKS}
          className="contents"
        >
          {Object.entries({ ...query, expected: String(count) }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SelectionBar
            actions={mark}
            all={isThanked ? undefined : { count: most, cents, noun: "that match" }}
          />
        </StaffForm>
      )}
    </>
  );
}

/** After a change: how many gifts were marked, and undoing it. */
function Flash({ page }: SchoolPage) {
  const { marked, unmarked, at } = page.query;
  const [count, words] =
    marked === undefined ? [unmarked, "marked as not thanked"] : [marked, "marked as thanked"];
  if (count === undefined || !/^\d{1,6}$/.test(count)) return null;
  return (
    <Notice tone="completed" title={`${formatCount(Number(count), "gift")} ${words}`} urgent>
      {at && (
        <StaffForm page={page} action="unmark">
          <input type="hidden" name="at" value={at} />
          <Button look="quiet">Undo</Button>
        </StaffForm>
      )}
    </Notice>
  );
}

/** Each list's tab, and what is said and explained while it's empty. */
const LISTS = {
  everyone: ["Everyone", "No donors yet", "Everyone who gives under their name is listed here."],
  to_thank: [
    "To thank",
    "Nobody to thank",
    "Confirmed gifts of donors who gave their name are here.",
  ],
  thanked: ["Thanked", "Nobody thanked yet", "Mark gifts as thanked, and they move here."],
} as const;

type Show = keyof typeof LISTS;

type Props = StaffPageProps<"school">;
type Filter = Awaited<ReturnType<typeof readDonorFilter>>["filter"] & { until: Date };

/** One of the three lists, its totals in words, and how many rows its tab says. */
async function readList(page: Props, show: Show, filter: Filter, query: Record<string, string>) {
  const { scope } = page;
  if (show === "everyone") {
    const list = await listPage(page.query, (at) =>
      listDonors(scope, { text: filter.text, ...at }),
    );
    const { items, total, donorCount, anonymousCount } = list;
    const anonymous = ` · ${formatCount(anonymousCount, "gift")} from anonymous donors`;
    return {
      list,
      count: donorCount,
      words: [formatCount(total, "donor"), anonymousCount > 0 ? anonymous : ""],
      rows: <Everyone donors={items} />,
    };
  }
  const isThanked = show === "thanked";
  const [sum, list] = await Promise.all([
    isThanked ? countThanked(scope, filter) : countToThank(scope, filter),
    listPage(page.query, (at) =>
      isThanked ? listThanked(scope, filter, at) : listToThank(scope, filter, at),
    ),
  ]);
  return {
    list,
    count: sum.count,
    words: [formatCount(sum.count, "gift"), ` · ${formatDollarsAndCents(sum.cents)}`],
    rows: (
      <ThanksList page={page} gifts={list.items} isThanked={isThanked} query={query} {...sum} />
    ),
  };
}

/** The donors who let the school know who they are, and those to thank for their confirmed gifts. */
async function DonorsPage(page: Props) {
  const { scope, query, state } = page;
  const show = (query.show ?? "everyone") as Show;
  const until = readUntil(query.until);
  const { chosen, errors, filter } = await readDonorFilter(scope, query);
  const at = { ...chosen, ...(show === "to_thank" && { until: until.toISOString() }) };
  const [{ list, count, words, rows }, toThank, fund] = await Promise.all([
    readList(page, show, { ...filter, until }, at),
    countToThank(scope, { until }),
    readFundChoice(scope),
  ]);
  const isEmpty = list.items.length === 0;
  const isFiltered = Object.keys(chosen).some((name) => name !== "show");
  const path = pathWithQuery(DONORS, { show: chosen.show });
  const counts = { to_thank: toThank.count, [show]: isFiltered ? undefined : count };
  const tabs = Object.entries(LISTS).map(([value, [label]]) => ({
    label,
    count: counts[value],
    href: pathWithQuery(DONORS, { show: value === "everyone" ? null : value }),
    isCurrent: value === show,
  }));
  const mayExport = show === "to_thank" && !isEmpty && page.may("gifts.export");
  const shown = { path: DONORS, chosen, errors, dates: "Confirmed", choices: [fund] };
  return (
    <StaffFrame
      page={page}
      title="Donors"
      end={mayExport && <ExportLink href={pathWithQuery(`${DONORS}/export`, at)} count={count} />}
    >
      <div className="mt-1 empty:hidden">
        <FormStatus state={state} title="Nothing was marked" />
        {!state && <Flash page={page} />}
      </div>
      <div className="page-head">
        <Tabs label="Lists" tabs={tabs} />
        <Search
          path={DONORS}
          query={chosen}
          placeholder="Name or email"
          {...(show !== "everyone" && {
            filter: {
              fields: <FilterFields {...shown} hasAmounts />,
              kept: { show },
              isOpen: Object.keys(errors).length > 0,
            },
          })}
        />
      </div>
      <Chips chips={chipsOf(shown)} clear={path}>
        <b>{words[0]}</b>
        {words[1]}
      </Chips>
      {isEmpty && !isFiltered && <Empty title={LISTS[show][1]}>{LISTS[show][2]}</Empty>}
      {isEmpty && isFiltered && (
        <p className="mt-3">
          No donors found. <TextLink href={path}>Show all</TextLink>
        </p>
      )}
      {!isEmpty && rows}
      <PageLinks path={DONORS} query={at} {...list} />
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.read", "/donors", DonorsPage, DONOR_FILTERS);
