import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Status } from "#components/ui/status.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Today } from "#lib/batches/queries.ts";
import { formatDollarsAndCents } from "#lib/money.ts";

/** When the first donor expects an answer, and whether that has passed. */
export const Due = ({ at }: { at: Date }) => (
  <span>
    <Moment at={at.toISOString()} as="minute" />{" "}
    {at.getTime() < Date.now() && <Status tone="failed">Late</Status>}
  </span>
);

/** Closed batches with gifts to confirm, the most urgent first. */
export function WaitingBatches({ base, waiting }: { base: string; waiting: Today["waiting"] }) {
  return (
    <Table
      caption="Batches to confirm"
      columns={[
        { label: "Batch", isControl: true },
        { label: "Closed" },
        { label: "Promised by" },
        { label: "Gifts left", isNumber: true },
        { label: "Dollars left", isNumber: true },
      ]}
      rows={waiting.map(({ id, number, closedAt, count, cents, dueAt }) => ({
        key: id,
        cells: [
          <StandaloneLink key="batch" href={`${base}/batches/${id}`}>
            Batch {number}
          </StandaloneLink>,
          <span key="closed">
            <span className="wide:hidden">closed </span>
            <Moment at={closedAt.toISOString()} as="date" />
          </span>,
          <span key="due">
            <span className="wide:hidden">promised by </span>
            {dueAt ? <Due at={dueAt} /> : "held"}
          </span>,
          <span key="count">
            {count.toLocaleString("en-US")}
            <span className="wide:hidden"> left</span>
          </span>,
          formatDollarsAndCents(cents),
        ],
      }))}
    />
  );
}
