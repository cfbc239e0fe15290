import type { ReactNode } from "react";
import { PER_PAGE } from "#app/page-links.tsx";
import { column, day, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { type Close, listAging, listCloses, listOwnPayments } from "#lib/books/desk/queries.ts";
import { AgingList, Payments } from "../../books-words.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";

const some = (rows: unknown[], list: ReactNode) => (rows.length > 0 ? list : <p>None.</p>);

const Closes = ({ closes }: { closes: Close[] }) => (
  <List<Close>
    caption="Closes, failed ones first"
    columns={[
      column("Bank", "rest", ({ bankName }) => <bdi>{bankName}</bdi>),
      column(
        "Status",
        "status",
        ({ hasFailed }) => hasFailed && <RowStatus tone="failed">Not closed</RowStatus>,
      ),
      column("Statements", "number", ({ number }) => number),
      day("Until", ({ toAt }) => toAt),
      day("Next", ({ nextAt }) => nextAt),
    ]}
    rows={closes}
  />
);

/** What the operator watches: what waits for a second person, claims that don't meet, what is overdue, and closes. */
export default staffPage("operator", "books.read", "/books", async (page) => {
  const { scope } = page;
  const waiting = (part: "approvals" | "claims") =>
    listOwnPayments(scope, { waiting: part, limit: PER_PAGE, cursor: undefined });
  const [approvals, claims, aging, closes] = await Promise.all([
    waiting("approvals"),
    waiting("claims"),
    listAging(scope),
    listCloses(),
  ]);
  return (
    <StaffFrame page={page} title="Books">
      <StaffSection id="approvals" title="Waiting for a second person">
        {some(approvals.items, <Payments side={null} rows={approvals.items} />)}
      </StaffSection>
      <StaffSection id="claims" title="Claims that don’t meet a payment">
        {some(claims.items, <Payments side={null} rows={claims.items} />)}
      </StaffSection>
      <StaffSection id="aging" title="Due and overdue">
        {some(aging, <AgingList side={null} rows={aging} />)}
      </StaffSection>
      <StaffSection id="closes" title="Closes">
        {some(closes, <Closes closes={closes} />)}
      </StaffSection>
    </StaffFrame>
  );
});
