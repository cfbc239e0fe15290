import { StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Status } from "#components/ui/status.tsx";
import { controls, numbers, Table, worded } from "#components/ui/table.tsx";
import type { Today } from "#lib/batches/queries.ts";
import { formatDollarsAndCents } from "#lib/money.ts";

/** When the first donor expects an answer, and whether that has passed. */
export const Due = ({ at }: { at: Date }) => (
  <span>
    <Moment at={at} as="minute" />{" "}
    {at.getTime() < Date.now() && <Status tone="failed">Late</Status>}
  </span>
);

/** Closed batches with gifts to confirm, the most urgent first. */
export function WaitingBatches({ base, waiting }: { base: string; waiting: Today["waiting"] }) {
  return (
    <Table
      caption="Batches to confirm"
      columns={[
        controls("Batch"),
        "Closed",
        "Promised by",
        numbers("Gifts left"),
        numbers("Dollars left"),
      ]}
      rows={waiting.map(({ id, number, closedAt, count, cents, dueAt }) => ({
        key: id,
        cells: [
          <StandaloneLink key="batch" href={`${base}/batches/${id}`}>
            Batch {number}
          </StandaloneLink>,
          worded("closed", <Moment at={closedAt} as="date" />),
          worded("promised by", dueAt ? <Due at={dueAt} /> : "held"),
          worded("", count.toLocaleString("en-US"), "left"),
          formatDollarsAndCents(cents),
        ],
      }))}
    />
  );
}
