import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { Chips, ExportLink, Search, Tabs } from "#components/desk/filters.tsx";
import { Empty, List } from "#components/desk/list.tsx";
import { TextLink } from "#components/ui/button.tsx";
import {
  countDonations,
  type ListedDonation,
  listDonationsWithTotals,
  listGivenSchools,
} from "#lib/donations/history/queries.ts";
import {
  chipsOf,
  exportCount,
  FilterFields,
  NoMatch,
  sortOf,
  Totals,
} from "../../gift-filters.tsx";
import { StaffFrame, staffPage } from "../../staff-page.tsx";
import {
  type BankPage,
  DONATIONS,
  type DonationFilter,
  LIST_FILTERS,
  PARTS,
  type Part,
  readDonationFilter,
} from "./donation-filter.ts";
import { donationColumns } from "./donation-words.tsx";
import { SchoolColors } from "./school-colors.tsx";

type Counts = Awaited<ReturnType<typeof countDonations>>;

/** What may never happen has a tab once it did. */
function tabsOf({ show, ...chosen }: DonationFilter, counts: Counts) {
  const tab = (part: Part | undefined, label: string) => ({
    label,
    count: counts[part ?? "all"],
    href: pathWithQuery(DONATIONS, { ...chosen, show: part }),
    isCurrent: part === show,
  });
  const parts = (Object.keys(PARTS) as Part[]).filter(
    (part) => part === "completed" || part === show || counts[part] > 0,
  );
  return [tab(undefined, "All"), ...parts.map((part) => tab(part, PARTS[part].label))];
}

const NoDonations = () => (
  <Empty title="No donations yet">
    They appear here as soon as your system or a customer submits one.{" "}
    <TextLink href="/docs/donations">How it works</TextLink>
  </Empty>
);

/** The bank's donations, newest first. */
async function DonationsPage({ page }: BankPage) {
  const { scope, query } = page;
  const { chosen, conditions } = await readDonationFilter(scope, query);
  const sort = query.sort === "oldest" ? "oldest" : "latest";
  const [schools, counts, list] = await Promise.all([
    listGivenSchools(scope),
    countDonations(scope),
    listPage(query, (at) =>
      listDonationsWithTotals(scope, {
        ...conditions,
        isOldestFirst: sort === "oldest",
        ...at,
      }),
    ),
  ]);
  const choices = [{ name: "school", label: "School", any: "All schools", options: schools }];
  const fields = { path: DONATIONS, chosen, dates: "Given", choices };
  const sortedBy = (order: string) => pathWithQuery(DONATIONS, { ...chosen, sort: order });
  const mayExport = page.may("donations.export") && list.total > 0;
  return (
    <StaffFrame
      page={page}
      title="Donations"
      end={
        mayExport && (
          <ExportLink
            href={pathWithQuery(`${DONATIONS}/export`, chosen)}
            count={exportCount(list.total)}
          />
        )
      }
    >
      <SchoolColors ids={schools.map(({ value }) => value)} />
      <div className="page-head">
        <Tabs label="Parts" tabs={tabsOf(chosen, counts)} />
        <Search
          path={DONATIONS}
          query={{ ...chosen, sort: query.sort }}
          placeholder="Any ID, reference, number, amount, name, or email"
          filter={{
            fields: <FilterFields {...fields} />,
            kept: { show: chosen.show },
            isOpen: false,
          }}
        />
      </div>

      <Chips chips={chipsOf(fields)} clear={pathWithQuery(DONATIONS, { show: chosen.show })}>
        <Totals {...list} />
      </Chips>
      {list.total > 0 ? (
        <>
          <List<ListedDonation>
            caption="Donations"
            columns={donationColumns(sortOf(sort, sortedBy, "latest", "oldest"))}
            rows={list.items}
            hrefOf={({ id }) => `${DONATIONS}/${id}`}
          />
          <PageLinks path={DONATIONS} query={{ ...chosen, sort: query.sort }} {...list} />
        </>
      ) : Object.keys(chosen).length > 0 ? (
        <NoMatch path={DONATIONS} chosen={chosen} />
      ) : (
        <NoDonations />
      )}
    </StaffFrame>
  );
}

export default staffPage(
  "bank",
  "donations.read",
  "/donations",
  (page) => DonationsPage({ page }),
  LIST_FILTERS,
);
