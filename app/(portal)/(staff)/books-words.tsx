/** What pages of the books have in common: each side's words, what a state is called, and columns. */
import { type Column, column, day, List, money } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import type { Aging, Line, ListedPayment } from "#lib/books/desk/queries.ts";
import { formatDay } from "#lib/dates.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { formatDollarsAndCents } from "#lib/money.ts";

/** Each side's rooms and words. */
export const SIDES = {
  bank: {
    statements: "/statements",
    title: "Statements",
    other: "Foundation",
    otherField: "school_id",
    left: "Left to pay",
    mark: "Mark as sent",
    none: "A statement is closed at the end of each period. It lists every confirmed gift, and what you owe each foundation.",
  },
  school: {
    statements: "/remittances",
    title: "Remittances",
    other: "Bank",
    otherField: "bank_id",
    left: "Still to come",
    mark: "Mark as received",
    none: "At the end of each of a bank’s periods, its remittance advice is here: every confirmed gift, and what the bank owes you.",
  },
} as const;

export type Side = keyof typeof SIDES;

type Named = { bankName: string; schoolName: string };

/** Who it's with; both for the operator. */
const others = <Row extends Named>(side: Side | null): (Column<Row> | false)[] => [
  column(side ? SIDES[side].other : "Bank", "rest", (row) => (
    <bdi>{side === "bank" ? row.schoolName : row.bankName}</bdi>
  )),
  side === null && column("Foundation", "text", ({ schoolName }) => <bdi>{schoolName}</bdi>),
];

export const PAYMENT_KINDS: Record<string, string> = {
  sent: "Sent",
  received: "Received",
  payment: "Payment received",
  payment_return: "Payment returned",
  refund: "Credit paid back",
  write_off: "Written off",
  reversal: "Gift reversed",
};

export function PaymentStatus({ status, kind, agreement }: ListedPayment) {
  if (status === "returned") return <RowStatus tone="failed">Returned</RowStatus>;
  if (status === "awaiting_approval") return <RowStatus tone="waiting">To approve</RowStatus>;
  if (agreement?.endsWith("differ")) return <RowStatus tone="failed">Differs</RowStatus>;
  return kind === "sent" && agreement === "not received" ? (
    <RowStatus tone="waiting">Not received</RowStatus>
  ) : (
    <RowStatus tone={null}>{PAYMENT_KINDS[kind]}</RowStatus>
  );
}

export const Payments = ({ side, rows }: { side: Side | null; rows: ListedPayment[] }) => (
  <List<ListedPayment>
    caption="Payments"
    columns={[
      ...others<ListedPayment>(side),
      money("Amount", ({ cents }) => cents),
      column("Status", "status", (payment) => <PaymentStatus {...payment} />),
      column("Reference", "text", (row) => <bdi>{row.wireReference ?? row.reason}</bdi>),
      column("Value date", "number", ({ valueDate }) => formatDay(valueDate)),
    ]}
    rows={rows}
    {...(side && { hrefOf: ({ id }) => `/${side}/payments/${id}` })}
  />
);

/** What is due and overdue, per pair. */
export const AgingList = ({ side, rows }: { side: Side | null; rows: Aging[] }) => (
  <List<Aging>
    caption="Due, and how long it has been overdue"
    columns={[
      ...others<Aging>(side),
      money("Due", ({ total }) => total),
      money("1–30 days", ({ to30 }) => to30, "sum"),
      money("31–60", ({ to60 }) => to60, "sum"),
      money("61–90", ({ to90 }) => to90, "sum"),
      money("Over 90", ({ over }) => over, "sum"),
      side !== null &&
        column(SIDES[side].mark, "action", ({ bankId, schoolId }) => (
          <StandaloneLink href={markPath(side, side === "bank" ? schoolId : bankId)}>
            {SIDES[side].mark}
          </StandaloneLink>
        )),
    ]}
    rows={rows}
    noteOf={({ overdue }) =>
      overdue > 0 && <RowStatus tone="late">{formatDollarsAndCents(overdue)} overdue</RowStatus>
    }
  />
);

/** Where a payment with another team is recorded. */
export const markPath = (side: Side, other: string) => `/${side}/payments?other=${other}#record`;

function lineHref(side: Side, { giftId, causeId }: Line): string {
  if (giftId === null) return `/${side}/payments/${causeId}`;
  return side === "bank" ? `/bank/donations/${giftId}` : `/school/gifts/${giftNumberOf(giftId)}`;
}

/** Lines of a statement, or what a payment covers: each leads to its gift. */
export const Lines = ({ side, rows }: { side: Side; rows: Line[] }) => (
  <List<Line>
    caption="Lines, in the order of posting"
    columns={[
      column("Gift", "rest", ({ kind, giftId }) =>
        kind === "gift" && giftId ? giftNumberOf(giftId) : PAYMENT_KINDS[kind],
      ),
      money("Amount", ({ cents }) => cents),
      side === "bank" && column("Foundation", "text", ({ schoolName }) => <bdi>{schoolName}</bdi>),
      column(side === "bank" ? "Your reference" : "Your number", "text", (row) => (
        <bdi>{side === "bank" ? row.bankTransactionRef : row.platformCreditId}</bdi>
      )),
      day("Posted", ({ postedAt }) => postedAt),
    ]}
    rows={rows}
    hrefOf={(line) => lineHref(side, line)}
  />
);
