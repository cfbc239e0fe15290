/** Invalid requests as they are sent, and the expected responses. */
import type { Contract } from "#lib/contract.ts";
import type { ErrorCode } from "#lib/errors.ts";
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import type { CallOptions } from "../api.ts";
import { type Change, combine, type Fault, type Loc } from "./faults.ts";
import type { Described } from "./schemas.ts";

export type WrongRequest = {
  what: string;
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Sent without a length. */
  chunked?: boolean;
  expected: Expected;
};

/** A 422 that names exactly these locations, or an error with one of these codes. */
export type Expected = { locs: Loc[] } | { codes: ErrorCode[] };

/** A valid request, to which faults are added. */
export type Good = {
  method: string;
  /** As in the contract, with `{donation_id}` for parameters. */
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  /** The body's fields as JSON text; none if the operation has no body. */
  fields?: Record<string, string>;
};

/** An operation with everything needed to generate its invalid requests. */
export type Tested = { contract: Contract; described: Described; good: Good };

/** Converts an operation of test/operations.ts. */
export function goodOf(
  contract: { method: string; path: string; body: unknown },
  { params = {}, query = {}, body = {} }: CallOptions,
): Good {
  const fields = Object.entries(body as object).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  const { method, path } = contract;
  return {
    method,
    path,
    params,
    query,
    ...(contract.body ? { fields: Object.fromEntries(fields) } : {}),
  };
}

/** The URL with these parameters. */
export function targetOf({ path, params, query }: Good, change: Change = {}): string {
  const values = { ...params, ...change.params };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const pairs = Object.entries({ ...query, ...change.query });
  const text = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return text ? `${filled}?${text}` : filled;
}

/** The body with these fields. */
export function bodyOf({ fields = {} }: Good, change: Change = {}): string {
  const present = Object.entries({ ...fields, ...change.fields }).filter(
    ([, text]) => text !== undefined,
  );
  return `{${present.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}

export const JSON_HEADERS = { "Content-Type": "application/json" };

/** The valid request, with changes. */
export function requestOf(
  good: Good,
  change: Change = {},
): Omit<WrongRequest, "what" | "expected"> {
  const { method } = good;
  const target = targetOf(good, change);
  const { headers = {} } = change;
  if (!good.fields) return { method, target, headers };
  const body = bodyOf(good, change);
  return { method, target, headers: { ...JSON_HEADERS, ...headers }, body };
}

export const isTooLarge = ({ body = "" }: Pick<WrongRequest, "body">) =>
  Buffer.byteLength(body) > MAX_BODY_BYTES;

/** A request with some faults, all of which the response must list. A body that they make too large is never read. */
export function requestWith(good: Good, faults: Fault[]): WrongRequest {
  const { what, change, locs } = combine(faults);
  const request = requestOf(good, change);
  const expected: Expected = isTooLarge(request) ? { codes: ["PAYLOAD_TOO_LARGE"] } : { locs };
  return { what, ...request, expected };
}
