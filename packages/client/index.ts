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

/** What the body of a webhook may be; its `type` says which. */
export type WebhookEvent = { [Type in keyof webhooks]: BodyOf<webhooks[Type]> }[keyof webhooks];

/**
 * One method for each HTTP method, typed by the path: `client.GET("/v1/schools")` gives `{ data }` or
 * `{ error }`, and the `response`. They throw only where no answer came.
 */
export type BankClient = Client<paths, "application/json">;

export type BankClientOptions = {
  /** Where the service is, without `/v1`. */
  baseUrl: string;
  /** `svc_test_…` or `svc_live_…` */
  apiKey: string;
  /** In place of the global one: for proxies, or tests. */
  fetch?: (request: Request) => Promise<Response>;
};

/** Makes a client. It sends the key with every request and follows no redirect. */
export function createBankClient({ baseUrl, apiKey, fetch }: BankClientOptions): BankClient {
  return createClient<paths, "application/json">({
    baseUrl,
    headers: { "X-Service-API-Key": apiKey },
    // The key would go along to wherever the redirect leads.
    redirect: "error",
    ...(fetch ? { fetch } : {}),
  });
}

/** An answer that is no success. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly status: number;
  /** What to act on. None for a 422, and for what something on the way has answered. */
  readonly code: ErrorCode | undefined;
  readonly details: Record<string, unknown>;
  /** Everything that is wrong with the input, of a 422. */
  readonly violations: Violation[];

  /** @param body as parsed, or text */
  constructor(status: number, body: unknown) {
    const { error, detail } = (Object(body) ?? {}) as Partial<
      Schemas["Error"] & Schemas["ValidationError"]
    >;
    const violations = Array.isArray(detail) ? detail : [];
    const said = violations.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    super(error?.message ?? (said || `The service answered with ${status}.`));
    this.status = status;
    this.code = error?.code;
    this.details = error?.details ?? {};
    this.violations = violations;
  }
}

type Answer<Body> = { data?: Body; error?: unknown; response: Response };

/**
 * What a successful answer is about: `dataOf(await client.GET("/v1/schools"))`.
 * @throws ServiceError where it is none
 */
export function dataOf<Data>({ data, error, response }: Answer<{ data: Data }>): Data {
  if (!data) throw new ServiceError(response.status, error);
  return data.data;
}

export type RetryOptions = {
  /** So many requests at most; 5 unless told otherwise. */
  attempts?: number;
  /** So long each may take; 30 seconds unless told otherwise. */
  timeoutMs?: number;
};

/**
 * Submits a donation until it is known to be accepted. No answer, 429 and 5xx are tried again, after
 * as long as Retry-After says; the `bank_transaction_ref` keeps that from making a second donation.
 * Where it was accepted before, by the same request, that donation is what you get.
 * @throws ServiceError where it is refused (also a reference that another request has used), or with
 * the last 429 or 5xx; TypeError or TimeoutError where the last attempt got no answer. After these it
 * may have been accepted: submit it again, later, under the same reference
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

/** As long as the service asks for; otherwise half a second, then twice as long each time, or less. */
function wait(retryAfter: string | null | undefined, nth: number): Promise<void> {
  const asked = Number(retryAfter) * 1_000;
  const ms = asked > 0 ? asked : 250 * 2 ** nth * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/**
 * Every item of a list, page after page.
 * @param ask for one page: `(cursor) => client.GET("/v1/donations", { params: { query: { cursor } } })`
 * @throws ServiceError where a page is refused
 */
export async function* each<Item>(
  ask: (cursor: string | undefined) => Promise<Answer<Page<Item>>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const answer = await ask(cursor);
    yield* dataOf(answer);
    cursor = answer.data?.meta.next_cursor ?? undefined;
  } while (cursor);
}
