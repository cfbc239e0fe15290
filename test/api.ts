/** Calling route handlers in tests: every answer is held against its contract or the error shapes. */
import { expect } from "vitest";
import { z } from "zod";
import type { Contract } from "#lib/contract.ts";
import { ERRORS, type ErrorCode, VIOLATION_TYPES, type Violation } from "#lib/errors.ts";
import type { RouteHandler } from "#lib/http/bank.ts";

const violationBody = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])).min(1),
        msg: z.string().min(1),
        type: z.enum(VIOLATION_TYPES),
      }),
    )
    .min(1),
});

const errorBody = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
  meta: z.strictObject({ request_id: z.string() }),
});

function successBody(contract: Contract) {
  const data = contract.list ? z.array(contract.data) : contract.data;
  const listMeta = { total: z.int(), limit: z.int(), next_cursor: z.string().nullable() };
  const meta = z.strictObject({ request_id: z.string(), ...(contract.list ? listMeta : {}) });
  return z.strictObject({ success: z.literal(true), data, meta });
}

/** Holds a body against the shape that belongs to its status; nothing undocumented may be in it. */
export function expectDocumented(contract: Contract, status: number, body: unknown): void {
  const shape =
    status === contract.status ? successBody(contract) : status === 422 ? violationBody : errorBody;
  // Parsing drops unknown fields, so equality shows that there are none.
  expect(shape.parse(body)).toEqual(body);
  if (shape === errorBody) {
    const { code } = (body as z.infer<typeof errorBody>).error;
    expect(ERRORS[code].status).toBe(status);
  }
}

export type Operation = { contract: Contract; handler: RouteHandler };

export type CallOptions = {
  key?: string | null;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  rawBody?: BodyInit;
  headers?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests read what the contract check above has checked.
type Answer = { status: number; headers: Headers; body: any };

/** Calls an operation and checks the answer's shape. */
export async function call(operation: Operation, options: CallOptions = {}): Promise<Answer> {
  const { contract, handler } = operation;
  const { key, params = {}, query = {}, body, rawBody, headers = {} } = options;
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const url = new URL(path, "http://service.test");
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await handler(
    new Request(url, {
      method: contract.method,
      headers: {
        ...(key ? { "X-Service-API-Key": key } : {}),
        ...(payload === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    }),
    { params: Promise.resolve(params) },
  );
  const answered = await response.json();
  expectDocumented(contract, response.status, answered);
  expect(response.headers.get("x-request-id")).toBeTruthy();
  return { status: response.status, headers: response.headers, body: answered };
}

/** `loc → type` of a 422, sorted, as tests compare it. */
export function violationsIn(body: { detail: Violation[] }): string[] {
  return body.detail.map(({ loc, type }) => `${loc.join(".")} ${type}`).sort();
}
