/** Valid requests of the operations on webhook endpoints and events. */
import { startCertification } from "#lib/certification/certify.ts";
import { certificationRequest } from "#lib/certification/contract.ts";
import { addEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { listEndpoints } from "#lib/webhooks/endpoints/queries.ts";
import { startReplay } from "#lib/webhooks/replay/mutations.ts";
import type { CallOptions } from "./api.ts";
import type { Bank } from "./factories.ts";

/** An empty range: its replay completes immediately. */
const LONG_AGO = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };

const url = "https://bank.example/hooks";

/** The bank's latest endpoint, created if it has none, since a bank may have only a few. */
async function endpointOf({ scope }: Bank) {
  const { items } = await listEndpoints(scope, { limit: 1 });
  const { endpoint_id } = items[0] ?? (await addEndpoint(scope, { url }));
  return { params: { endpoint_id } };
}

async function eventOf(bank: Bank) {
  const { params } = await endpointOf(bank);
  const sent = await sendTestEvent(bank.scope, params.endpoint_id);
  return { params: { event_id: sent.event_id } };
}

async function certificationOf(bank: Bank) {
  const { params } = await endpointOf(bank);
  const webhook_endpoint_id = params.endpoint_id;
  return { body: { probe_url: "https://bank.example/certification", webhook_endpoint_id } };
}

export const WEBHOOK_REQUESTS: Record<string, (bank: Bank) => Promise<CallOptions>> = {
  addWebhookEndpoint: async () => ({ body: { url } }),
  listWebhookEndpoints: async () => ({}),
  getWebhookEndpoint: endpointOf,
  changeWebhookEndpoint: async (bank) => ({
    ...(await endpointOf(bank)),
    body: { description: "new" },
  }),
  deleteWebhookEndpoint: endpointOf,
  rotateWebhookSecret: endpointOf,
  testWebhookEndpoint: endpointOf,
  listWebhookDeliveries: endpointOf,
  listEvents: async () => ({}),
  getEvent: eventOf,
  replayEvent: eventOf,
  startCertification: certificationOf,
  listCertifications: async () => ({}),
  getCertification: async (bank) => {
    const { body } = await certificationOf(bank);
    const request = certificationRequest.parse(body);
    const { certification_id } = await startCertification(bank.scope, request);
    return { params: { certification_id } };
  },
  replayEvents: async () => ({ body: LONG_AGO }),
  getReplay: async ({ scope }) => {
    const range = { from: new Date(LONG_AGO.from), to: new Date(LONG_AGO.to) };
    return { params: { replay_id: (await startReplay(scope, range)).replay_id } };
  },
};
