import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeType, fieldsOf, jsonSchemaOf, type Schema } from "./fields.ts";

const FUND: Schema = {
  type: "object",
  description: "A fund.",
  properties: { fund_id: { type: "string" }, value: { type: ["number", "null"] } },
  required: ["fund_id"],
};

describe("type descriptions", () => {
  test.each<[string, Schema]>([
    ["string", { type: "string" }],
    ["string, 1 to 128 characters", { type: "string", minLength: 1, maxLength: 128 }],
    ["string, at most 64 characters", { type: "string", maxLength: 64 }],
    ["string, at least 1 character", { type: "string", minLength: 1 }],
    ["string, exactly 6 characters", { type: "string", minLength: 6, maxLength: 6 }],
    ["string (UUID)", { type: "string", format: "uuid" }],
    ["string (RFC 3339 time)", { type: "string", format: "date-time" }],
    ["string (ipv4)", { type: "string", format: "ipv4" }],
    [
      "string (email address), at most 254 characters",
      { type: "string", format: "email", maxLength: 254 },
    ],
    ["number, greater than 0", { type: "number", exclusiveMinimum: 0 }],
    ["number, greater than 0, at most 5", { type: "number", exclusiveMinimum: 0, maximum: 5 }],
    ["integer, 1 to 100", { type: "integer", minimum: 1, maximum: 100 }],
    ["integer, at least 0", { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    ["integer, at most 9", { type: "integer", maximum: 9 }],
    ["boolean", { type: "boolean" }],
    ["one of `a`, `b`", { type: "string", enum: ["a", "b"] }],
    ["always `true`", { type: "boolean", const: true }],
    ["always `unlinked`", { type: "string", const: "unlinked" }],
    ["anything", {}],
  ])("%s", (expected, schema) => {
    expect(describeType(schema)).toBe(expected);
  });

  test("null comes last, in any form of nullable schema", () => {
    expect(describeType({ type: ["string", "null"] })).toBe("string, or null");
    expect(describeType({ anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] })).toBe(
      "string, at most 9 characters, or null",
    );
    expect(describeType({ anyOf: [{ enum: ["a", "b"] }, { type: "null" }] })).toBe(
      "one of `a`, `b`, or null",
    );
    expect(describeType({ anyOf: [FUND, { type: "null" }] })).toBe("object, or null");
  });

  test("lists every type of a union", () => {
    expect(describeType({ type: ["string", "integer"] })).toBe("string or integer");
    expect(describeType({ type: ["string", "integer", "null"] })).toBe(
      "string or integer, or null",
    );
    expect(describeType({ anyOf: [{ type: "string" }, { type: "boolean" }] })).toBe(
      "string or boolean",
    );
  });

  test("names a list's item type", () => {
    expect(describeType({ type: "array", items: { type: "string" } })).toBe("list of strings");
    expect(describeType({ type: "array", items: FUND })).toBe("list of objects");
    expect(
      describeType({ type: "array", items: { type: ["string", "integer"] }, minItems: 1 }),
    ).toBe("list, each string or integer, at least 1 item");
  });

  test("names the value type of an object with free keys", () => {
    const values = { type: "string", maxLength: 500 };
    expect(describeType({ type: "object", additionalProperties: values, maxProperties: 50 })).toBe(
      "object, each value a string, at most 500 characters; at most 50 keys",
    );
    expect(describeType({ type: "object", additionalProperties: {} })).toBe("object with any keys");
    expect(describeType({ type: "object" })).toBe("object");
  });
});

describe("a schema's fields", () => {
  test("are required, optional, or have a default", () => {
    const fields = fieldsOf({
      type: "object",
      properties: {
        name: { type: "string", description: "As on the card." },
        limit: { type: "integer", default: 50 },
        quiet: { type: "boolean", default: false },
        mode: { type: "string", default: "a" },
      },
      required: ["name"],
    });
    expect(fields).toEqual([
      { name: "name", type: "string", required: true, description: "As on the card.", fields: [] },
      { name: "limit", type: "integer", required: false, default: "50", fields: [] },
      { name: "quiet", type: "boolean", required: false, default: "false", fields: [] },
      { name: "mode", type: "string", required: false, default: '"a"', fields: [] },
    ]);
  });

  test("include nested fields, through references, lists, and null", () => {
    const fund = FUND;
    const inner = [
      { name: "fund_id", type: "string", required: true, fields: [] },
      { name: "value", type: "number, or null", required: false, fields: [] },
    ];
    const fields = fieldsOf({
      properties: {
        fund,
        funds: { type: "array", items: fund },
        perhaps: { anyOf: [fund, { type: "null" }] },
      },
    });
    expect(fields.map(({ name }) => name)).toEqual(["fund", "funds", "perhaps"]);
    for (const field of fields) expect(field.fields).toEqual(inner);
  });

  test("take the description next to anyOf, or else that of its only non-null choice", () => {
    const amount = { type: "number", description: "US dollars." };
    const fields = fieldsOf({
      properties: {
        its: FUND,
        inside: { anyOf: [amount, { type: "null" }] },
        outside: { description: "Dollars.", anyOf: [amount, { type: "null" }] },
      },
    });
    expect(fields.map(({ description }) => description)).toEqual([
      "A fund.",
      "US dollars.",
      "Dollars.",
    ]);
  });

  test("of a list are its items' fields", () => {
    const [first] = fieldsOf({ type: "array", items: FUND });
    expect(first?.name).toBe("fund_id");
  });
});

test("references are resolved at any depth", () => {
  const fund = z.object({ fund_id: z.string() }).meta({ id: "TestFund", description: "A fund." });
  const school = z.object({ funds: z.array(fund) }).meta({ id: "TestSchool" });
  const schema = jsonSchemaOf(z.object({ school, first: fund.nullable() }), "output");
  expect(JSON.stringify(schema)).not.toContain("$ref");
  const fields = fieldsOf(schema);
  const [funds] = fields[0]?.fields ?? [];
  expect(funds?.fields.map(({ name }) => name)).toEqual(["fund_id"]);
  expect(fields[1]).toMatchObject({ type: "object, or null", description: "A fund." });
});
