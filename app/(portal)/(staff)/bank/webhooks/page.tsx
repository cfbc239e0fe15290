import { column, day, Empty, List } from "#components/desk/list.tsx";
import { RowStatus } from "#components/desk/status.tsx";
import { type Endpoint, MAX_ENDPOINTS } from "#lib/webhooks/endpoints/contract.ts";
import { listEndpoints } from "#lib/webhooks/endpoints/queries.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "../../staff-page.tsx";
import { forms } from "./forms.ts";

/** Shown once. */
const FLASHES = {
  deleted: "The endpoint was deleted. Nothing is sent to it anymore",
  gone: "That isn’t one of your endpoints or events anymore",
};

/** What is exceptional about an endpoint. */
export function EndpointState({ status, failing_since: since }: Endpoint) {
  if (status === "disabled") return <RowStatus tone="failed">Disabled</RowStatus>;
  return since ? <RowStatus tone="late">Failing</RowStatus> : <>Enabled</>;
}

const Endpoints = ({ path, endpoints }: { path: string; endpoints: Endpoint[] }) => (
  <List<Endpoint>
    caption="Endpoints"
    columns={[
      column("URL", "rest", ({ url }) => <bdi>{url}</bdi>),
      column("Events", "date", ({ event_types: types }) =>
        types ? `${types.length} types` : "All",
      ),
      column("Status", "status", (endpoint) => <EndpointState {...endpoint} />),
      day("Added", ({ created_at }) => created_at),
    ]}
    rows={endpoints}
    hrefOf={({ endpoint_id }) => `${path}/${endpoint_id}`}
    opens="page"
    noteOf={({ description }) => description && <bdi className="text-quiet">{description}</bdi>}
  />
);

/** Where the bank's events are sent, for its developers and admins. */
export default staffPage("bank", "webhooks.read", "/webhooks", async (page) => {
  const { items } = await listEndpoints(page.scope, { limit: MAX_ENDPOINTS });
  return (
    <StaffFrame
      page={page}
      title="Webhooks"
      intro="Where we tell your systems what happened: each event, signed, until they accept it."
      failed="The endpoint wasn’t added"
      flashes={FLASHES}
    >
      {items.length > 0 ? (
        <div className="mt-3">
          <Endpoints path={page.path} endpoints={items} />
        </div>
      ) : (
        <Empty title="No endpoints yet">
          Add the address of a program that takes events. You get its secret, and can send a test.
        </Empty>
      )}
      <StaffSection id="add" title="Add an endpoint">
        <StaffForm page={page} action="add" form={forms.add} send="Add endpoint" />
      </StaffSection>
    </StaffFrame>
  );
});
