/** Sends requests: retries, time limits, and what is told to logs and traces. */
import { randomUUID } from "node:crypto";
import { NoResponseError, ServiceError } from "./errors.ts";
import type { CallOptions, Method, PathsOf, RequestOptions, Send } from "./operations.ts";
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

/** How an attempt ended: with a status, unless there was no response, or with an error. */
export type Outcome = Attempt & {
  status: number | undefined;
  error: unknown;
  durationMs: number;
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

type AnyOptions = CallOptions & {
  params?: Partial<Record<"path" | "query", Record<string, unknown>>> | undefined;
  body?: unknown;
};

/** A request as it is sent, except for what differs between attempts. */
type Call = Omit<CallOptions, "headers"> & {
  method: Method;
  path: string;
  url: string;
  headers?: Headers;
  body?: string | URLSearchParams | undefined;
  isRepeatable: boolean;
};

/** Fills in a path. @throws TypeError for a value that would lead to another path */
function pathWith(path: string, values: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(values[name] ?? "");
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} can't be "${value}".`);
    return encodeURIComponent(value);
  });
}

function queryOf(values: Record<string, unknown> = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** A change of the email address links again, and each rotation makes a newer secret. */
const isRepeatable = (method: Method, path: string, body: unknown): boolean =>
  !path.endsWith("/rotate-secret") && !(method === "PATCH" && Object(body).email !== undefined);

/** A response's JSON. @throws ServiceError for an error, and for anything else */
async function readJson(response: Response) {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Something in between has answered.
  }
  if (!response.ok || Object(body) !== body) throw new ServiceError(response, body);
  // biome-ignore lint/suspicious/noExplicitAny: the types of answers are the OpenAPI document's.
  return body as any;
}

async function readAnswer(response: Response) {
  const { success, ...body } = await readJson(response);
  if (success !== true) throw new ServiceError(response, body);
  return { ...body, status: response.status, headers: response.headers };
}

/** An observer must not lose a donation. */
function tell(observer: () => void): void {
  try {
    observer();
  } catch {
    // Its own problem.
  }
}

/** Methods typed by path. They throw ServiceError, NoResponseError, or the signal's reason. */
export class BankClient {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  // Private, so that logging a client doesn't show its key.
  readonly #options: BankClientOptions;
  readonly GET: Send<"GET"> = (path, ...[options]) => this.request("GET", path, options);
  readonly POST: Send<"POST"> = (path, ...[options]) => this.request("POST", path, options);
  readonly PATCH: Send<"PATCH"> = (path, ...[options]) => this.request("PATCH", path, options);
  readonly DELETE: Send<"DELETE"> = (path, ...[options]) => this.request("DELETE", path, options);

  constructor(options: BankClientOptions) {
    this.baseUrl = new URL(options.baseUrl).href.replace(/\/+$/, "");
    this.#options = options;
  }

  /** A file, such as a report's CSV. Its body hasn't been read, and `timeoutMs` doesn't limit reading it. */
  download<P extends PathsOf<"GET">>(
    path: P,
    options: RequestOptions<P, "GET">,
  ): Promise<Response> {
    return this.#send(this.#call("GET", path, options), (response) =>
      response.ok ? Promise.resolve(response) : readJson(response),
    );
  }

  /** @internal */
  // biome-ignore lint/suspicious/noExplicitAny: the types of answers are the OpenAPI document's.
  request(method: Method, path: string, options?: AnyOptions): Promise<any> {
    return this.#send(this.#call(method, path, options), readAnswer);
  }

  /** A request to the authorization server. A form is sent once, with the key as secret. @internal */
  oauth(path: string, options: CallOptions, form?: Record<string, string>) {
    const { apiKey: client_secret } = this.#options;
    const sent = form
      ? ({ method: "POST", body: new URLSearchParams({ ...form, client_secret }) } as const)
      : ({ method: "GET" } as const);
    const { signal, timeoutMs } = options;
    const call = {
      ...sent,
      path,
      url: this.baseUrl + path,
      isRepeatable: !form,
      signal,
      timeoutMs,
    };
    return this.#send(call, readJson);
  }

  #call(method: Method, path: string, options: AnyOptions = {}): Call {
    const { params, body, headers: added = {}, ...rest } = options;
    const headers = new Headers();
    if (body !== undefined) headers.set("Content-Type", "application/json");
    // The same in every attempt.
    if (method === "POST") headers.set("Idempotency-Key", randomUUID());
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    const url = this.baseUrl + pathWith(path, params?.path) + queryOf(params?.query);
    const about = { method, path, url, headers, isRepeatable: isRepeatable(method, path, body) };
    return { ...rest, ...about, body: body === undefined ? undefined : JSON.stringify(body) };
  }

  async #send<Result>(call: Call, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { onRequest, onResponse, attempts: usual = 5 } = this.#options;
    const { method, path, isRepeatable, signal, attempts = usual } = call;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const headers = new Headers(call.headers);
      headers.set("User-Agent", `points-to-donation-bank-client/${VERSION}`);
      const requestId = headers.get("X-Request-Id") ?? randomUUID();
      headers.set("X-Request-Id", requestId);
      const about = { method, path, attempt, requestId };
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
    { url, method, path, signal, body, ...call }: Call,
    headers: Headers,
    read: (response: Response) => Promise<Result>,
  ): Promise<{ status?: number; result?: Result; error?: unknown }> {
    const { fetch = globalThis.fetch, apiKey } = this.#options;
    const timeoutMs = call.timeoutMs ?? this.#options.timeoutMs ?? 30_000;
    if (path.startsWith("/v1/")) headers.set("X-Service-API-Key", apiKey);
    const timeout = new AbortController();
    const late = () => new DOMException(`It took more than ${timeoutMs} ms.`, "TimeoutError");
    const timer = setTimeout(() => timeout.abort(late()), timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      // Following a redirect could send the key to another host.
      const init = { method, headers, redirect: "manual", signal: either } as const;
      const response = await fetch(url, { ...init, body: body ?? null });
      return { status: response.status, result: await read(response) };
    } catch (cause) {
      if (cause instanceof ServiceError) return { status: cause.status, error: cause };
      const lost = new NoResponseError(headers.get("X-Request-Id") as string, cause);
      return { error: signal?.aborted ? signal.reason : lost };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Creates a client. It sends the key with every request and follows no redirects. */
export const createBankClient = (options: BankClientOptions): BankClient => new BankClient(options);
