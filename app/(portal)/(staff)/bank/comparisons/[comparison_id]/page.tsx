import { validate as isUuid } from "uuid";
import { oneOf } from "#app/filters.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { ExportLink, Tabs } from "#components/desk/filters.tsx";
import { column, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { TextLink } from "#components/ui/button.tsx";
import { type Comparison, type Difference, KINDS } from "#lib/comparisons/contract.ts";
import { getComparison, listDifferences } from "#lib/comparisons/queries.ts";
import { nullIf } from "#lib/errors.ts";
import { formatDollarsAndCents, toCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { StaffFrame, staffPage } from "../../../staff-page.tsx";
import { DONATIONS } from "../../donations/donation-filter.ts";
import { COMPARISONS, daysOf, isKind, KIND_LABELS, reasonOf } from "../comparison-words.ts";

const tabsOf = (comparison: Comparison, path: string, shown: string | undefined) => [
  {
    label: "All",
    count: KINDS.reduce((sum, kind) => sum + comparison[kind], 0),
    href: path,
    isCurrent: !shown,
  },
  ...KINDS.map((kind) => ({
    label: KIND_LABELS[kind],
    count: comparison[kind],
    href: pathWithQuery(path, { kind }),
    isCurrent: kind === shown,
  })),
];

/** A gift as one of the lists has it. */
const side = (label: string, whose: "ours" | "yours") =>
  column<Difference>(label, "amount", ({ [whose]: gift }) =>
    gift ? formatDollarsAndCents(toCents(gift.dollar_amount)) : "–",
  );

const Differences = ({ rows }: { rows: Difference[] }) => (
  <List<Difference>
    caption="Differences"
    columns={[
      column("Line", "line", ({ line }) => line ?? "–"),
      column("Your reference", "rest", ({ bank_transaction_ref: ref }) => <bdi>{ref}</bdi>),
      column("Why", "fund", (row) => <RowStatus tone="failed">{reasonOf(row)}</RowStatus>),
      side("Ours", "ours"),
      side("Yours", "yours"),
    ]}
    rows={rows}
    noteOf={({ way_out, donation_id }) => (
      <p>
        {way_out}{" "}
        {donation_id && <TextLink href={`${DONATIONS}/${donation_id}`}>View donation</TextLink>}
      </p>
    )}
  />
);

/** Where the two lists differ, why, and the way out. */
export default staffPage(
  "bank",
  "donations.read",
  "/comparisons/[comparison_id]",
  async (page) => {
    const { scope, path, params, query } = page;
    const id = params.comparison_id ?? "";
    const found = isUuid(id) && (await nullIf("COMPARISON_NOT_FOUND", getComparison(scope, id)));
    if (!found) return null;
    const kind = isKind(query.kind) ? query.kind : undefined;
    const list = await listPage(query, (at) => listDifferences(scope, id, { ...at, kind }));
    return (
      <StaffFrame
        page={page}
        title={daysOf(found)}
        intro={`${formatCount(found.in_both, "gift")} the same in both lists.`}
        back={{ href: COMPARISONS, text: "Compare lists" }}
        end={
          page.may("donations.export") && (
            <ExportLink href={pathWithQuery(`${path}/export`, { kind })} count={list.total} />
          )
        }
      >
        <Tabs label="Kinds" tabs={tabsOf(found, path, kind)} />
        {list.items.length > 0 ? (
          <Differences rows={list.items} />
        ) : (
          <p className="mt-3">No differences{kind ? " of this kind" : ""}.</p>
        )}
        <PageLinks path={path} query={{ kind }} {...list} />
      </StaffFrame>
    );
  },
  { kind: oneOf(KINDS) },
);
