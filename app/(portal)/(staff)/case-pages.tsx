/** What donors say is wrong with their gifts: a bank's cases, or all for the operator. */
import { oneOf } from "#app/filters.ts";
import { listPage, PageLinks } from "#app/page-links.tsx";
import { Tabs } from "#components/desk/filters.tsx";
import { type Column, column, day, Empty, List, money } from "#components/desk/list.tsx";
import { Facts, type FactTable } from "#components/portal/facts.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { answererOf, findCase, listCases } from "#lib/cases/queries.ts";
import type { CaseRow } from "#lib/cases/sql.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { formatDollarsAndCents } from "#lib/money.ts";
import { CASE_WORDS } from "../case-words.ts";
import { ANSWER_FLASHES, AnswerForm } from "./case-form.tsx";
import { StaffFrame, staffPage } from "./staff-page.tsx";

type Kind = "bank" | "operator";

type Columns = Record<"what" | "school" | "bank" | "fund" | "amount" | "date", Column<CaseRow>>;

export const caseColumns: Columns = {
  what: column("What", "rest", ({ kind }) => CASE_WORDS[kind].title),
  school: column("School", "text", ({ schoolName }) => schoolName),
  bank: column("Bank", "text", ({ bankName }) => <bdi>{bankName}</bdi>),
  fund: column("Fund", "fund", ({ fund }) => fund),
  amount: money("Amount", ({ amountCents }) => amountCents),
  date: day("Reported", ({ createdAt }) => createdAt),
};

/** Newest first, the open ones unless the other tab is chosen. */
export const casesPage = (kind: Kind) =>
  staffPage(
    kind,
    "cases.answer",
    "/cases",
    async (page) => {
      const { scope, path, query } = page;
      const areOpen = query.show !== "ended";
      const list = await listPage(query, (at) => listCases(scope, { areOpen, ...at }));
      const { what, school, bank, amount, date } = caseColumns;
      return (
        <StaffFrame page={page} title="Cases">
          <Tabs
            label="Cases"
            tabs={[
              { label: "Open", href: path, isCurrent: areOpen },
              { label: "Ended", href: `${path}?show=ended`, isCurrent: !areOpen },
            ]}
          />
          {list.items.length > 0 ? (
            <List<CaseRow>
              caption="Cases, newest first"
              columns={[what, school, kind === "operator" && bank, amount, date]}
              rows={list.items}
              hrefOf={({ id }) => `${path}/${id}`}
            />
          ) : (
            <Empty title={areOpen ? "No open cases" : "No ended cases"}>
              A case opens when a donor says on a gift’s page that something is wrong with it.
            </Empty>
          )}
          <PageLinks path={path} query={areOpen ? {} : { show: "ended" }} {...list} />
        </StaffFrame>
      );
    },
    { show: oneOf(["ended"]) },
  );

/** @param kind whose page it is: a bank has one of the gift */
const factsOf = (found: CaseRow, kind: Kind): FactTable => ({
  "The donor writes": <bdi className="wrap-anywhere">{found.words}</bdi>,
  Gift: `${formatDollarsAndCents(found.amountCents)} to ${found.schoolName}`,
  Fund: <bdi>{found.fund}</bdi>,
  "Gift number":
    kind === "bank" ? (
      <StandaloneLink href={`/bank/donations/${found.donationId}`}>
        {giftNumberOf(found.donationId)}
      </StandaloneLink>
    ) : (
      giftNumberOf(found.donationId)
    ),
  "Donation ID": <span className="wrap-anywhere">{found.donationId}</span>,
  Bank: <bdi>{found.bankName}</bdi>,
  "Bank’s customer ID": found.bankUserId !== null && (
    <bdi className="wrap-anywhere">{found.bankUserId}</bdi>
  ),
  Reported: <Moment at={found.createdAt} as="minute" />,
  [`Answer from ${answererOf(found)}`]: found.answer !== null && (
    <bdi className="wrap-anywhere">{found.answer}</bdi>
  ),
});

/** One case, and the form that answers it. */
export const casePage = (kind: Kind) =>
  staffPage(kind, "cases.answer", "/cases/[case_id]", async (page) => {
    const { scope, base, params } = page;
    const found = await findCase(scope, params.case_id ?? "");
    if (!found) return null;
    return (
      <StaffFrame
        page={page}
        title={CASE_WORDS[found.kind].title}
        name="Case"
        back={{ href: `${base}/cases`, text: "Cases" }}
        failed="The answer wasn’t sent"
        flashes={ANSWER_FLASHES}
      >
        <div className="record mt-2 max-w-reading">
          <Facts facts={factsOf(found, kind)} />
        </div>
        {found.endedAt === null && <AnswerForm page={page} found={found} />}
      </StaffFrame>
    );
  });
