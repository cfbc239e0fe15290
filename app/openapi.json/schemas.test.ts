/** The contracts that validate requests and the published schemas accept the same values. */
import { Ajv2020, type ValidateFunction } from "@redocly/ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Contract, Shape } from "#lib/contract.ts";
import { env } from "#lib/env.ts";
import type { ViolationType } from "#lib/errors.ts";
import { exampleOf } from "#lib/http/openapi.ts";
import { violationsOf } from "#lib/http/violations.ts";
import { contracts } from "./contracts.ts";
import { GET } from "./route.ts";

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, as a client sees it.
const document: any = await (await GET(new Request("http://service.test/openapi.json"))).json();

/** Rules that a schema expresses only as a format or in its description. */
const NOT_IN_SCHEMA = new Set<ViolationType>([
  "uuid_parsing",
  "datetime_parsing",
  "url_parsing",
  "value_error",
  "decimal_max_places",
]);

/** Fields that other fields of an example depend on. */
const EXTRA_FIELDS: Record<string, object> = {
  linkAccount: { redirect_uri: "https://bank.example/linked" },
};

const maxUsd = env().maxDonationCents / 100;
const LENGTHS = [
  0, 1, 14, 15, 40, 64, 65, 128, 129, 255, 256, 500, 501, 1_024, 1_025, 2_048, 2_049,
];
const NUMBERS = [
  -1,
  -0.01,
  0,
  0.001,
  0.01,
  0.5,
  1,
  1.5,
  19.99,
  19.999,
  59,
  60,
  100,
  101,
  900,
  901,
  maxUsd,
  maxUsd + 0.01,
  maxUsd + 1,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
];
const WORDS = [
  "monthly",
  "quarterly",
  "yearly",
  "bank_policy",
  "pending",
  "active",
  "true",
  "false",
  "10",
  "2026-11-21",
  "2026-11-21T10:00:00Z",
  "pat@example.com",
  "https://bank.example/done",
  "01989a64-7f3e-7c55-a2b1-6f2d8c0e4b17",
  "donation.completed",
  "account.linked",
];
const TEXTS = [...LENGTHS.map((length) => "x".repeat(length)), ...WORDS];
const VALUES: unknown[] = [
  undefined,
  null,
  true,
  false,
  ...NUMBERS,
  ...TEXTS,
  [],
  ["donation.completed"],
  ["x"],
  [1],
  {},
  { a: "b" },
  { a: 1 },
  { a: null },
  { "": "b" },
  { ["k".repeat(41)]: "v" },
  { a: "v".repeat(501) },
];

const operationOf = ({ path, method }: Contract) => document.paths[path][method.toLowerCase()];

function validatorOf(schema: object, coerceTypes: boolean): ValidateFunction {
  const ajv = new Ajv2020({ coerceTypes, strict: false, validateFormats: false });
  return ajv.compile({ ...schema, components: document.components });
}

type Validation = { where: "path" | "query" | "header" | "body"; shape: z.ZodType; schema: object };

/** @returns the values that only one of the two accepts */
function disagreements({ where, shape, schema }: Validation, inputs: unknown[]): string[] {
  const isValid = validatorOf(schema, where !== "body");
  return inputs.flatMap((input) => {
    const read = shape.safeParse(input);
    const violations = read.success ? [] : violationsOf(read.error, where, input);
    if (!read.success && violations.every(({ type }) => NOT_IN_SCHEMA.has(type))) return [];
    if (isValid(structuredClone(input)) === read.success) return [];
    const types = violations.map(({ type, loc }) => `${loc.join(".")} ${type}`).join();
    return [`${JSON.stringify(input)?.slice(0, 300)}: ${types || "accepted"}`];
  });
}

/** The example with each field set to each value, or omitted. */
function variantsOf(example: object, fields: string[], values: unknown[]): object[] {
  return fields.flatMap((field) =>
    values.map((value) => JSON.parse(JSON.stringify({ ...example, [field]: value }))),
  );
}

/** The schema of all parameters of a kind, as one object. */
function schemaOfParameters(contract: Contract, where: string) {
  const found: { in: string; name: string; schema: object; required?: boolean }[] = (
    operationOf(contract).parameters ?? []
  ).filter((one: { in: string }) => one.in === where);
  return {
    type: "object",
    properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
  };
}

const withBody = contracts.filter(({ body }) => body);

describe.each(withBody)("the body of $id", (contract) => {
  const { body, bodyOptional } = contract as Contract & { body: z.ZodObject };
  const { schema } = operationOf(contract).requestBody.content["application/json"];

  it("is validated the same way by both", () => {
    const fields = Object.keys(body.shape);
    const example = { ...(exampleOf(body) as object), ...EXTRA_FIELDS[contract.id] };
    const inputs = [example, {}, ...variantsOf(example, fields, VALUES)];
    expect(disagreements({ where: "body", shape: body, schema }, inputs)).toEqual([]);
  });

  it("may be null if it may be absent", () => {
    expect(validatorOf(schema, false)(null)).toBe(bodyOptional);
  });
});

const PASSWORDS = [14, 15, 128, 129].map((length) => ({
  current_password: "x",
  new_password: "y".repeat(length),
}));

it("validates the parts of a password change the same way", () => {
  const contract = contracts.find(({ id }) => id === "updateProfile") as Contract;
  const { schema } = operationOf(contract).requestBody.content["application/json"];
  const inputs = [...PASSWORDS, {}, { new_password: "y".repeat(20) }].map((password) => ({
    password,
  }));
  const shape = contract.body as z.ZodType;
  expect(disagreements({ where: "body", shape, schema }, inputs)).toEqual([]);
});

const PARAMETERS = [
  ["path", "params"],
  ["query", "query"],
  ["header", "headers"],
] as const;
const withParameters = contracts.flatMap((contract) =>
  PARAMETERS.filter(([, part]) => contract[part]).map(([where, part]) => ({
    id: contract.id,
    contract,
    where,
    shape: contract[part] as NonNullable<Shape>,
  })),
);

/** Path parameters are never empty or missing. */
const textsFor = (where: string) =>
  where === "path" ? TEXTS.filter((text) => text !== "") : [...TEXTS, undefined];

describe.each(withParameters)("the $where parameters of $id", ({ contract, where, shape }) => {
  it("are validated the same way by both", () => {
    const fields = Object.keys(shape.shape);
    const schema = schemaOfParameters(contract, where);
    const inputs = fields.flatMap((field) => {
      const omitted = Object.fromEntries(
        fields.filter((one) => one !== field).map((one) => [one, undefined]),
      );
      return textsFor(where).map((text) =>
        JSON.parse(JSON.stringify({ ...omitted, [field]: text })),
      );
    });
    expect(disagreements({ where, shape, schema }, inputs)).toEqual([]);
  });
});
