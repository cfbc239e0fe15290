import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyAuthorizationRequest } from "./authorizations.ts";
import {
  type BankClient,
  createBankClient,
  dataOf,
  paginate,
  ServiceError,
  submitDonation,
} from "./index.ts";
import { verifyWebhook } from "./webhooks.ts";

type Reply = { status: number; body: unknown; headers?: Record<string, string> } | "drop" | "hang";
type Sent = { method: string; url: string; key: unknown; body: string; at: number };

const ID = "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10";
const REQUEST = {
  bank_transaction_ref: "tx-1",
  dollar_amount: 25,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
};
const success = (status: number, data: unknown, more = {}): Reply => ({
  status,
  body: { success: true, data, meta: { request_id: "r-1", ...more } },
});
const failure = (
  status: number,
  code: string,
  details?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  headers,
  body: {
    success: false,
    error: { code, message: `Message of ${code}.`, ...(details ? { details } : {}) },
    meta: { request_id: "r-1" },
  },
});
const duplicate = (isSame: boolean) =>
  failure(409, "DONATION_DUPLICATE", {
    donation_id: ID,
    status: "completed",
    same_request: isSame,
  });
const accepted = success(202, { donation_id: ID, status: "pending" });
const pageOf = (ids: string[], next: string | null) =>
  success(
    200,
    ids.map((donation_id) => ({ donation_id })),
    { total: 3, limit: 2, next_cursor: next },
  );

let responses: Reply[];
let requests: Sent[];
let client: BankClient;
let server: ReturnType<typeof createServer>;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method = "", url = "", headers } = request;
  requests.push({ method, url, key: headers["x-service-api-key"], body, at: Date.now() });
  const reply = responses[requests.length - 1] ?? "drop";
  if (reply === "hang") return;
  if (reply === "drop") return void request.socket.destroy();
  response.writeHead(reply.status, { "Content-Type": "application/json", ...reply.headers });
  response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
}

beforeEach(async () => {
  [responses, requests] = [[], []];
  server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  client = createBankClient({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: "svc_test_key" });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe("the client", () => {
  it("sends the path, the parameters, and the key", async () => {
    responses = [success(200, { donation_id: ID })];
    const params = { path: { donation_id: ID } };
    const result = await client.GET("/v1/donations/{donation_id}", { params });
    expect(dataOf(result).donation_id).toBe(ID);
    expect(requests).toMatchObject([
      { method: "GET", url: `/v1/donations/${ID}`, key: "svc_test_key" },
    ]);
  });

  it("never sends the key to another host", async () => {
    responses = [{ status: 307, body: "", headers: { Location: "/elsewhere" } }];
    await expect(client.GET("/v1/schools")).rejects.toThrow(TypeError);
    expect(requests).toHaveLength(1);
  });

  it.each([
    [409, duplicate(false), "Message of DONATION_DUPLICATE.", "DONATION_DUPLICATE"],
    [
      422,
      { detail: [{ loc: ["query", "limit"], msg: "Too many", type: "less_than_equal" }] },
      "query.limit: Too many",
      undefined,
    ],
    [502, "<h1>Bad Gateway</h1>", "The service responded with 502.", undefined],
    [502, '{"error":"bad gateway","detail":"no"}', "The service responded with 502.", undefined],
    [500, "", "The service responded with 500.", undefined],
  ])("turns a %s response into a ServiceError", async (status, sent, message, code) => {
    const body = typeof sent === "object" && "body" in sent ? sent.body : sent;
    responses = [{ status, body }];
    const error = await client
      .GET("/v1/schools")
      .then(dataOf)
      .catch((e) => e);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status, message, code });
  });

  it("follows a list's pages", async () => {
    responses = [pageOf(["a", "b"], "next one"), pageOf(["c"], null)];
    const ids: string[] = [];
    const list = paginate((page) =>
      client.GET("/v1/donations", { params: { query: { status: "failed", ...page } } }),
    );
    for await (const { donation_id } of list) ids.push(donation_id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(requests.map(({ url }) => url)).toEqual([
      "/v1/donations?status=failed",
      "/v1/donations?status=failed&cursor=next%20one",
    ]);
  });
});

describe("submitting a donation", () => {
  it("is retried with the same reference after a dropped connection and a 503", async () => {
    responses = ["drop", failure(503, "SERVICE_UNAVAILABLE"), accepted];
    expect((await submitDonation(client, REQUEST)).donation_id).toBe(ID);
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(REQUEST)]));
  });

  it("waits for Retry-After", async () => {
    responses = [failure(429, "RATE_LIMITED", undefined, { "Retry-After": "1" }), accepted];
    await submitDonation(client, REQUEST);
    const [first, second] = requests as [Sent, Sent];
    expect(second.at - first.at).toBeGreaterThanOrEqual(990);
  });

  it("is retried after a timeout", async () => {
    responses = ["hang", accepted];
    await submitDonation(client, REQUEST, { timeoutMs: 200 });
    expect(requests).toHaveLength(2);
  });

  it("returns the donation that the same request created, even if retrieving it fails once", async () => {
    responses = [
      "drop",
      duplicate(true),
      "drop",
      success(200, { donation_id: ID, status: "completed" }),
    ];
    expect(await submitDonation(client, REQUEST)).toMatchObject({ status: "completed" });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST", "GET", "GET"]);
  });

  it("fails at once if a different request has used the reference", async () => {
    responses = [duplicate(false)];
    const error = await submitDonation(client, REQUEST).catch((e) => e);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: "DONATION_DUPLICATE", details: { donation_id: ID } });
    expect(requests).toHaveLength(1);
  });

  it("gives up after the last attempt with its error", async () => {
    responses = ["drop", failure(503, "SERVICE_UNAVAILABLE"), accepted];
    const error = await submitDonation(client, REQUEST, { attempts: 2 }).catch((e) => e);
    expect(error).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
    responses = [];
    await expect(submitDonation(client, REQUEST, { attempts: 1 })).rejects.toThrow(TypeError);
    expect(requests).toHaveLength(3);
  });
});

