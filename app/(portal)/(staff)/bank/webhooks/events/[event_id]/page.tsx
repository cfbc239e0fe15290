import { validate as isUuid } from "uuid";
import { column } from "#components/desk/list.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodePanel } from "#components/ui/code-panel.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { nullIf } from "#lib/errors.ts";
import { MAX_ENDPOINTS } from "#lib/webhooks/endpoints/contract.ts";
import { listEndpoints } from "#lib/webhooks/endpoints/queries.ts";
import { getEvent } from "#lib/webhooks/events/queries.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../../../staff-page.tsx";
import { Deliveries } from "../../deliveries.tsx";

/** Shown once. */
const FLASHES = {
  replayed: "The event is being sent again, under the same ID",
  nowhere: "None of your enabled endpoints receives this event",
};

/** One event, with each delivery and its attempts. */
export default staffPage("bank", "webhooks.read", "/webhooks/events/[event_id]", async (page) => {
  const { scope, base, params } = page;
  const id = params.event_id ?? "";
  const event = isUuid(id) && (await nullIf("EVENT_NOT_FOUND", getEvent(scope, id)));
  if (!event) return null;
  const { items } = await listEndpoints(scope, { limit: MAX_ENDPOINTS });
  const urlOf = (endpoint: string) =>
    items.find(({ endpoint_id }) => endpoint_id === endpoint)?.url ?? "Deleted endpoint";
  const body = { type: event.type, timestamp: event.created_at, data: event.data };
  return (
    <StaffFrame
      page={page}
      title={event.type}
      name="Event"
      flashes={FLASHES}
      failed="Nothing was sent"
      back={{ href: `${base}/webhooks`, text: "Back to the webhooks" }}
    >
      <div className="mt-3 max-w-reading">
        <Facts
          facts={{
            ID: <span className="wrap-anywhere">{event.event_id}</span>,
            When: <Moment at={event.created_at} as="minute" />,
            Donation: event.donation_id !== null && event.donation_id,
          }}
        />
      </div>
      <StaffSection id="deliveries" title="Deliveries">
        <Deliveries
          caption="Deliveries of this event"
          deliveries={event.deliveries}
          first={column("Endpoint", "rest", ({ endpoint_id }) => <bdi>{urlOf(endpoint_id)}</bdi>)}
          latest={20}
        />
        <StaffForm page={page} action="replay" className="mt-2">
          <Button look="quiet">Send again</Button>
        </StaffForm>
      </StaffSection>
      <StaffSection id="body" title="What is sent">
        <CodePanel language="json" code={JSON.stringify(body, null, 2)} label="The event’s body" />
      </StaffSection>
    </StaffFrame>
  );
});
