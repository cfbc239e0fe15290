import { Section } from "#components/ui/page.tsx";
import type { Tone } from "#components/ui/status.tsx";
import type { DemoEvent } from "#lib/sandbox/activity.ts";
import { LogFacts, LogRow } from "./log-row.tsx";

type Delivery = DemoEvent["deliveries"][number];
type Attempt = Delivery["attempts"][number];

const TONES: Record<string, Tone> = {
  pending: "waiting",
  delivered: "completed",
  dead: "failed",
};

/** The status of the delivery that needs most attention. */
function statusOf({ deliveries }: DemoEvent): string {
  const statuses = deliveries.map(({ status }) => status);
  return ["dead", "pending", "delivered"].find((each) => statuses.includes(each)) ?? "not sent";
}

const told = ({ responseCode, error, latencyMs }: Attempt) =>
  `${responseCode ?? error} after ${latencyMs.toLocaleString("en-US")} ms`;

function DeliveryLine({ delivery, isOne }: { delivery: Delivery; isOne: boolean }) {
  const attempts = delivery.attempts.map(told).join(", ");
  return (
    <p>
      <span className="break-all font-mono">{delivery.endpoint.url}</span>{" "}
      <span className="figures text-quiet">
        {isOne ? attempts : [delivery.status, attempts].filter(Boolean).join(": ")}
      </span>
    </p>
  );
}

function Row({ event }: { event: DemoEvent }) {
  const { deliveries } = event;
  const status = statusOf(event);
  return (
    <LogRow
      tone={TONES[status] ?? "waiting"}
      status={status}
      at={event.createdAt}
      title={<p className="font-strong">{event.type}</p>}
    >
      {deliveries.map((delivery) => (
        <DeliveryLine key={delivery.id} delivery={delivery} isOne={deliveries.length === 1} />
      ))}
      {deliveries.length === 0 && <p>No endpoint was registered.</p>}
      <LogFacts facts={{ event_id: event.id, donation_id: event.donationId }} />
    </LogRow>
  );
}

/** The bank's events, with deliveries and attempts. */
export function DemoEvents({ events }: { events: DemoEvent[] }) {
  return (
    <Section id="events" title="Events" intro="The last 10, with every delivery attempt.">
      {events.length === 0 ? (
        <p>None yet. An event is recorded as soon as a donation completes or fails.</p>
      ) : (
        <ul className="border-line border-b">
          {events.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Section>
  );
}
