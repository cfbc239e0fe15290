/** A typed client of the API, for a bank's server: it holds the API key, which never goes to an app. */
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

/** The body of a webhook; its `type` says which. */
export type WebhookEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]> }[keyof webhooks];

/**
 * One method for each HTTP method, typed by the path: `client.GET("/v1/schools")` gives `{ data }` or
 * `{ error }`, and the `response`. They throw only where no answer came.
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
  /** The error code to act on. Undefined for a 422, and for responses that are not the service's. */
  readonly code: ErrorCode | undefined;
  readonly details: Record<string, unknown>;
  /** All violations of the input, for a 422. */
  readonly violations: Violation[];

  /** @param body as parsed, or text */
  constructor(status: number, body: unknown) {
    const { error, detail } = (Object(body) ?? {}) as Partial<
      Schemas["Error"] & Schemas["ValidationError"]
    >;
    const violations = Array.isArray(detail) ? detail : [];
    const said = violations.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    super(error?.message ?? (said || `The service responded with ${status}.`));
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
 * Submits a donation, and retries until it is accepted. Timeouts, lost connections, 429 and 5xx are
 * retried, after Retry-After if given; the `bank_transaction_ref` prevents a second donation. If the same
 * request was accepted before, returns that donation.
 * @throws ServiceError if it is refused (also if another request has used the reference), or with the last
 *   429 or 5xx; TypeError or TimeoutError if the last attempt got no response. After these it may have been
 *   accepted: submit it again later with the same reference
 */
export async function submitDonation(
  client: BankClient,
  request: DonationRequest,
  options: RetryOptions = {},
): Promise<Donation> {
  const submitted = await untilAnswered(options, (signal) =>
    client.POST("/v1/donations/request", { body: request, signal }),
  );
  const { details, code } = new ServiceError(submitted.response.status, submitted.error);
  const wasAccepted = code === "DONATION_DUPLICATE" && details.same_request === true;
  if (!wasAccepted) return dataOf(submitted);
  const path = { donation_id: String(details.donation_id) };
  return dataOf(
    await untilAnswered(options, (signal) =>
      client.GET("/v1/donations/{donation_id}", { params: { path }, signal }),
    ),
  );
}

async function untilAnswered<Given extends { response: Response }>(
  { attempts = 5, timeoutMs = 30_000 }: RetryOptions,
  ask: (signal: AbortSignal) => Promise<Given>,
): Promise<Given> {
  for (let nth = 1; ; nth += 1) {
    const isLast = nth >= attempts;
    const answer = await ask(AbortSignal.timeout(timeoutMs)).catch((error: Error) => {
      if (isLast || !/^(Type|Timeout)Error$/.test(error.name)) throw error;
      return undefined;
    });
    if (answer && (isLast || !isPassing(answer.response.status))) return answer;
    await wait(answer?.response.headers.get("Retry-After"), nth);
  }
}

const isPassing = (status: number) => status === 429 || status >= 500;

/** Retry-After if given; otherwise half a second, doubled each time, with jitter. */
function wait(retryAfter: string | null | undefined, nth: number): Promise<void> {
  const asked = Number(retryAfter) * 1_000;
  const ms = asked > 0 ? asked : 250 * 2 ** nth * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/**
 * All items of a list, page by page.
 * @param ask requests one page: `(page) => client.GET("/v1/donations", { params: { query: { ...page } }
 *   })`
 * @throws ServiceError if a page is refused
 */
export async function* each<Item>(
  ask: (page: { cursor?: string }) => Promise<FetchResult<Page<Item>>>,
): AsyncGenerator<Item> {
  let cursor: string | null | undefined;
  do {
    const answer = await ask(cursor ? { cursor } : {});
    yield* dataOf(answer);
    cursor = answer.data?.meta.next_cursor;
  } while (cursor);
}
