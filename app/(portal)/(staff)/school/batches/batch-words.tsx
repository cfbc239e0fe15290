/** What pages say about batches. */
import { RowStatus } from "#components/desk/status.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { FileFormat, SchoolBatch } from "#lib/batches/contract.ts";
import { formatCount } from "#lib/text.ts";

export const giftsOf = (count: number): string => formatCount(count, "gift");

/** A batch as a member has to know it: open, or waiting for confirmations. */
export function BatchStatus({ status, undecided_count: left }: SchoolBatch) {
  if (status === "open") return <RowStatus tone={null}>Open</RowStatus>;
  return left > 0 ? (
    <RowStatus tone="waiting">{left.toLocaleString("en-US")} to confirm</RowStatus>
  ) : (
    <RowStatus tone={null}>Done</RowStatus>
  );
}

/** When the first donor expects an answer, and whether that has passed. */
export const Due = ({ at }: { at: Date }) => (
  <span>
    <Moment at={at} as="minute" />{" "}
    {at.getTime() < Date.now() && <RowStatus tone="late">Late</RowStatus>}
  </span>
);

/** Each file: the program that imports it, and what it's for. */
export const FILES: Record<FileFormat, { title: string; purpose: string }> = {
  csv: {
    title: "All columns (CSV)",
    purpose: "For a spreadsheet or any other program. Fill in its last columns to confirm gifts.",
  },
  raisers_edge_constituents: {
    title: "Raiser’s Edge NXT: constituents",
    purpose: "Import it first: everyone who gets a hard or soft credit.",
  },
  raisers_edge: {
    title: "Raiser’s Edge NXT: gifts",
    purpose: "Import it after the constituents.",
  },
  npsp: {
    title: "Salesforce Nonprofit Success Pack",
    purpose: "For NPSP Data Import. Use upsert, so that a second import adds nothing.",
  },
};
