import { expect, it } from "vitest";
import { contracts } from "#app/openapi.json/contracts.ts";
import type { ViolationType } from "#lib/errors.ts";
import { json, success } from "#lib/http/responses.ts";
import { makeBank } from "../factories.ts";
import { databaseChecksum } from "./database-checksum.ts";
import { expectRefused } from "./refusal.ts";
import type { Expected } from "./wire.ts";

const contract = contracts.find(({ id }) => id === "listEvents") ?? expect.unreachable();
const expected: Expected = {
  locs: [
    ["query", "limit"],
    ["query", "from"],
  ],
};

const detail = (...names: string[]) =>
  names.map((name) => ({ loc: ["query", name], msg: "No.", type: "int_type" as ViolationType }));
const error = (code: string) => ({
  success: false,
  error: { code, message: "No." },
  meta: { request_id: "1" },
});

async function check(response: Response, expectation = expected): Promise<void> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  expectRefused(contract, expectation, { status, headers, body: await response.json() });
}

it("accepts a 422 that names exactly what is wrong", async () => {
  await check(json(422, { detail: detail("from", "limit", "limit") }, "1"));
});

it.each([
  ["a success", () => success(200, {}, "1")],
  ["a 500", () => json(500, error("INTERNAL_ERROR"), "1")],
  ["another 4xx", () => json(400, error("BAD_REQUEST"), "1")],
  ["a missing violation", () => json(422, { detail: detail("limit") }, "1")],
  ["an extra violation", () => json(422, { detail: detail("limit", "from", "to") }, "1")],
  [
    "an undocumented type",
    () => json(422, { detail: [{ ...detail("limit")[0], type: "odd" }] }, "1"),
  ],
  ["an undocumented field", () => json(422, { detail: detail("from", "limit"), more: 1 }, "1")],
  ["a missing request ID", () => json(422, { detail: detail("from", "limit") }, "")],
])("rejects %s", async (_, answer) => {
  await expect(check(answer())).rejects.toThrow();
});

it("requires a code that the operation documents, except for the server's", async () => {
  const missing: Expected = { codes: ["EVENT_NOT_FOUND"] };
  await expect(check(json(404, error("EVENT_NOT_FOUND"), "1"), missing)).rejects.toThrow(
    "codes of",
  );
  await check(json(404, error("NOT_FOUND"), "1"), { codes: ["NOT_FOUND"] });
});

it("notices any database write, and nothing else", async () => {
  const before = await databaseChecksum();
  expect(await databaseChecksum()).toEqual(before);
  await makeBank();
  expect(await databaseChecksum()).not.toEqual(before);
});
