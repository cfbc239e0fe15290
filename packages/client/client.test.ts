import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type BankClient,
  type BankClientOptions,
  completeLink,
  createBankClient,
  isServiceError,
  itemsOf,
  type LedgerEntry,
  NoResponseError,
  type Outcome,
  pagesOf,
  reconcile,
  ServiceError,
  signWebhook,
  submitDonation,
  verifyAuthorizationRequest,
  verifyWebhook,
  WebhookVerificationError,
  waitForDonation,
} from "./index.ts";
import { waitBefore } from "./retries.ts";

type Reply =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | "drop"
  | "hang"
  | "hang within the body"
  | "drop within the body";
type Sent = {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  at: number;
};

const ID = "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10";
const KEY = "svc_test_id:secret";
const REQUEST = {
  bank_transaction_ref: "tx-1",
  dollar_amount: 25,
  school_id: "ohio-state",
  fund_designation: "annual-fund",
};
const success = (status: number, data: unknown, more = {}, headers = {}): Reply => ({
  status,
  headers,
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
const unavailable = failure(503, "SERVICE_UNAVAILABLE");
const pageOf = (ids: string[], next: string | null) =>
  success(
    200,
    ids.map((donation_id) => ({ donation_id })),
    { total: 3, limit: 2, next_cursor: next },
  );

let responses: Reply[];
let requests: Sent[];
let client: BankClient;
let baseUrl: string;
let server: ReturnType<typeof createServer>;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method = "", url = "", headers } = request;
  requests.push({ method, url, headers, body, at: Date.now() });
  const reply = responses[requests.length - 1] ?? "drop";
  if (reply === "hang") return;
  if (reply === "drop") return void request.socket.destroy();
  if (typeof reply === "string") {
    response.writeHead(200, { "Content-Type": "application/json" }).write('{"success":');
    if (reply === "drop within the body") setTimeout(() => request.socket.destroy(), 20);
    return;
  }
  response.writeHead(reply.status, { "Content-Type": "application/json", ...reply.headers });
  response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
}

const open = (options: Partial<BankClientOptions> = {}) =>
  createBankClient({ baseUrl, apiKey: KEY, ...options });

/** What a call is rejected with. */
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

beforeEach(async () => {
  // The shortest waits.
  vi.spyOn(Math, "random").mockReturnValue(0);
  [responses, requests] = [[], []];
  server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = open({ baseUrl: `${baseUrl}/` });
});

afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const getDonation = (donation_id = ID, bank = client) =>
  bank.GET("/v1/donations/{donation_id}", { params: { path: { donation_id } } });

