import { describe, expect, it } from "vitest";
import { contracts } from "#app/openapi.json/contracts.ts";
import { GET as openApi } from "#app/openapi.json/route.ts";
import { randomOf } from "../random.ts";
import type { Fault } from "./faults.ts";
import { signatureOf, wrongRequests } from "./generator.ts";
import { inputFieldsOf } from "./input-fields.ts";
import { type Document, describe as described, type JsonSchema } from "./schemas.ts";
import { goodOf } from "./wire.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\0");
const isTime = (value: string) => {
  const at = new Date(value);
  const day = Number(value.slice(8, 10));
  return TIME.test(value) && !Number.isNaN(at.getTime()) && at.getUTCDate() === day;
};

/** A schema, and a predicate for its valid values. */
const SCHEMAS: [JsonSchema, (value: unknown) => boolean][] = [
  [
    { type: "string", minLength: 1, maxLength: 3 },
    (v) => isText(v) && [...v].length >= 1 && [...v].length <= 3,
  ],
  [{ type: "string", enum: ["red", "green"] }, (v) => v === "red" || v === "green"],
  [{ type: "string", format: "uuid" }, (v) => isText(v) && UUID.test(v)],
  [{ type: "string", format: "date-time" }, (v) => isText(v) && isTime(v)],
  [
    { type: "string", format: "email", maxLength: 254 },
    (v) => isText(v) && /^[\w+-]+(\.[\w+-]+)*@\w[\w-]*(\.\w[\w-]*)+$/.test(v) && v.length <= 254,
  ],
  [
    { type: "integer", minimum: 1, maximum: 9 },
    (v) => Number.isInteger(v) && Number(v) >= 1 && Number(v) <= 9,
  ],
  [{ type: "number", exclusiveMinimum: 0 }, (v) => Number.isFinite(v) && Number(v) > 0],
  [{ type: "boolean" }, (v) => typeof v === "boolean"],
  [
    {
      type: "object",
      additionalProperties: { type: "string", maxLength: 2 },
      maxProperties: 1,
    },
    (v) =>
      Object.prototype.toString.call(v) === "[object Object]" &&
      Object.keys(v as object).length <= 1 &&
      Object.values(v as object).every((one) => isText(one) && [...one].length <= 2),
  ],
  [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, (v) => v === null || typeof v === "boolean"],
  [
    {
      type: "object",
      properties: { a: { type: "string", maxLength: 3 } },
      required: ["a"],
    },
    (v) => {
      const a = (v as { a?: unknown } | null)?.a;
      return !Array.isArray(v) && isText(a) && [...a].length <= 3;
    },
  ],
  [{ type: ["boolean", "null"] }, (v) => v === null || typeof v === "boolean"],
];

const random = () => randomOf(7, "test");

function faultsOf(schema: JsonSchema, required: boolean): Fault[] {
  const properties = { it: schema };
  const object = { type: "object" as const, properties, required: required ? ["it"] : [] };
  const [field] = inputFieldsOf(
    { parameters: [], body: { schema: object, required: true } },
    random(),
  );
  const more = Array.from({ length: 300 }, () => field?.another?.() ?? expect.unreachable());
  return [...(field?.known ?? []), ...more];
}

describe.each(SCHEMAS)("the faults of a field %j", (schema, allows) => {
  it("never match the schema, and name the field", () => {
    for (const { change, locs, what } of faultsOf(schema, false)) {
      const text = change.fields?.it ?? expect.unreachable(what);
      expect(allows(JSON.parse(text)), what).toBe(false);
      for (const loc of locs) expect(loc.slice(0, 2)).toEqual(["body", "it"]);
    }
  });

  it("omit the field only if it is required", () => {
    const isOmitted = ({ change }: Fault) => change.fields?.it === undefined;
    expect(faultsOf(schema, true).some(isOmitted)).toBe(true);
    expect(faultsOf(schema, false).some(isOmitted)).toBe(false);
  });
});

it.each([
  [
    { type: "integer", minimum: 1, maximum: 100 },
    (v: string) => /^\d+$/.test(v) && +v >= 1 && +v <= 100,
  ],
  [{ type: "boolean" }, (v: string) => ["true", "false", "1", "0"].includes(v)],
  [{ type: "string", maxLength: 64 }, (v: string) => isText(v) && [...v].length <= 64],
] as const)("a query parameter %j never gets a valid value", (schema, allows) => {
  const parameter = { in: "query" as const, name: "it", schema };
  const [field] = inputFieldsOf({ parameters: [parameter] }, random());
  const more = Array.from({ length: 300 }, () => field?.another?.() ?? expect.unreachable());
  for (const { change, what } of [...(field?.known ?? []), ...more]) {
    expect(allows(change.query?.it ?? expect.unreachable()), what).toBe(false);
  }
});

it("throws for an unknown kind of schema", () => {
  expect(() => faultsOf({ type: "string", format: "ipv6" }, false)).toThrow("ipv6");
  expect(() => faultsOf({} as never, false)).toThrow("without type");
});

describe("the requests of an operation", async () => {
  const document: Document = await (
    await openApi(new Request("http://service.test/openapi.json"))
  ).json();
  const contract = contracts.find(({ id }) => id === "replayEvents") ?? expect.unreachable();
  const body = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
  const good = goodOf(contract, { body });
  const tested = { contract, good, described: described(document, contract.id) };
  const signatures = (seed: number) => wrongRequests(tested, seed).map(signatureOf);

  it("are at least 500, all different, and the same for the same seed", () => {
    expect(signatures(1).length).toBeGreaterThanOrEqual(500);
    expect(new Set(signatures(1)).size).toBe(signatures(1).length);
    expect(signatures(1)).toEqual(signatures(1));
    expect(signatures(1)).not.toEqual(signatures(2));
  });

  it("include requests that are wrong in every field at once", () => {
    const locs = wrongRequests(tested, 1).map(({ expected }) =>
      "locs" in expected ? expected.locs.toSorted() : [],
    );
    const all = ["endpoint_id", "from", "to"].map((name) => ["body", name]);
    expect(locs).toContainEqual(all);
  });
});
