import { Fragment } from "react";
import { type Column, column, List } from "#components/desk/list.tsx";
import { RowStatus, type RowTone } from "#components/desk/status.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { Delivery } from "#lib/webhooks/delivery/contract.ts";

const STATUSES: Record<Delivery["status"], { words: string; tone: RowTone | null }> = {
  pending: { words: "On its way", tone: "waiting" },
  delivered: { words: "Delivered", tone: null },
  dead: { words: "Given up", tone: "failed" },
  skipped: { words: "Skipped", tone: "late" },
};

export const DELIVERY_TABS = Object.entries(STATUSES).map(([status, { words }]) => ({
  status: status as Delivery["status"],
  words,
}));

const Attempts = ({ attempts, next }: { attempts: Delivery["attempts"]; next: string | null }) => (
  <span className="figures text-fine text-quiet">
    {attempts.map(({ attempted_at, response_code, error, latency_ms }) => (
      <Fragment key={attempted_at}>
        <Moment at={attempted_at} as="time" />: {response_code ?? error}, {latency_ms} ms
        <br />
      </Fragment>
    ))}
    {next && (
      <>
        Next attempt: <Moment at={next} as="time" />
      </>
    )}
  </span>
);

type Props = {
  caption: string;
  deliveries: Delivery[];
  /** Its first column. */
  first: Column<Delivery>;
  hrefOf?: (delivery: Delivery) => string;
  /** How many attempts to show, of those that are stored. */
  latest: number;
};

/** Deliveries with their latest attempts. */
export const Deliveries = ({ caption, deliveries, first, hrefOf, latest }: Props) => (
  <List<Delivery>
    caption={caption}
    columns={[
      first,
      column("Status", "status", ({ status }) => (
        <RowStatus tone={STATUSES[status].tone}>{STATUSES[status].words}</RowStatus>
      )),
      column("Attempts", "count", ({ attempt_count }) => attempt_count),
      column("When", "fund", ({ created_at }) => <Moment at={created_at} as="time" />),
    ]}
    rows={deliveries}
    {...(hrefOf && { hrefOf })}
    noteOf={({ attempts, next_attempt_at: next }) =>
      (attempts.length > 0 || next) && <Attempts attempts={attempts.slice(-latest)} next={next} />
    }
  />
);