describe("a call", () => {
  it("sends the path, the parameters, and the key, and returns the data with the headers", async () => {
    responses = [success(200, { donation_id: ID }, {}, { RateLimit: "r" })];
    const { data, meta, status, headers } = await getDonation();
    expect([data.donation_id, meta.request_id, status, headers.get("RateLimit")]).toEqual([
      ...[ID, "r-1", 200, "r"],
    ]);
    expect(requests).toMatchObject([
      {
        method: "GET",
        url: `/v1/donations/${ID}`,
        headers: {
          "x-service-api-key": KEY,
          "user-agent": expect.stringMatching(/^points-to-donation-bank-client\//),
          "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
    ]);
  });

  it("leaves out what is undefined", async () => {
    responses = [pageOf([], null), accepted];
    const query = { status: "failed" as const, school_id: undefined };
    await client.GET("/v1/donations", { params: { query } });
    const body = { ...REQUEST, service_user_id: undefined };
    await client.POST("/v1/donations/request", { body });
    expect(requests.map(({ url }) => url)).toEqual([
      "/v1/donations?status=failed",
      "/v1/donations/request",
    ]);
    expect(JSON.parse(requests[1]?.body ?? "")).toEqual(REQUEST);
  });

  it.each(["", ".", ".."])('never sends an ID of "%s", which would be another path', async (id) => {
    expect(() => getDonation(id)).toThrow(TypeError);
    expect(requests).toHaveLength(0);
  });

  it("never sends the key to another host", async () => {
    responses = [{ status: 307, body: "", headers: { Location: "/elsewhere" } }];
    expect(await errorOf(client.GET("/v1/schools"))).toMatchObject({ status: 307 });
    expect(requests).toHaveLength(1);
  });

  it("doesn't show its key when it is logged", () => {
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain("secret");
  });

  it("downloads a file", async () => {
    responses = [unavailable, { status: 200, body: "a,b\n" }, failure(404, "NOT_FOUND")];
    const params = { query: { date: "2026-11-21", format: "csv" as const } };
    const download = () => client.download("/v1/reports/reconciliation", { params });
    expect(await (await download()).text()).toBe("a,b\n");
    expect(await errorOf(download())).toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    [409, duplicate(false), "Message of DONATION_DUPLICATE.", "DONATION_DUPLICATE"],
    [
      422,
      { detail: [{ loc: ["query", "limit"], msg: "Too many", type: "less_than_equal" }] },
      "query.limit: Too many",
      undefined,
    ],
    [200, "<h1>Welcome to the airport</h1>", "The service responded with 200.", undefined],
    [200, "null", "The service responded with 200.", undefined],
    [502, "<h1>Bad Gateway</h1>", "The service responded with 502.", undefined],
    [502, '{"error":"bad gateway","detail":"no"}', "The service responded with 502.", undefined],
    [500, "", "The service responded with 500.", undefined],
  ])("throws a ServiceError for a %s response", async (status, sent, message, code) => {
    const body = typeof sent === "object" && "body" in sent ? sent.body : sent;
    responses = [{ status, body, headers: { "X-Request-Id": "r-2" } }];
    const error = await errorOf(client.GET("/v1/schools", { attempts: 1 }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status, message, code, requestId: "r-2" });
    expect(isServiceError(error)).toBe(true);
    expect(isServiceError(error, "DONATION_DUPLICATE")).toBe(code === "DONATION_DUPLICATE");
  });

  it("throws a NoResponseError with its cause, and with what it sent as request ID", async () => {
    const error = await errorOf(client.GET("/v1/schools", { attempts: 1 }));
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error).toMatchObject({ requestId: requests[0]?.headers["x-request-id"] });
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});

describe("a list", () => {
  const options = { params: { query: { status: "failed" as const } } };

  it("is iterated by item, or by page", async () => {
    const pages = [pageOf(["a", "b"], "next one"), pageOf(["c"], null)];
    responses = [...pages, ...pages];
    const ids: string[] = [];
    for await (const { donation_id } of itemsOf(client, "/v1/donations", options)) {
      ids.push(donation_id);
    }
    expect(ids).toEqual(["a", "b", "c"]);
    const lengths: number[] = [];
    for await (const { data, meta } of pagesOf(client, "/v1/donations", options)) {
      lengths.push(data.length, meta.total);
    }
    expect(lengths).toEqual([2, 3, 1, 3]);
    const urls = ["/v1/donations?status=failed", "/v1/donations?status=failed&cursor=next+one"];
    expect(requests.map(({ url }) => url)).toEqual([...urls, ...urls]);
  });

  it("requests no page before it is needed", async () => {
    responses = [pageOf(["a", "b"], "more")];
    for await (const _ of itemsOf(client, "/v1/donations", options)) break;
    expect(requests).toHaveLength(1);
  });
});

const waits = () => requests.slice(1).map(({ at }, n) => at - (requests[n]?.at ?? 0));

describe("retries", () => {
  it.each(["drop", "drop within the body", unavailable, failure(429, "RATE_LIMITED")] as const)(
    "follow %j",
    async (reply) => {
      responses = [reply, success(200, {})];
      await getDonation();
      expect(requests).toHaveLength(2);
    },
  );

  it.each(["hang", "hang within the body"] as const)("follow a timeout: %s", async (reply) => {
    responses = [reply, success(200, {})];
    await getDonation(ID, open({ timeoutMs: 200 }));
    expect(requests).toHaveLength(2);
    expect(waits()[0]).toBeLessThan(1_500);
  });

  it("keep the idempotency key and the body, and have a request ID each", async () => {
    responses = ["drop", unavailable, success(201, {}), success(201, {})];
    const body = { url: "https://bank.example/hooks" };
    await client.POST("/v1/webhook-endpoints", { body });
    await client.POST("/v1/webhook-endpoints", { body });
    const all = (name: string) => requests.map(({ headers }) => headers[name]);
    const [key, , , other] = all("idempotency-key");
    expect(all("idempotency-key")).toEqual([key, key, key, other]);
    expect(other).not.toBe(key);
    expect(new Set(all("x-request-id")).size).toBe(4);
    expect(new Set(requests.map((one) => one.body)).size).toBe(1);
  });

  it("end after the last attempt, with its error", async () => {
    responses = ["drop", unavailable, accepted];
    expect(await errorOf(getDonation(ID, open({ attempts: 2 })))).toMatchObject({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
    });
    expect(requests).toHaveLength(2);
  });

  it("don't follow other errors", async () => {
    for (const status of [400, 401, 403, 404, 409, 413, 422]) {
      responses = [failure(status, "NOT_FOUND")];
      requests = [];
      await errorOf(getDonation());
      expect(requests, String(status)).toHaveLength(1);
    }
  });

  const changes = {
    "a change of the email address": () =>
      client.PATCH("/v1/accounts/{service_user_id}", {
        params: { path: { service_user_id: ID } },
        body: { email: "pat@example.com" },
      }),
    "the rotation of a secret": () =>
      client.POST("/v1/webhook-endpoints/{endpoint_id}/rotate-secret", {
        params: { path: { endpoint_id: ID } },
      }),
  };
  it.each(Object.entries(changes))("never repeat %s that may have arrived", async (_, change) => {
    for (const reply of ["drop", unavailable] as const) {
      responses = [reply, success(200, {})];
      requests = [];
      await errorOf(change());
      expect(requests).toHaveLength(1);
    }
    responses = [failure(429, "RATE_LIMITED"), success(200, {})];
    requests = [];
    await change();
    expect(requests).toHaveLength(2);
  });

  it("wait for as long as the service asks, and no longer than a minute", async () => {
    const limited = (after: string) =>
      failure(429, "RATE_LIMITED", undefined, { "Retry-After": after });
    responses = [limited("1"), accepted, limited("3600"), limited("soon"), accepted];
    await submitDonation(client, REQUEST);
    expect(waits()[0]).toBeGreaterThanOrEqual(990);
    const error = await errorOf(submitDonation(client, REQUEST));
    expect(error).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 3_600_000 });
    expect(requests).toHaveLength(3);
    await submitDonation(client, REQUEST);
    expect(requests).toHaveLength(5);
    const headers = new Headers({ "Retry-After": new Date(Date.now() + 30_000).toUTCString() });
    const { retryAfterMs } = new ServiceError({ status: 503, headers }, undefined);
    expect(retryAfterMs).toBeGreaterThan(28_000);
    expect(retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  it("back off with jitter, from half a second to a minute", () => {
    vi.restoreAllMocks();
    const error = new NoResponseError("r-1", new Error());
    for (const [attempt, most] of [500, 1_000, 2_000, 4_000].concat(60_000).entries()) {
      const n = most === 60_000 ? 20 : attempt + 1;
      const all = Array.from({ length: 200 }, () => waitBefore(error, n, true) as number);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(most / 2);
      expect(Math.max(...all)).toBeLessThanOrEqual(most);
      expect(new Set(all).size).toBeGreaterThan(100);
    }
  });
});

describe("a signal", () => {
  it.each([
    ["an attempt", "hang"],
    ["a wait", failure(503, "SERVICE_UNAVAILABLE", undefined, { "Retry-After": "50" })],
  ] as const)("ends %s with its reason", async (_, reply) => {
    responses = [reply, accepted];
    const reason = new Error("the customer left");
    const controller = new AbortController();
    const call = errorOf(submitDonation(client, REQUEST, { signal: controller.signal }));
    const startedAt = Date.now();
    setTimeout(() => controller.abort(reason), 200);
    expect(await call).toBe(reason);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(requests).toHaveLength(1);
  });

  it("that has been aborted sends nothing", async () => {
    const error = await errorOf(client.GET("/v1/schools", { signal: AbortSignal.abort() }));
    expect(error.name).toBe("AbortError");
    expect(requests).toHaveLength(0);
  });
});

it("tells about each attempt what is safe to log, and lets traces add headers", async () => {
  responses = [unavailable, "drop", pageOf([], null)];
  const outcomes: Outcome[] = [];
  const seen: Record<string, string>[] = [];
  const traced = open({
    onRequest({ attempt }, headers) {
      seen.push(Object.fromEntries(headers));
      headers.set("traceparent", `00-${attempt}`);
    },
    onResponse(outcome) {
      outcomes.push(outcome);
      throw new Error("the log is full");
    },
  });
  await traced.GET("/v1/donations", { params: { query: { email: "pat@example.com" } } });
  expect(requests.map(({ headers }) => headers.traceparent)).toEqual(["00-1", "00-2", "00-3"]);
  const about = { method: "GET", path: "/v1/donations", durationMs: expect.any(Number) };
  expect(outcomes).toMatchObject([
    { ...about, attempt: 1, status: 503, error: { code: "SERVICE_UNAVAILABLE" } },
    { ...about, attempt: 2, status: undefined, error: { name: "NoResponseError" } },
    { ...about, attempt: 3, status: 200, error: undefined, retryInMs: null },
  ]);
  expect(outcomes[0]?.retryInMs).toBeGreaterThan(0);
  expect(outcomes.map(({ requestId }) => requestId)).toEqual(
    requests.map(({ headers }) => headers["x-request-id"]),
  );
  expect(inspect([outcomes, seen], { depth: 9 })).not.toMatch(/secret|pat@example/);
});

it("sends through another fetch", async () => {
  const urls: string[] = [];
  const proxied = open({
    async fetch(url, { method }) {
      urls.push(`${method} ${url}`);
      return Response.json({ success: true, data: [], meta: {} });
    },
  });
  await proxied.GET("/v1/schools");
  expect(urls).toEqual([`GET ${baseUrl}/v1/schools`]);
});

describe("submitting a donation", () => {
  it("returns the donation that the same request created, even if retrieving it fails once", async () => {
    responses = [
      ...(["drop", duplicate(true), "drop"] as const),
      success(200, { donation_id: ID, status: "completed" }),
    ];
    expect(await submitDonation(client, REQUEST)).toMatchObject({ status: "completed" });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST", "GET", "GET"]);
    const [first, second] = requests;
    expect([first?.body, second?.body]).toEqual([JSON.stringify(REQUEST), first?.body]);
  });

  it("fails at once if a different request has used the reference", async () => {
    responses = [duplicate(false)];
    const error = await errorOf(submitDonation(client, REQUEST));
    if (!isServiceError(error, "DONATION_DUPLICATE")) return expect.unreachable();
    // Compiles only because the code is known.
    const id: string = error.details.donation_id;
    expect([id, requests.length]).toEqual([ID, 1]);
  });
});

describe("waiting for a donation", () => {
  const status = (now: string) => success(200, { donation_id: ID, status: now });

  it("asks until it is no longer pending", async () => {
    responses = [status("pending"), status("pending"), status("failed")];
    expect(await waitForDonation(client, ID)).toMatchObject({ status: "failed" });
    expect(requests).toHaveLength(3);
  });

  it("ends with the signal", async () => {
    responses = Array(9).fill(status("pending"));
    const waiting = waitForDonation(client, ID, { signal: AbortSignal.timeout(300) });
    expect(await errorOf(waiting)).toMatchObject({ name: "TimeoutError" });
  });
});

describe("reconciling", () => {
  const row = (bank_transaction_ref: string, dollar_amount: number, status = "completed") => ({
    ...{ bank_transaction_ref, dollar_amount, status },
  });
  const entry = (reference: string, dollars: number, status = "completed") =>
    row(reference, dollars, status) as LedgerEntry;
  const summary = { date: "2026-11-21", final: true };
  const report = (rows: object[], next: string | null) =>
    success(200, rows, { next_cursor: next, summary });

  it("names what differs, and looks up what the day lacks", async () => {
    responses = [
      report([row("same", 0.3), row("Café", 10), row("other", 5), row("theirs", 1)], "more"),
      report([row("state", 7, "pending")], null),
      success(200, [{ donation_id: ID }]),
      success(200, []),
    ];
    async function* ledger() {
      yield entry("same", 0.1 + 0.2);
      // The accent is composed differently, with a space and an invisible character.
      yield entry(" Cafe\u0301\u200b", 10);
      yield entry("other", 6);
      yield entry("state", 8);
      yield entry("yesterday", 5);
      yield entry("lost", 5);
      yield entry("same", 0.3);
    }
    const found = await reconcile(client, { date: "2026-11-21" }, ledger());
    expect(found).toMatchObject({ matched: 2, summary });
    const text = found.discrepancies.map((one) => [
      one.kind,
      (one.kind === "unknown_to_you" ? one.row : one.entry).bank_transaction_ref,
      ...(one.kind === "different" ? one.fields : []),
    ]);
    expect(text).toEqual([
      ["different", "other", "dollar_amount"],
      ["different", "state", "dollar_amount", "status"],
      ["other_day", "yesterday"],
      ["not_accepted", "lost"],
      ["repeated", "same"],
      ["unknown_to_you", "theirs"],
    ]);
    expect(requests.map(({ url }) => url)).toEqual([
      "/v1/reports/reconciliation?date=2026-11-21&limit=100",
      "/v1/reports/reconciliation?date=2026-11-21&limit=100&cursor=more",
      "/v1/donations?bank_transaction_ref=yesterday",
      "/v1/donations?bank_transaction_ref=lost",
    ]);
  });
});

describe("completing a link", async () => {
  const session = { state: "s", nonce: "n", verifier: "v" };
  const [own, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: "1" }] };
  const query = () => new URLSearchParams({ state: "s", iss: baseUrl, code: "c" });
  const complete = (changes = {}) => {
    const link = { bankId: "bank", redirectUri: "https://bank.example/linked", session };
    return completeLink(client, { ...link, query: query(), ...changes });
  };
  const seconds = () => Math.floor(Date.now() / 1_000);
  const token = (claims = {}, key = own.privateKey, header = {}) => {
    const all = { iss: baseUrl, aud: "bank", sub: ID, nonce: "n", exp: seconds() + 60, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid: "1", ...header }).sign(key);
  };

  it("redeems the code as the bank, and returns the claims", async () => {
    responses = [
      { status: 200, body: { id_token: await token() } },
      { status: 200, body: jwks },
    ];
    expect(await complete()).toMatchObject({ sub: ID, aud: "bank" });
    const [redeemed, keys] = requests;
    expect(Object.fromEntries(new URLSearchParams(redeemed?.body))).toEqual({
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: "https://bank.example/linked",
      code_verifier: "v",
      client_id: "bank",
      client_secret: KEY,
    });
    expect(redeemed?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
    expect(requests.map(({ url }) => url)).toEqual(["/oauth/token", "/oauth/jwks"]);
    expect([redeemed, keys].map((one) => one?.headers["x-service-api-key"])).toEqual([
      ...[undefined, undefined],
    ]);
  });

  it.each([
    ["another key's signature", () => token({}, foreign.privateKey)],
    ["an unknown key", () => token({}, own.privateKey, { kid: "2" })],
    ["another issuer", () => token({ iss: "https://evil.example" })],
    ["another audience", () => token({ aud: "other" })],
    ["another nonce", () => token({ nonce: "other" })],
    ["no subject", () => token({ sub: undefined })],
    ["no expiry", () => token({ exp: undefined })],
    ["an expiry in the past", () => token({ exp: seconds() - 120 })],
    ["no signature", async () => (await token()).replace(/[^.]+$/, "")],
    [
      "the algorithm none",
      async () => {
        const head = Buffer.from('{"alg":"none","kid":"1"}').toString("base64url");
        return `${head}.${(await token()).split(".")[1]}.`;
      },
    ],
    ["changed claims", async () => (await token()).replace(/\.[^.]+\./, ".e30.")],
    ["nonsense", async () => "nonsense"],
  ])("refuses an ID token with %s", async (_, make) => {
    responses = [
      { status: 200, body: { id_token: await make() } },
      { status: 200, body: jwks },
    ];
    expect(await errorOf(complete())).toMatchObject({
      name: "LinkError",
      reason: "invalid_id_token",
    });
  });

  it("names why a link wasn't completed", async () => {
    const changed = (name: string, value: string) => {
      const all = query();
      all.set(name, value);
      return errorOf(complete({ query: all }));
    };
    expect(await errorOf(complete({ session: null }))).toMatchObject({
      reason: "not_this_customer",
    });
    expect(await changed("state", "x")).toMatchObject({ reason: "not_this_customer" });
    expect(await changed("iss", "https://evil.example")).toMatchObject({ reason: "wrong_issuer" });
    expect(await changed("error", "access_denied")).toMatchObject({ reason: "declined" });
    expect(await changed("error", "server_error")).toMatchObject({ reason: "code_refused" });
    expect(requests).toHaveLength(0);
    const refused = { error: "invalid_grant", error_description: "It was redeemed before." };
    responses = [{ status: 400, body: refused }];
    expect(await errorOf(complete())).toMatchObject({
      reason: "code_refused",
      message: "It was redeemed before.",
    });
  });

  it("never redeems a code twice, since the first time may have succeeded", async () => {
    expect(await errorOf(complete())).toBeInstanceOf(NoResponseError);
    expect(requests).toHaveLength(1);
  });
});

describe("a webhook", () => {
  const secret = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
  const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const event = { type: "webhook.test", timestamp: "2026-11-21T14:05:11.020Z", data: {} };
  const body = JSON.stringify(event);
  const signed = (at = new Date(), text = body) => ({
    "webhook-id": "event-1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("event-1", at, text),
  });

  it.each([
    ["text", body],
    ["bytes", new TextEncoder().encode(body)],
    ["a buffer", Buffer.from(body)],
  ])("is accepted as %s if its signature is valid", (_what, raw) => {
    expect(verifyWebhook(secret, signed(), raw)).toEqual(event);
    expect(verifyWebhook(secret, new Headers(signed()), raw)).toEqual(event);
    const capitals = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]);
    expect(verifyWebhook(secret, Object.fromEntries(capitals), raw)).toEqual(event);
  });

  it("is accepted with either secret while one replaces the other", () => {
    expect(verifyWebhook([other, secret], signed(), body)).toEqual(event);
    const both = { ...signed(), "webhook-signature": `v1,bm8= ${signed()["webhook-signature"]}` };
    expect(verifyWebhook(secret, both, body)).toEqual(event);
    expect(() => verifyWebhook([other], signed(), body)).toThrow(WebhookVerificationError);
  });

  it.each([
    ["a changed body", signed(), body.replace("test", "tost")],
    ["a byte order mark before the body", signed(), Buffer.from(`\ufeff${body}`)],
    ["no signature", { ...signed(), "webhook-signature": undefined }, body],
    ["two headers for one", { ...signed(), "webhook-id": ["event-1", "event-2"] }, body],
    ["another secret's signature", { ...signed(), "webhook-signature": "v1,c2lnbmVk" }, body],
    ["a timestamp of ten minutes ago", signed(new Date(Date.now() - 600_000)), body],
    ["a timestamp in ten minutes", signed(new Date(Date.now() + 600_000)), body],
    ["a timestamp that is no number", { ...signed(), "webhook-timestamp": "1e9" }, body],
    ["a body that isn't JSON", signed(new Date(), "hello"), "hello"],
  ])("is rejected with %s", (_what, headers, raw) => {
    expect(() => verifyWebhook(secret, headers, raw)).toThrow(WebhookVerificationError);
  });

  it("isn't blamed for a secret or a body that can't be right", () => {
    for (const none of ["", "whsec_"]) {
      expect(() => verifyWebhook(none, signed(), body)).toThrow(TypeError);
    }
    const parsed = event as unknown as string;
    expect(() => verifyWebhook(secret, signed(), parsed)).toThrow(TypeError);
  });

  it("signed for a test is what the standard's own library accepts", () => {
    const text = JSON.stringify({ ...event, data: { message: "Für Ohio State 🏈" } });
    for (const raw of [text, Buffer.from(text)]) {
      const headers = signWebhook(secret, raw, { id: "event-1" });
      expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text));
      expect(headers).toMatchObject({ "webhook-id": "event-1" });
    }
  });
});

describe("an authorization request", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const data = { authorization_id: ID, donation_id: ID, bank_user_id: "customer-1", points: 2500 };
  const verify = (type: string) => {
    const body = JSON.stringify({ type, timestamp: "2026-11-21T14:05:11.020Z", data });
    return verifyAuthorizationRequest(secret, signWebhook(secret, body), body);
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
  const { data: events } = await client.GET("/v1/events", { params: { query: { test: false } } });
  const [event] = events;
  if (event?.type !== "account.unlinked") return expect.unreachable();
  // Compiles only because the type is known.
  const by: "bank" | "cardholder" = event.data.requested_by;
  expect(by).toBe("bank");
  expect(requests).toMatchObject([{ url: "/v1/events?test=false" }]);
});
