/** Calls route handlers in tests. Every response is validated against its contract or the error schemas. */
import { expect } from "vitest";
import type { z } from "zod";
import type { Contract } from "#lib/contract.ts";
import { ERRORS, type Violation } from "#lib/errors.ts";
import type { RouteHandler } from "#lib/http/endpoint.ts";
import { errorCodesOf, takesInput } from "#lib/http/openapi-responses.ts";
import { requestIdOf, withinRequest } from "#lib/http/request-context.ts";
import { errorBody, successOf, violationBody } from "#lib/http/response-schemas.ts";

/** The schema of a status, which the contract must document. */
function shapeOf(contract: Contract, status: number): z.ZodType {
  if (status === contract.status || status === contract.repeatStatus) return successOf(contract);
  if (status !== 422) return errorBody;
  expect(takesInput(contract), `${contract.id} takes input`).toBe(true);
  return violationBody;
}

/** Validates a response against the documented schema, without extra fields. */
export function expectDocumented(contract: Contract, status: number, body: unknown): void {
  const shape = shapeOf(contract, status);
  // Parsing drops unknown fields, so equality proves that there are none.
  expect(shape.parse(body)).toEqual(body);
  if (shape !== errorBody) return;
  const { code } = (body as z.infer<typeof errorBody>).error;
  expect(errorCodesOf(contract), `the codes of ${contract.id}`).toContain(code);
  expect(ERRORS[code].status).toBe(status);
}

export type Operation = { contract: Contract; handler: RouteHandler };

export type CallOptions = {
  key?: string | null;
  /** A cardholder's access token. */
  token?: string | null;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent verbatim, in place of `body`. */
  rawBody?: BodyInit;
  headers?: Record<string, string>;
  /** The client's address, as the server sees it. */
  address?: string;
};

// biome-ignore lint/suspicious/noExplicitAny: the contract check above has validated the value.
type ApiResponse = { status: number; headers: Headers; body: any };

/** Handles a request the way the server does, with the client's address and a request ID. */
export function from<T>(
  address: string | undefined,
  handle: () => T,
  requestId: string | null = null,
): T {
  return withinRequest(
    { requestId: requestIdOf(requestId), address: address ?? "unknown" },
    handle,
  );
}

/** Calls an operation. */
export function send({ contract, handler }: Operation, options: CallOptions): Promise<Response> {
  const { key, token, params = {}, query = {}, body, rawBody, headers = {}, address } = options;
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const url = new URL(path, "http://service.test");
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = new Request(url, {
    method: contract.method,
    headers: {
      ...(key ? { "X-Service-API-Key": key } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const handle = () => handler(request, { params: Promise.resolve(params) });
  return from(address, handle, request.headers.get("x-request-id"));
}

/** Calls an operation and validates the response. */
export async function call(operation: Operation, options: CallOptions = {}): Promise<ApiResponse> {
  const { contract } = operation;
  const response = await send(operation, options);
  const parsed = await response.json();
  expectDocumented(contract, response.status, parsed);
  expect(response.headers.get("x-request-id")).toBeTruthy();
  return { status: response.status, headers: response.headers, body: parsed };
}

/** `loc → type` of a 422, sorted for comparison. */
export function violationsIn(body: { detail: Violation[] }): string[] {
  return body.detail.map(({ loc, type }) => `${loc.join(".")} ${type}`).sort();
}
