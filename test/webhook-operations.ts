/** Valid requests of the operations on webhook endpoints and events. */
import { randomUUID } from "node:crypto";
import { db } from "#lib/database/prisma.ts";
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
  // A certification that another request started holds it back.
  await db().webhookEndpoint.updateMany({
    where: { bankId: scope.bankId, status: "disabled" },
    data: { status: "enabled", disabledReason: null },
  });
  const { items } = await listEndpoints(scope, { limit: 1 });
  const { endpoint_id } = items[0] ?? (await addEndpoint(scope, { url }));
  return { params: { endpoint_id } };
}

async function eventOf(bank: Bank) {
  const { params } = await endpointOf(bank);
  const sent = await sendTestEvent(bank.scope, params.endpoint_id);
  return { params: { event_id: sent.event_id } };
}

/** The bank's earlier run ends: it may have only one. */
async function certificationOf(bank: Bank) {
  const { params } = await endpointOf(bank);
  const where = { bankId: bank.bankId };
  await db().certification.updateMany({ where, data: { status: "failed" } });
  const webhook_endpoint_id = params.endpoint_id;
  return {
    body: { probe_url: "https://bank.example/certification", webhook_endpoint_id, seed: 7 },
  };
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
    const { params } = await endpointOf(bank);
    const run = { id: randomUUID(), bankId: bank.bankId, endpointId: params.endpoint_id, seed: 1 };
    const asked = { probeUrl: "https://bank.example/certification", appUrls: [], steps: [] };
    await db().certification.create({ data: { ...run, ...asked, status: "failed" } });
    return { params: { certification_id: run.id } };
  },
  replayEvents: async () => ({ body: LONG_AGO }),
  getReplay: async ({ scope }) => {
    const range = { from: new Date(LONG_AGO.from), to: new Date(LONG_AGO.to) };
    return { params: { replay_id: (await startReplay(scope, range)).replay_id } };
  },
};
