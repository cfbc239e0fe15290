/** The API client for a bank's server. It holds the API key, which must never be in an app. */
import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { NoResponseError, ServiceError } from "./errors.ts";
import type { Answer, CallOptions, Method, PathsOf, RequestOptions, Rest } from "./operations.ts";
import { sleep, waitBefore } from "./retries.ts";

const VERSION = "1.0.0";

/** An attempt to send a request, for logs and traces. It has no key, query, or body. */
export type Attempt = {
  method: string;
  /** As in the reference, such as `/v1/donations/{donation_id}`. */
  path: string;
  /** From 1. */
  attempt: number;
  /** Sent as `X-Request-Id`, unless you send your own. */
  requestId: string;
};

/** How an attempt ended. */
export type Outcome = Attempt & {
  /** Undefined if there was no response. */
  status: number | undefined;
  durationMs: number;
  /** What was thrown, or will be if it isn't retried. */
  error: unknown;
  /** The wait before the next attempt; null if there is none. */
  retryInMs: number | null;
};

export type BankClientOptions = Pick<CallOptions, "attempts" | "timeoutMs"> & {
  /** The service's URL, without `/v1`. */
  baseUrl: string;
  /** `svc_test_…` or `svc_live_…` */
  apiKey: string;
  /** Replaces the global `fetch`, for proxies or tests. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Called before each attempt. May add headers, such as `traceparent`. */
  onRequest?: ((attempt: Attempt, headers: Headers) => void) | undefined;
  /** Called after each attempt. */
  onResponse?: ((outcome: Outcome) => void) | undefined;
};

/** A request as it is sent, except for what differs between attempts. */
type Call = Omit<CallOptions, "headers"> & {
  method: string;
  path: string;
  url: string;
  headers: Headers;
  /** Sent, but never shown. */
  credentials: Record<string, string>;
  body?: string | undefined;
  isRepeatable: boolean;
};

/** How an attempt ended: with a result, or with an error. */
type Ended<Result> = { status?: number; result?: Result; error?: unknown };

type Params = Record<"path" | "query", Record<string, unknown>>;
type AnyOptions = CallOptions & { params?: Partial<Params> | undefined; body?: unknown };

/** Fills in a path. @throws TypeError for a value that would lead to another path */
function pathWith(path: string, values: Params["path"] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(values[name] ?? "");
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} can't be "${value}".`);
    return encodeURIComponent(value);
  });
}

