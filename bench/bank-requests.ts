/** A valid request for every bank operation and every list filter. */
import { BUSY_SCHOOL } from "./fill.ts";
import { callApi, type Person, type Site } from "./site.ts";

export type RequestParts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  /** Receives the response's data, for the next request. */
  onResponse?: (data: Record<string, string>) => void;
};

/** Builds a request for a site; its preparation isn't timed. */
export type MakeRequest = (site: Site, person: Person) => RequestParts | Promise<RequestParts>;

const HOOK = { url: "http://127.0.0.1:9/hooks" };
const endpoint = ({ ids }: Site) => ({ params: { endpoint_id: ids.endpoint } });
const query = (filters: Record<string, string>) => () => ({ query: filters });

const newAccount = () => ({
  bank_user_id: crypto.randomUUID(),
  display_name: "Pat Sample",
  email: `${crypto.randomUUID()}@example.com`,
  loyalty_program_id: "gold-rewards",
});

/** The number of endpoints per bank is limited. */
async function deleteOtherEndpoints({ client, ids }: Site): Promise<void> {
  await client.query("update webhook_endpoint set status = 'deleted' where id <> $1", [
    ids.endpoint,
  ]);
}

const DAY_MS = 86_400_000;
const yesterday = () => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);

/** By contract ID. */
export const BANK_REQUESTS: Record<string, MakeRequest> = {
  getAccount: ({ ids }) => ({ params: { service_user_id: ids.account } }),
  linkAccount: () => ({ body: newAccount() }),
  listAccounts: () => ({}),
  unlinkAccount: async (site) => {
    const { service_user_id = "" } = await callApi(site, "/v1/accounts/link", newAccount());
    return { params: { service_user_id }, body: { reason: "bank_policy" } };
  },
  getDonation: ({ ids }) => ({ params: { donation_id: ids.donation } }),
  listDonations: () => ({}),
  requestDonation: ({ ids }) => ({
    body: {
      bank_transaction_ref: crypto.randomUUID(),
      dollar_amount: 25,
      school_id: BUSY_SCHOOL,
      fund_designation: "annual-fund",
      service_user_id: ids.account,
    },
  }),
  getSchool: () => ({ params: { school_id: BUSY_SCHOOL } }),
  listSchools: () => ({}),
  createEmbedToken: ({ ids }) => ({ body: { service_user_id: ids.account } }),
  addWebhookEndpoint: async (site) => {
    await deleteOtherEndpoints(site);
    return { body: HOOK };
  },
  changeWebhookEndpoint: (site) => ({ ...endpoint(site), body: { description: "new" } }),
  deleteWebhookEndpoint: async (site) => {
    await deleteOtherEndpoints(site);
    const { endpoint_id = "" } = await callApi(site, "/v1/webhook-endpoints", HOOK);
    return { params: { endpoint_id } };
  },
  getWebhookEndpoint: endpoint,
  listWebhookEndpoints: () => ({}),
  rotateWebhookSecret: endpoint,
  testWebhookEndpoint: endpoint,
  listWebhookDeliveries: endpoint,
  getEvent: ({ ids }) => ({ params: { event_id: ids.event } }),
  listEvents: () => ({}),
  getReconciliation: () => ({ query: { date: yesterday() } }),
  replayEvent: ({ ids }) => ({ params: { event_id: ids.event } }),
  // A range without events, since no engine runs to complete a replay, and few per bank may run at a time.
  replayEvents: () => ({ body: { from: "2000-01-01T00:00:00Z", to: "2000-01-02T00:00:00Z" } }),
  getReplay: ({ ids }) => ({ params: { replay_id: ids.replay } }),
};

/** The lists again, once per filter. */
export const FILTERS: [name: string, contract: string, callApi: MakeRequest][] = [
  ["completed", "listDonations", query({ status: "completed" })],
  ["pending", "listDonations", query({ status: "pending" })],
  ["failed", "listDonations", query({ status: "failed" })],
  ["to the busiest school", "listDonations", query({ school_id: BUSY_SCHOOL })],
  ["same, completed", "listDonations", query({ school_id: BUSY_SCHOOL, status: "completed" })],
  ["to another school", "listDonations", query({ school_id: "alabama" })],
  ["by one account", "listDonations", ({ ids }) => ({ query: { service_user_id: ids.account } })],
  ["from halfway on", "listDonations", ({ ids }) => ({ query: { from: ids.halfway } })],
  ["from the beginning", "listDonations", query({ from: "2000-01-01T00:00:00Z" })],
  [
    "completed, to halfway",
    "listDonations",
    ({ ids }) => ({ query: { status: "completed", to: ids.halfway } }),
  ],
  ["a reference", "listDonations", query({ bank_transaction_ref: "bench-17" })],
  ["unlinked", "listAccounts", query({ status: "unlinked" })],
  ["created after", "listAccounts", query({ created_after: "2000-01-01T00:00:00Z" })],
  ["one type", "listEvents", query({ type: "donation.failed" })],
  ["from halfway on", "listEvents", ({ ids }) => ({ query: { from: ids.halfway } })],
  ["settled", "getReconciliation", () => ({ query: { date: yesterday(), basis: "settled" } })],
  ["dead", "listWebhookDeliveries", (site) => ({ ...endpoint(site), query: { status: "dead" } })],
];
