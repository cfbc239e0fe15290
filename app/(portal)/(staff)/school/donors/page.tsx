import { FormStatus } from "#app/form-page.tsx";
import { titled } from "#app/forms/form-state.ts";
import { PER_PAGE, pageAtCursor } from "#app/page-at-cursor.ts";
import { PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { SelectionBar } from "#components/desk/bar.tsx";
import { Chips, Search, Tabs } from "#components/desk/filters.tsx";
import { ExportLink } from "#components/desk/links.tsx";
import { Donor, Empty, List } from "#components/desk/list.tsx";
import { Button, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { isOffered } from "#lib/auth/permissions.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import {
  countThanked,
  countToThank,
  listThanked,
  listToThank,
  MAX_MARKED,
  type ThanksPage,
} from "#lib/donors/acknowledgments.ts";
import { listDonors } from "#lib/donors/donors.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { type SchoolPage, StaffForm } from "../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../staff-page.tsx";
import { chipsOf, FilterFields } from "../gifts/filter-fields.tsx";
import { GIFTS, readFundNames } from "../gifts/gift-filter.ts";
import { DONOR_FILTERS, DONORS, readDonorFilter, readUntil } from "./donor-filter.ts";

export const generateMetadata = titled("Donors");

const THANKS = "thanks";

/** What each tab shows, read for the page. */
async function readEveryone({ scope, query }: StaffPageProps<"school">, text: string | undefined) {
  const { donorCount, anonymousCount, ...list } = await pageAtCursor(query.after, (cursor) =>
    listDonors(scope, { text, limit: PER_PAGE, cursor }),
  );
  const left = text === undefined ? donorCount : list.total;
  return {
    list,
    counts: { everyone: donorCount },
    summary: (
      <p>
        <b>{left === 0 ? "No donors found" : formatCount(left, "donor")}</b>
        {anonymousCount > 0 && ` · ${formatCount(anonymousCount, "gift")} from anonymous donors`}
      </p>
    ),
  };
}

type DonorRows = Awaited<ReturnType<typeof listDonors>>["items"];

const Everyone = ({ donors }: { donors: DonorRows }) => (
  <List<DonorRows[number]>
    caption="Donors, latest gift first"
    columns={[
      { label: "Donor", as: "rest", cell: ({ name }) => <Donor name={name} /> },
      {
        label: "This school",
        as: "amount",
        cell: ({ confirmedCents }) => formatDollarsAndCents(confirmedCents),
      },
      {
        label: "Email",
        as: "text",
        cell: ({ email, name }) => email !== name && <bdi className="text-quiet">{email}</bdi>,
      },
      { label: "Gifts", as: "count", cell: ({ giftCount }) => giftCount.toLocaleString("en-US") },
      { label: "Last gift", as: "date", cell: ({ lastAt }) => <Moment at={lastAt} as="day" /> },
    ]}
    rows={donors}
    keyOf={({ id }) => id}
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
  const mayChange = isOffered(page.scope, "acknowledgments.change");
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
          { label: "Donor", as: "rest", cell: ({ donorName }) => <Donor name={donorName} /> },
          {
            label: "Amount",
            as: "amount",
            cell: (gift) => formatDollarsAndCents(gift.amountCents),
          },
          {
            label: isThanked ? "Thanked by" : "Email",
            as: "text",
            cell: ({ thankedBy, donorEmail }) => (
              <bdi className="text-quiet">{isThanked ? thankedBy : donorEmail}</bdi>
            ),
          },
          query.fund === undefined && {
            label: "Fund",
            as: "fund",
            cell: ({ fundName }) => fundName,
          },
          {
            label: isThanked ? "Thanked" : "Confirmed",
            as: "date",
            cell: ({ thankedAt, completedAt }) => <Moment at={thankedAt ?? completedAt} as="day" />,
          },
        ]}
        rows={gifts}
        keyOf={({ donationId }) => donationId}
        hrefOf={({ donationId }) => `${GIFTS}/${giftNumberOf(donationId)}`}
        {...(mayChange && {
          select: {
            form: THANKS,
            of: ({ donationId, amountCents }) => ({
              value: donationId,
              cents: amountCents,
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

const NOTHING = {
  everyone: [
    "No donors yet",
    "Everyone who gives under their name is listed here, with their gifts.",
  ],
  to_thank: [
    "Nobody to thank",
    "A gift is listed here once it’s confirmed, if its donor gave under their name.",
  ],
  thanked: ["Nobody thanked yet", "Mark gifts as thanked, and they move here."],
} as const;

type Show = keyof typeof NOTHING;

/** The gifts of one of the two lists, and what is left of it. */
async function readThanks(
  { scope, query }: StaffPageProps<"school">,
  show: Show,
  filter: Awaited<ReturnType<typeof readDonorFilter>>["filter"],
  until: Date,
) {
  const isThanked = show === "thanked";
  const [sum, list] = await Promise.all([
    isThanked ? countThanked(scope, filter) : countToThank(scope, { ...filter, until }),
    pageAtCursor(query.after, (cursor) =>
      isThanked
        ? listThanked(scope, filter, { limit: PER_PAGE, cursor })
        : listToThank(scope, { ...filter, until }, { limit: PER_PAGE, cursor }),
    ),
  ]);
  return { list, sum };
}

/** The donors who let the school know who they are, and those to thank for their confirmed gifts. */
async function DonorsPage(page: StaffPageProps<"school">) {
  const { scope, query, state } = page;
  const show = (query.show ?? "everyone") as Show;
  const until = readUntil(query.until);
  const { chosen, errors, filter } = await readDonorFilter(scope, query);
  const [everyone, thanks, toThank, funds] = await Promise.all([
    show === "everyone" ? readEveryone(page, filter.text) : null,
    show === "everyone" ? null : readThanks(page, show, filter, until),
    countToThank(scope, { until }),
    readFundNames(scope),
  ]);
  const at = { ...chosen, ...(show === "to_thank" && { until: until.toISOString() }) };
  const count = (everyone ?? thanks)?.list.items.length ?? 0;
  const [title, help] = NOTHING[show];
  const isFiltered = Object.keys(chosen).some((name) => name !== "show");
  const tab = (label: string, value: Show, count?: number) => ({
    label,
    count,
    href: pathWithQuery(DONORS, value === "everyone" ? {} : { show: value }),
    isCurrent: value === show,
  });
  const mayExport = show === "to_thank" && count > 0 && isOffered(scope, "gifts.export");
  return (
    <StaffFrame
      page={page}
      title="Donors"
      end={
        mayExport && (
          <ExportLink
            href={pathWithQuery(`${DONORS}/export`, at)}
            count={thanks?.sum.count ?? null}
          />
        )
      }
    >
      <div className="mt-1 empty:hidden">
        <FormStatus state={state} title="Nothing was marked" />
        {!state && <Flash page={page} />}
      </div>
      <Tabs
        label="Lists"
        tabs={[
          tab("Everyone", "everyone", everyone?.counts.everyone),
          tab("To thank", "to_thank", toThank.count),
          tab(
            "Thanked",
            "thanked",
            show === "thanked" && !isFiltered ? thanks?.sum.count : undefined,
          ),
        ]}
      />
      <Search
        path={DONORS}
        query={chosen}
        placeholder="Name or email"
        {...(show !== "everyone" && {
          filter: {
            fields: (
              <FilterFields path={DONORS} chosen={chosen as object} errors={errors} funds={funds} />
            ),
            kept: { show },
            isOpen: Object.keys(errors).length > 0,
          },
        })}
      />
      <div data-results>
        <Chips
          chips={chipsOf({
            path: DONORS,
            chosen: { ...chosen, date: "completed_at" } as object,
            funds,
          })}
          clear={pathWithQuery(DONORS, { show: chosen.show })}
        >
          {everyone?.summary}
          {thanks && (
            <p>
              <b>{formatCount(thanks.sum.count, "gift")}</b> ·{" "}
              {formatDollarsAndCents(thanks.sum.cents)}
            </p>
          )}
        </Chips>
        {count === 0 && !isFiltered && (
          <Empty title={title}>
            <p>{help}</p>
          </Empty>
        )}
        {count === 0 && isFiltered && (
          <p className="mt-3">
            Nobody matches.{" "}
            <TextLink href={pathWithQuery(DONORS, { show: chosen.show })}>Show all</TextLink>
          </p>
        )}
        {everyone && count > 0 && <Everyone donors={everyone.list.items} />}
        {thanks && count > 0 && (
          <ThanksList
            page={page}
            gifts={thanks.list.items}
            isThanked={show === "thanked"}
            query={at}
            {...thanks.sum}
          />
        )}
        <PageLinks
          path={DONORS}
          query={at}
          {...((everyone ?? thanks)?.list as ThanksPage & { isFirst: boolean })}
        />
      </div>
    </StaffFrame>
  );
}

export default staffPage("school", "gifts.read", "/donors", DonorsPage, DONOR_FILTERS);