function queryOf(values: Params["query"] = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** A change of the email address links again, and each rotation makes a newer secret. */
const isRepeatable = (method: string, path: string, body: unknown): boolean =>
  !path.endsWith("/rotate-secret") && !(method === "PATCH" && Object(body).email !== undefined);

/** A response's JSON. @throws ServiceError for an error, and for anything else @internal */
export async function readJson(response: Response) {
  const body = parse(await response.text());
  if (!response.ok || Object(body) !== body) throw new ServiceError(response, body);
  return body;
}

async function readAnswer(response: Response) {
  const body = await readJson(response);
  if (body.success !== true) throw new ServiceError(response, body);
  return { ...body, status: response.status, headers: response.headers };
}

// biome-ignore lint/suspicious/noExplicitAny: the types of answers are the OpenAPI document's.
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An observer must not lose a donation. */
function tell(observer: () => void): void {
  try {
    observer();
  } catch {
    // Its own problem.
  }
}

/** One method per HTTP method, typed by path. They throw ServiceError, NoResponseError, or the signal's reason. */
export class BankClient {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  // Private, so that logging a client doesn't show its key.
  readonly #options: BankClientOptions;

  /** @internal */
  constructor(options: BankClientOptions) {
    this.baseUrl = new URL(options.baseUrl).href.replace(/\/+$/, "");
    this.#options = options;
  }

  GET<P extends PathsOf<"GET">>(
    path: P,
    ...[options]: Rest<RequestOptions<P, "GET">>
  ): Promise<Answer<P, "GET">> {
    return this.request("GET", path, options);
  }

  POST<P extends PathsOf<"POST">>(
    path: P,
    ...[options]: Rest<RequestOptions<P, "POST">>
  ): Promise<Answer<P, "POST">> {
    return this.request("POST", path, options);
  }

  PATCH<P extends PathsOf<"PATCH">>(
    path: P,
    ...[options]: Rest<RequestOptions<P, "PATCH">>
  ): Promise<Answer<P, "PATCH">> {
    return this.request("PATCH", path, options);
  }

  DELETE<P extends PathsOf<"DELETE">>(
    path: P,
    ...[options]: Rest<RequestOptions<P, "DELETE">>
  ): Promise<Answer<P, "DELETE">> {
    return this.request("DELETE", path, options);
  }

  /** A file, such as a report's CSV. Its body hasn't been read, and `timeoutMs` doesn't limit reading it. */
  download<P extends PathsOf<"GET">>(
    path: P,
    ...[options]: Rest<RequestOptions<P, "GET">>
  ): Promise<Response> {
    return this.send(this.#call("GET", path, options), async (response) => {
      if (!response.ok) return readAnswer(response);
      return response;
    });
  }

  /** @internal */
  // biome-ignore lint/suspicious/noExplicitAny: the types of answers are the OpenAPI document's.
  request(method: Method, path: string, options?: AnyOptions): Promise<any> {
    return this.send(this.#call(method, path, options), readAnswer);
  }

  #call(method: Method, path: string, options: AnyOptions = {}): Call {
    const { params, body, headers: added = {}, ...rest } = options;
    const headers = new Headers();
    if (body !== undefined) headers.set("Content-Type", "application/json");
    // The same in every attempt.
    if (method === "POST") headers.set("Idempotency-Key", randomUUID());
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    return {
      ...{ ...rest, method, path, headers, isRepeatable: isRepeatable(method, path, body) },
      url: this.baseUrl + pathWith(path, params?.path) + queryOf(params?.query),
      credentials: { "X-Service-API-Key": this.#options.apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  /** The bank as an OAuth client. @internal */
  basicAuthorization(bankId: string): string {
    const credentials = [bankId, this.#options.apiKey].map(encodeURIComponent).join(":");
    return `Basic ${Buffer.from(credentials).toString("base64")}`;
  }

  /** @internal */
  async send<Result>(call: Call, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { onRequest, onResponse, attempts: usual = 5 } = this.#options;
    const { method, path, isRepeatable, signal, attempts = usual } = call;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const headers = new Headers(call.headers);
      headers.set("User-Agent", `points-to-donation-bank-client/${VERSION}`);
      if (!headers.has("X-Request-Id")) headers.set("X-Request-Id", randomUUID());
      const about = { method, path, attempt, requestId: headers.get("X-Request-Id") as string };
      tell(() => onRequest?.(about, headers));
      const startedAt = performance.now();
      const { result, status, error } = await this.#attempt(call, headers, read);
      const durationMs = performance.now() - startedAt;
      const isOver = attempt >= attempts || signal?.aborted || error === undefined;
      const retryInMs = isOver ? null : waitBefore(error, attempt, isRepeatable);
      tell(() => onResponse?.({ ...about, status, durationMs, error, retryInMs }));
      if (error === undefined) return result as Result;
      if (retryInMs === null) throw error;
      await sleep(retryInMs, signal);
    }
  }

  async #attempt<Result>(
    call: Call,
    headers: Headers,
    read: (response: Response) => Promise<Result>,
  ): Promise<Ended<Result>> {
    const { fetch = globalThis.fetch, timeoutMs: usual = 30_000 } = this.#options;
    const { url, method, body = null, credentials, signal, timeoutMs = usual } = call;
    for (const [name, value] of Object.entries(credentials)) headers.set(name, value);
    const timeout = new AbortController();
    const late = () => new DOMException(`It took more than ${timeoutMs} ms.`, "TimeoutError");
    const timer = setTimeout(() => timeout.abort(late()), timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const ended: Ended<Result> = {};
    try {
      // Following a redirect could send the key to another host.
      const init = { method, headers, body, redirect: "manual", signal: either } as const;
      const response = await fetch(url, init);
      ended.status = response.status;
      ended.result = await read(response);
    } catch (cause) {
      if (cause instanceof ServiceError) ended.error = cause;
      else if (signal?.aborted) ended.error = signal.reason;
      else ended.error = new NoResponseError(headers.get("X-Request-Id") as string, cause);
    } finally {
      clearTimeout(timer);
    }
    return ended;
  }
}

/** Creates a client. It sends the key with every request and follows no redirects. */
export const createBankClient = (options: BankClientOptions): BankClient => new BankClient(options);
