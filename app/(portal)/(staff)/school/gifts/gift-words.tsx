/** How gifts are shown to their school. */
import { type Column, column, Donor, money } from "#components/desk/list.tsx";
import { Glyph, RowStatus } from "#components/desk/status.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { SchoolGift } from "#lib/batches/contract.ts";
import type { GiftOrder, ListedGift } from "#lib/batches/queries.ts";
import type { GiftFilter } from "#lib/batches/saved-views.ts";
import { formatDay } from "#lib/dates.ts";
import { shortened, sortOf } from "../../gift-filters.tsx";
import { DATES } from "./gift-filter.ts";

export const fundOf = ({ fund_name, fund_designation }: SchoolGift) =>
  fund_name ?? fund_designation;

type State = Pick<
  ListedGift,
  "status" | "heldAt" | "batchNumber" | "batchClosedAt" | "decidedAt" | "isLate" | "asked"
>;

/** Whether the school may decide about a gift. */
export const isToConfirm = ({ status, heldAt, batchClosedAt, decidedAt }: Omit<State, "asked">) =>
  status === "pending" && heldAt === null && batchClosedAt !== null && decidedAt === null;

/** What's exceptional about it. Nothing is about a confirmed one: its number is there. */
export function GiftState(gift: State) {
  const { status, heldAt, batchNumber, batchClosedAt, decidedAt, isLate, asked } = gift;
  if (asked) return <RowStatus tone="late">Bank asks to {asked}</RowStatus>;
  if (status === "completed") return <span className="sr-only">Confirmed</span>;
  if (status === "failed") return <RowStatus tone="failed">Declined</RowStatus>;
  if (status === "canceled") return <RowStatus tone="failed">Canceled</RowStatus>;
  if (heldAt) return <RowStatus tone="waiting">In review</RowStatus>;
  if (decidedAt) return <RowStatus tone={null}>Settling</RowStatus>;
  if (batchNumber !== null && batchClosedAt === null) {
    return <RowStatus tone={null}>In batch {batchNumber}</RowStatus>;
  }
  if (isLate) return <RowStatus tone="late">Late</RowStatus>;
  return <RowStatus tone="waiting">{batchClosedAt ? "To confirm" : "On its way"}</RowStatus>;
}

/** The day that a list is filtered by. */
function DayOf({ gift, date }: { gift: ListedGift; date: keyof typeof DATES }) {
  if (date === "gift_date") return gift.giftDate && formatDay(gift.giftDate);
  const at = {
    created_at: gift.createdAt,
    completed_at: gift.completedAt,
    failed_at: gift.failedAt,
  };
  return at[date] && <Moment at={at[date]} as="day" />;
}

const name = (gift: ListedGift) => (
  <>
    <Donor name={gift.donorName} />
    {gift.cardholderMessage && (
      <>
        <span className="sr-only">, with a note</span>
        <Glyph name="note" />
      </>
    )}
    {gift.recurring && (
      <>
        <span className="sr-only">, recurring</span>
        <Glyph name="again" />
      </>
    )}
  </>
);

type Sorting = { sort: GiftOrder | undefined; sortedBy: (sort: GiftOrder) => string };

/** A column in which every row would say the same is left out. */
export function giftColumns(
  chosen: GiftFilter,
  sorting: Sorting | null,
): (Column<ListedGift> | false)[] {
  const date = (chosen.date ?? "created_at") as keyof typeof DATES;
  const sort = sorting?.sort ?? "latest";
  const isPlain = chosen.show === "confirmed" || chosen.show === "declined";
  return [
    column("Donor", "rest", name),
    {
      ...money("Amount", ({ countedCents }) => countedCents),
      ...(sorting && { sort: sortOf(sort, sorting.sortedBy, "largest", "smallest") }),
    },
    !isPlain && column("Status", "status", (gift) => <GiftState {...gift} />),
    chosen.fund === undefined &&
      column("Fund", "fund", ({ fundName, fundDesignation }) => fundName ?? fundDesignation),
    {
      ...column(DATES[date], "date", (gift) => <DayOf gift={gift} date={date} />),
      ...(sorting &&
        date === "created_at" && { sort: sortOf(sort, sorting.sortedBy, "latest", "oldest") }),
    },
    column(
      "Number",
      "number",
      ({ platformCreditId, number }) =>
        platformCreditId ?? <span className="text-quiet">{shortened(number)}</span>,
    ),
  ];
}