describe("a webhook", () => {
  const secret = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
  const event = { type: "webhook.test", timestamp: "2026-11-21T14:05:11.020Z", data: {} };
  const body = JSON.stringify(event);
  const signed = (at = new Date()) => ({
    "webhook-id": "event-1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("event-1", at, body),
  });

  it.each([
    ["text", body],
    ["bytes", new TextEncoder().encode(body)],
    ["a buffer", Buffer.from(body)],
  ])("is accepted as %s if its signature is valid", (_what, raw) => {
    expect(verifyWebhook(secret, signed(), raw)).toEqual(event);
    expect(verifyWebhook(secret, new Headers(signed()), raw)).toEqual(event);
  });

  it.each([
    ["a changed body", signed(), body.replace("test", "tost")],
    ["a byte order mark before the body", signed(), Buffer.from(`\ufeff${body}`)],
    ["no signature", { ...signed(), "webhook-signature": undefined }, body],
    ["another secret's signature", { ...signed(), "webhook-signature": "v1,c2lnbmVk" }, body],
    ["a timestamp of ten minutes ago", signed(new Date(Date.now() - 600_000)), body],
  ])("is rejected with %s", (_what, headers, raw) => {
    expect(() => verifyWebhook(secret, headers, raw)).toThrow(WebhookVerificationError);
  });
});

describe("an authorization request", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const data = { authorization_id: ID, donation_id: ID, bank_user_id: "customer-1", points: 2500 };
  const verify = (type: string) => {
    const body = JSON.stringify({ type, timestamp: "2026-11-21T14:05:11.020Z", data });
    const at = new Date();
    const headers = {
      "webhook-id": ID,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(ID, at, body),
    };
    return verifyAuthorizationRequest(secret, headers, body);
  };

  it("is parsed if its signature is valid", () => {
    expect(verify("donation.authorization_requested")).toEqual(data);
  });

  it("is no other event", () => {
    expect(() => verify("donation.completed")).toThrow(TypeError);
  });
});

it("types an event's data by its type", async () => {
  const data = { reason: "bank_policy", requested_by: "bank" };
  responses = [success(200, [{ event_id: ID, type: "account.unlinked", data }])];
  const [event] = dataOf(await client.GET("/v1/events", { params: { query: { test: false } } }));
  if (event?.type !== "account.unlinked") return expect.unreachable();
  // Compiles only because the type is known.
  const by: "bank" | "cardholder" = event.data.requested_by;
  expect(by).toBe("bank");
  expect(requests).toMatchObject([{ url: "/v1/events?test=false" }]);
});
