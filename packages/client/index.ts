/** A typed API client for a bank's server. It holds the API key, which must never be in an app. */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths, webhooks } from "./openapi.ts";

type Schemas = components["schemas"];

export type Account = Schemas["Account"];
export type Donation = Schemas["Donation"];
export type DonationRequest = Schemas["DonationRequest"];
export type School = Schemas["School"];
export type Violation = Schemas["Violation"];
export type ErrorCode = Schemas["Error"]["error"]["code"];

type BodyOf<Webhook> = Webhook extends {
  post: { requestBody: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** A webhook's body, discriminated by `type`. */
export type WebhookEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]> }[keyof webhooks];

/**
 * One method per HTTP method, typed by path: `client.GET("/v1/schools")` returns `{ data }` or `{ error }`,
 * and the `response`. They throw only if there was no response.
 */
export type BankClient = Client<paths, "application/json">;

export type BankClientOptions = {
  /** The service's URL, without `/v1`. */
  baseUrl: string;
  /** `svc_test_…` or `svc_live_…` */
  apiKey: string;
  /** Replaces the global `fetch`, for proxies or tests. */
  fetch?: (request: Request) => Promise<Response>;
};

/** Creates a client. It sends the key with every request and follows no redirects. */
export function createBankClient({ baseUrl, apiKey, fetch }: BankClientOptions): BankClient {
  return createClient<paths, "application/json">({
    baseUrl,
    headers: { "X-Service-API-Key": apiKey },
    // A redirect could send the key to another host.
    redirect: "error",
    ...(fetch ? { fetch } : {}),
  });
}

/** An error response. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly status: number;
  /** The error code to act on. Undefined for a 422, and for responses that aren't the service's. */
  readonly code: ErrorCode | undefined;
  readonly details: Record<string, unknown>;
  /** All violations in the input, for a 422. */
  readonly violations: Violation[];

  /** @param body parsed JSON, or text */
  constructor(status: number, body: unknown) {
    const { error, detail } = (Object(body) ?? {}) as Partial<
      Schemas["Error"] & Schemas["ValidationError"]
    >;
    const violations = Array.isArray(detail) ? detail : [];
    const summary = violations.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    super(error?.message ?? (summary || `The service responded with ${status}.`));
    this.status = status;
    this.code = error?.code;
    this.details = error?.details ?? {};
    this.violations = violations;
  }
}

type FetchResult<Body> = { data?: Body; error?: unknown; response: Response };

/**
 * The data of a successful response: `dataOf(await client.GET("/v1/schools"))`.
 * @throws ServiceError if the request failed
 */
export function dataOf<Data>({ data, error, response }: FetchResult<{ data: Data }>): Data {
  if (!data) throw new ServiceError(response.status, error);
  return data.data;
}

export type RetryOptions = {
  /** The maximum number of attempts; 5 by default. */
  attempts?: number;
  /** The time limit of each attempt; 30 seconds by default. */
  timeoutMs?: number;
};

/**
 * Submits a donation, retrying after timeouts, lost connections, 429, and 5xx. Honors Retry-After. The
 * `bank_transaction_ref` prevents a second donation. If the same request was accepted before, returns that
 * donation.
 * @throws ServiceError if it's rejected (also if a different request has used the reference), or for the last
 *   429 or 5xx; TypeError or TimeoutError if the last attempt got no response. After the latter, it may have
 *   been accepted: submit it again later with the same reference
 */
export async function submitDonation(
  client: BankClient,
  request: DonationRequest,
  options: RetryOptions = {},
): Promise<Donation> {
  const submitted = await withRetries(options, (signal) =>
    client.POST("/v1/donations/request", { body: request, signal }),
  );
  const { details, code } = new ServiceError(submitted.response.status, submitted.error);
  const wasAccepted = code === "DONATION_DUPLICATE" && details.same_request === true;
  if (!wasAccepted) return dataOf(submitted);
  const path = { donation_id: String(details.donation_id) };
  return dataOf(
    await withRetries(options, (signal) =>
      client.GET("/v1/donations/{donation_id}", { params: { path }, signal }),
    ),
  );
}

async function withRetries<Result extends { response: Response }>(
  { attempts = 5, timeoutMs = 30_000 }: RetryOptions,
  send: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts;
    const result = await send(AbortSignal.timeout(timeoutMs)).catch((error: Error) => {
      if (isLast || !/^(Type|Timeout)Error$/.test(error.name)) throw error;
      return undefined;
    });
    if (result && (isLast || !isTransient(result.response.status))) return result;
    await wait(result?.response.headers.get("Retry-After"), attempt);
  }
}

const isTransient = (status: number) => status === 429 || status >= 500;

/** Waits for Retry-After, or else with exponential backoff from half a second, with jitter. */
function wait(retryAfter: string | null | undefined, attempt: number): Promise<void> {
  const requested = Number(retryAfter) * 1_000;
  const ms = requested > 0 ? requested : 250 * 2 ** attempt * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/**
 * Iterates over all items of a list, page by page.
 * @param getPage `(page) => client.GET("/v1/donations", { params: { query: { ...page } } })`
 * @throws ServiceError if a request fails
 */
export async function* paginate<Item>(
  getPage: (page: { cursor?: string }) => Promise<FetchResult<Page<Item>>>,
): AsyncGenerator<Item> {
  let cursor: string | null | undefined;
  do {
    const page = await getPage(cursor ? { cursor } : {});
    yield* dataOf(page);
    cursor = page.data?.meta.next_cursor;
  } while (cursor);
}
