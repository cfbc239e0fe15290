/** A bank's statements and a foundation's remittance advices: the same pages for both. */
import { anyText, oneOf } from "#app/filters.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { COMPACT } from "#components/desk/filters.tsx";
import { column, Empty, List, money } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { Money } from "#components/desk/ticket.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { ButtonLink, StandaloneLink, TextLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import {
  type Aging,
  getSummary,
  listAging,
  listLines,
  listSummaries,
  readSections,
  type Summary,
} from "#lib/books/desk/queries.ts";
import type { RemittanceSummary } from "#lib/books/statements/contract.ts";
import { remittanceFile, statementFile } from "#lib/books/statements/queries.ts";
import { sumLines } from "#lib/books/statements/sums.ts";
import { dayAt } from "#lib/calendar.ts";
import { formatDay } from "#lib/dates.ts";
import { nullIf } from "#lib/errors.ts";
import { fileHeaders } from "#lib/http/endpoint.ts";
import { formatDollars, formatDollarsAndCents, sumOfCents, toCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { AgingList, Lines, markPath, SIDES, type Side } from "./books-words.tsx";
import { staffFile } from "./staff-file.ts";
import { StaffFrame, StaffSection, staffPage } from "./staff-page.tsx";

type Listed = Awaited<ReturnType<typeof listSummaries>>["items"][number];

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** `October 2026`, or the days. */
function periodOf({ from, to, time_zone: zone }: Listed): string {
  const end = new Date(to);
  const [first = "", last = "", next = ""] = [new Date(from), new Date(end.getTime() - 1), end].map(
    (at) => dayAt(at, zone),
  );
  if (first === last) return formatDay(first);
  const isMonth =
    first.endsWith("-01") && next.endsWith("-01") && last.startsWith(first.slice(0, 7));
  return isMonth ? MONTH.format(new Date(first)) : `${formatDay(first)} to ${formatDay(last)}`;
}

function StatementStatus({ status, due_on, time_zone }: Listed) {
  if (status === "paid") return <RowStatus tone={null}>Paid</RowStatus>;
  if (due_on < dayAt(new Date(), time_zone)) return <RowStatus tone="late">Overdue</RowStatus>;
  return <RowStatus tone="waiting">{status === "open" ? "Open" : "Partly paid"}</RowStatus>;
}

/** What is left of all statements, and what of it is overdue. */
function Left({ side, aging }: { side: Side; aging: Aging[] }) {
  const overdue = sumOfCents(aging.map((pair) => pair.overdue));
  return (
    <StaffSection id="due" title={SIDES[side].left}>
      <p className="display text-d88 wrap-anywhere">
        <Money amount={formatDollars(sumOfCents(aging.map(({ total }) => total)))} />
      </p>
      {overdue > 0 && <RowStatus tone="late">{formatDollarsAndCents(overdue)} overdue</RowStatus>}
      {aging.length > 0 && <AgingList side={side} rows={aging} />}
    </StaffSection>
  );
}

/** A team's statements, with what is due and overdue. */
export const statementsPage = (side: Side) =>
  staffPage<Side>(side, "statements.read", SIDES[side].statements, async (page) => {
    const { scope, path, query } = page;
    const [aging, list] = await Promise.all([
      listAging(scope),
      listPage(query, (at) => listSummaries(scope, at)),
    ]);
    return (
      <StaffFrame
        page={page}
        title={SIDES[side].title}
        end={
          <div className="flex flex-wrap gap-1">
            {["Payments", "Journal"].map((room) => (
              <ButtonLink
                key={room}
                href={`/${side}/${room.toLowerCase()}`}
                look="quiet"
                className={COMPACT}
              >
                {room === "Journal" ? "Journal (CSV)" : room}
              </ButtonLink>
            ))}
          </div>
        }
      >
        {list.items.length > 0 ? (
          <>
            <Left side={side} aging={aging} />
            <StaffSection id="all" title="By period">
              <List<Listed>
                caption="Statements, newest first"
                columns={[
                  column("Period", "rest", periodOf),
                  money("Balance", (row) => toCents(row.closing_usd)),
                  column("Status", "status", (row) => <StatementStatus {...row} />),
                  side === "school" &&
                    column("Bank", "text", (row) => (
                      <bdi>{(row as RemittanceSummary).bank_name}</bdi>
                    )),
                  money("Gifts", (row) => toCents(row.total_usd), "number"),
                  column("Number", "count", ({ number }: Listed) => number),
                  column("Due", "number", ({ due_on }) => formatDay(due_on)),
                ]}
                rows={list.items}
                hrefOf={(row) => `${path}/${row.statement_id}`}
              />
            </StaffSection>
          </>
        ) : (
          <Empty title="No statements yet">
            {SIDES[side].none} <TextLink href="/docs/books">How the books work</TextLink>
          </Empty>
        )}
        <PageLinks path={path} {...list} />
      </StaffFrame>
    );
  });

/** From what was due before to what is due, as the statement was issued. */
const Sums = ({ statement }: { statement: Summary }) => (
  <table className="figures w-full border-edge border-t">
    <caption className="sr-only">What the statement comes to</caption>
    <tbody>
      {sumLines(statement).map(({ label, amount }) => (
        <tr
          key={label}
          className={`font-strong ${label === "Due" ? "border-ink border-b-3 border-double text-lead" : "border-line border-b"}`}
        >
          <th scope="row" className="wrap-anywhere py-1.25 text-left">
            {label}
          </th>
          <td className="py-1.25 text-right">{amount}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

type Sections = Awaited<ReturnType<typeof readSections>>;

function Summed({ side, statement, left }: { side: Side; statement: Summary; left: string }) {
  const { number, due_on, closed_at, digest } = statement;
  const facts = {
    Status: <StatementStatus {...statement} />,
    Due: formatDay(due_on),
    Number: number,
    Bank: "bank_name" in statement && <bdi>{statement.bank_name}</bdi>,
    Closed: <Moment at={closed_at} as="minute" />,
    Digest: <code className="wrap-anywhere">{digest}</code>,
  };
  return (
    <div>
      <p className="text-quiet">{SIDES[side].left}</p>
      <p className="display text-d88 wrap-anywhere">
        <Money amount={left} />
      </p>
      <Facts facts={facts} />
      <StandaloneLink href="/docs/books#check-a-statement">How to check it</StandaloneLink>
    </div>
  );
}

/** A bank's statement by foundation. */
const SectionList = ({ path, sections }: { path: string; sections: Sections }) => (
  <List<Sections[number]>
    caption="By foundation"
    columns={[
      column("Foundation", "rest", ({ schoolName }) => <bdi>{schoolName}</bdi>),
      money("Left to pay", ({ leftCents }) => leftCents),
      money("Balance", ({ closingCents }) => closingCents, "number"),
      column("Lines", "number", ({ lineCount }) => formatCount(lineCount, "line")),
      column(
        "Mark as sent",
        "action",
        ({ schoolId, leftCents }) =>
          leftCents > 0 && (
            <StandaloneLink href={markPath("bank", schoolId)}>Mark as sent</StandaloneLink>
          ),
      ),
    ]}
    rows={sections}
    hrefOf={({ schoolId }) => `${path}?school=${schoolId}#lines`}
    noteOf={({ payeeChangedAt: at }) =>
      at && (
        <span className="text-failed">
          Payee details changed <Moment at={at} as="minute" />. Call the foundation before you pay.
        </span>
      )
    }
  />
);

const findStatement = (scope: Parameters<typeof getSummary>[0], id = "") =>
  nullIf("STATEMENT_NOT_FOUND", getSummary(scope, id));

const FORMATS = {
  pdf: "application/pdf",
  csv: "text/csv",
  json: "application/json",
} as const;

/** One statement: its sums, its files, and its lines, page by page. */
export const statementPage = (side: Side) =>
  staffPage<Side>(
    side,
    "statements.read",
    `${SIDES[side].statements}/[statement_id]`,
    async (page) => {
      const { scope, base, path, params, query } = page;
      const statement = await findStatement(scope, params.statement_id);
      if (!statement) return null;
      const { school } = query;
      const [sections, lines] = await Promise.all([
        readSections(scope, statement.statement_id),
        listPage(query, (at) => listLines(scope, statement, { schoolId: school, ...at })),
      ]);
      const only = sections.find(({ schoolId }) => schoolId === school)?.schoolName;
      const left = formatDollars(sumOfCents(sections.map(({ leftCents }) => leftCents)));
      const files = Object.keys(FORMATS).map((format) => (
        <ButtonLink
          key={format}
          look="quiet"
          className={COMPACT}
          href={`${path}/file?format=${format}`}
        >
          {format.toUpperCase()}
        </ButtonLink>
      ));
      return (
        <StaffFrame
          page={page}
          title={periodOf(statement)}
          name={side === "bank" ? "Statement" : "Remittance advice"}
          back={{ href: base + SIDES[side].statements, text: SIDES[side].title }}
          end={<div className="flex flex-wrap gap-1">{files}</div>}
        >
          <div className="page-head mt-2 grid items-start gap-x-6 gap-y-3 desk:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
            <Sums statement={statement} />
            <Summed side={side} statement={statement} left={left} />
          </div>
          {side === "bank" && sections.length > 0 && (
            <StaffSection id="sections" title="By foundation">
              <SectionList path={path} sections={sections} />
            </StaffSection>
          )}
          <StaffSection id="lines" title={only ? `Lines for ${only}` : "Lines"}>
            <Lines side={side} rows={lines.items} />
            <PageLinks path={path} query={{ school }} {...lines} />
          </StaffSection>
        </StaffFrame>
      );
    },
    { school: anyText },
  );

/** A statement's files, as they were issued. */
export const statementFiles = (side: Side) =>
  staffFile<Side>(
    side,
    "statements.read",
    { format: oneOf(Object.keys(FORMATS)) },
    async ({ scope, params, query: { format: named } }) => {
      const [id, format] = [params.statement_id ?? "", (named || "pdf") as keyof typeof FORMATS];
      const { body, fileName } = await (scope.kind === "bank"
        ? statementFile(scope, id, format)
        : remittanceFile(scope, id, format));
      return new Response(body, { headers: fileHeaders(FORMATS[format], fileName) });
    },
  );
