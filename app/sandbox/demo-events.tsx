import { Moment } from "#components/ui/moment.tsx";
import { Section } from "#components/ui/page.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { DemoEvent } from "#lib/sandbox/activity.ts";

type Delivery = DemoEvent["deliveries"][number];
type Attempt = Delivery["attempts"][number];

const TONES: Record<string, Tone> = {
  pending: "waiting",
  delivered: "completed",
  dead: "failed",
};

function AttemptLine({ attempt }: { attempt: Attempt }) {
  const { attemptedAt, responseCode, error, latencyMs } = attempt;
  return (
    <li className="figures text-quiet text-small">
      <Moment at={attemptedAt.toISOString()} as="time" />: {responseCode ?? error} after{" "}
      {latencyMs.toLocaleString("en-US")} ms
    </li>
  );
}

function DeliveryLine({ delivery }: { delivery: Delivery }) {
  return (
    <div className="min-w-0">
      <Status tone={TONES[delivery.status] ?? "waiting"}>{delivery.status}</Status>
      <p className="break-all font-mono text-small">{delivery.endpoint.url}</p>
      <ul>
        {delivery.attempts.map((attempt) => (
          <AttemptLine key={String(attempt.id)} attempt={attempt} />
        ))}
      </ul>
    </div>
  );
}

function Row({ event }: { event: DemoEvent }) {
  return (
    <li className="grid gap-x-3 gap-y-1 border-line border-t py-2 wide:grid-cols-2">
      <div className="min-w-0">
        <p className="font-strong">{event.type}</p>
        <p className="break-all font-mono text-small">{event.id}</p>
        <p className="text-quiet text-small">
          <Moment at={event.createdAt.toISOString()} as="time" />
        </p>
      </div>
      {event.deliveries.length === 0 ? (
        <p className="text-quiet text-small">No endpoint was registered.</p>
      ) : (
        <div className="grid min-w-0 gap-1">
          {event.deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </div>
      )}
    </li>
  );
}

/** The bank's events, with deliveries and attempts. */
export function DemoEvents({ events }: { events: DemoEvent[] }) {
  return (
    <Section
      id="events"
      title="Events"
      intro="The last 10, with all deliveries and attempts, including response codes and latency."
    >
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
