/** The expected response to an invalid request. */
import { expect } from "vitest";
import type { Contract } from "#lib/contract.ts";
import { ERRORS, type ErrorCode, type Violation } from "#lib/errors.ts";
import { errorBody } from "#lib/http/response-schemas.ts";
import { expectDocumented } from "../api.ts";
import type { Reply } from "./service.ts";
import type { Expected } from "./wire.ts";

/** The server's errors before an operation is matched. */
const SERVER_ERRORS: ErrorCode[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED"];

const sorted = (locs: (string | number)[][]) =>
  [...new Set(locs.map((loc) => JSON.stringify(loc)))].sort().join(" ");

/** A documented 4xx in the documented format that names exactly the faults. */
export function expectRefused(contract: Contract, expected: Expected, reply: Reply): void {
  const { status, headers, body } = reply;
  const statuses = "locs" in expected ? [422] : expected.codes.map((code) => ERRORS[code].status);
  expect(statuses, JSON.stringify(body).slice(0, 300)).toContain(status);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(headers["x-request-id"]).toMatch(/^[\x20-\x7e]{1,128}$/);
  if ("locs" in expected) {
    expectDocumented(contract, status, body);
    const { detail } = body as { detail: Violation[] };
    expect(sorted(detail.map(({ loc }) => loc))).toBe(sorted(expected.locs));
    return;
  }
  const { error } = errorBody.parse(body);
  expect(expected.codes).toContain(error.code);
  if (!SERVER_ERRORS.includes(error.code)) expectDocumented(contract, status, body);
}
