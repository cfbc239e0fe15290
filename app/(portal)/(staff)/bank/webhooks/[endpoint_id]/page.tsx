import { Fragment } from "react";
import { validate as isUuid } from "uuid";
import { oneOf } from "#app/filters.ts";
import { PageLinks, pageAtCursor } from "#app/page-links.tsx";
import { pathWithQuery } from "#app/paths.ts";
import { Tabs } from "#components/desk/filters.tsx";
import { column } from "#components/desk/list.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Ask, Button } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { nullIf } from "#lib/errors.ts";
import { DELIVERY_STATUSES, type Delivery } from "#lib/webhooks/delivery/contract.ts";
import { listDeliveries } from "#lib/webhooks/delivery/queries.ts";
import type { Endpoint } from "#lib/webhooks/endpoints/contract.ts";
import { getEndpoint } from "#lib/webhooks/endpoints/queries.ts";
import {
  StaffForm,
  StaffFrame,
  type StaffPageProps,
  StaffSection,
  staffPage,
} from "../../../staff-page.tsx";
import { DELIVERY_TABS, Deliveries } from "../deliveries.tsx";
import { forms } from "../forms.ts";
import { EndpointState } from "../page.tsx";

/** Shown once. */
const FLASHES = {
  changed: "The endpoint was changed",
  sent: "The test was sent. Its delivery is the first in the list",
  recovering: "The events are being sent again, oldest first",
};

const FILTERS = { status: oneOf(DELIVERY_STATUSES) };
const PER_PAGE = 20;

type EndpointProps = { page: StaffPageProps<"bank">; endpoint: Endpoint };

/** Why nothing arrives, and what to do. */
function Problem({ page, endpoint }: EndpointProps) {
  const { status, disabled_reason: reason, failing_since: since } = endpoint;
  if (status === "disabled") {
    return (
      <Notice tone="failed" title={`Disabled: ${reason}`}>
        <p>Its events are kept for 30 days as “Skipped”. Enable it, then recover what it missed.</p>
        <StaffForm page={page} action="status" className="mt-2">
          <input type="hidden" name="status" value="enabled" />
          <Button>Enable endpoint</Button>
        </StaffForm>
      </Notice>
    );
  }
  return since ? (
    <Notice tone="failed" title="This endpoint is failing">
      <p>
        It has accepted nothing since <Moment at={since} as="minute" />. We’ll keep retrying
        automatically, and email your contact within the first day.
      </p>
    </Notice>
  ) : null;
}

async function DeliverySection({ page, endpoint }: EndpointProps) {
  const { scope, base, path, query } = page;
  const { status } = query as { status?: Delivery["status"] };
  const list = await pageAtCursor(query.after, (cursor) =>
    listDeliveries(scope, {
      endpoint_id: endpoint.endpoint_id,
      ...(status && { status }),
      limit: PER_PAGE,
      cursor,
    }),
  );
  const tabs = DELIVERY_TABS.map((tab) => ({
    label: tab.words,
    href: pathWithQuery(path, { status: tab.status }),
    isCurrent: tab.status === status,
  }));
  return (
    <StaffSection id="deliveries" title="Deliveries">
      <Tabs
        label="Deliveries by status"
        tabs={[{ label: "All", href: path, isCurrent: !status }, ...tabs]}
      />
      {list.items.length > 0 ? (
        <Deliveries
          caption="Deliveries, newest first"
          deliveries={list.items}
          first={column("Event", "rest", ({ event_type }) => event_type)}
          hrefOf={({ event_id }) => `${base}/webhooks/events/${event_id}`}
          latest={1}
        />
      ) : (
        <p className="mt-2">There are none.</p>
      )}
      <PageLinks path={path} query={{ status }} {...list} />
    </StaffSection>
  );
}

/** Where an endpoint is, which breaks between its labels. */
const Host = ({ url }: { url: string }) => (
  <bdi>
    {new URL(url).host.split(".").map((label, n) => (
      <Fragment key={label}>
        {n > 0 && "."}
        <wbr />
        {label}
      </Fragment>
    ))}
  </bdi>
);

const Sending = ({ page }: { page: StaffPageProps<"bank"> }) => (
  <>
    <StaffSection id="test" title="Send a test">
      <StaffForm page={page} action="test" form={forms["[endpoint_id]/test"]} send="Send test" />
    </StaffSection>
    <StaffSection
      id="recover"
      title="Recover"
      intro="Sends every event since then to this endpoint again, under the same IDs, in the order in which they happened."
    >
      <StaffForm
        page={page}
        action="recover"
        form={forms["[endpoint_id]/recover"]}
        saved={{ hours: 24 }}
        send="Send again"
      />
    </StaffSection>
  </>
);

function Settings({ page, endpoint }: EndpointProps) {
  const saved = { ...endpoint, event_types: endpoint.event_types?.join("\n") ?? "" };
  return (
    <>
      <StaffSection id="change" title="Settings">
        <StaffForm
          page={page}
          action="change"
          form={forms["[endpoint_id]/change"]}
          saved={{ ...saved, description: endpoint.description ?? "" }}
          send="Save"
        />
      </StaffSection>
      <StaffSection
        id="secret"
        title="Secret"
        intro="A new one is shown once. The current one also signs for 24 hours."
      >
        <StaffForm page={page} action="rotate">
          <Ask
            ask="Roll secret"
            meaning="Your program has to accept the new secret within 24 hours."
            yes="Roll now"
          />
        </StaffForm>
      </StaffSection>
      <StaffSection id="end" title="Disable or delete">
        <div className="flex flex-wrap gap-2">
          {endpoint.status === "enabled" && (
            <StaffForm page={page} action="status">
              <input type="hidden" name="status" value="disabled" />
              <Ask
                ask="Disable"
                meaning="Nothing is sent until you enable it. What it misses is kept as “Skipped”."
                yes="Disable now"
              />
            </StaffForm>
          )}
          <StaffForm page={page} action="delete">
            <Ask
              look="danger"
              ask="Delete"
              meaning="Nothing is sent to it anymore, and what it missed can’t be recovered for it."
              yes="Delete now"
            />
          </StaffForm>
        </div>
      </StaffSection>
    </>
  );
}

/** One endpoint. */
export default staffPage(
  "bank",
  "webhooks.read",
  "/webhooks/[endpoint_id]",
  async (page) => {
    const { scope, base, params } = page;
    const id = params.endpoint_id ?? "";
    const endpoint = isUuid(id) && (await nullIf("ENDPOINT_NOT_FOUND", getEndpoint(scope, id)));
    if (!endpoint) return null;
    return (
      <StaffFrame
        page={page}
        title={<Host url={endpoint.url} />}
        name="Webhook endpoint"
        failed="Nothing was done"
        flashes={FLASHES}
        back={{ href: `${base}/webhooks`, text: "Back to the webhooks" }}
      >
        <div className="mt-3 grid max-w-reading gap-3">
          <Problem page={page} endpoint={endpoint} />
          <Facts
            facts={{
              URL: <bdi className="wrap-anywhere">{endpoint.url}</bdi>,
              Status: <EndpointState {...endpoint} />,
              Events: endpoint.event_types?.join(", ") ?? "All",
            }}
          />
        </div>
        <DeliverySection page={page} endpoint={endpoint} />
        <Sending page={page} />
        <Settings page={page} endpoint={endpoint} />
      </StaffFrame>
    );
  },
  FILTERS,
);
