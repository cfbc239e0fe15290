/** Values are judged alike by the contracts, which answer, and by the published schemas, which clients read. */
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

// biome-ignore lint/suspicious/noExplicitAny: a document, read as its readers do.
const document: any = await (await GET(new Request("http://service.test/openapi.json"))).json();

/** What a schema leaves to its format, or to words. */
const IN_WORDS = new Set<ViolationType>([
  "uuid_parsing",
  "datetime_parsing",
  "url_parsing",
  "value_error",
  "decimal_max_places",
]);

/** What other fields of an example depend on. */
const BESIDE: Record<string, object> = {
  linkAccount: { redirect_uri: "https://bank.example/linked" },
};

const most = env().maxDonationCents / 100;
const LENGTHS = [
  0, 1, 14, 15, 40, 64, 65, 128, 129, 255, 256, 500, 501, 1_024, 1_025, 2_048, 2_049,
];
const NUMBERS = [
  ...[-1, -0.01, 0, 0.001, 0.01, 0.5, 1, 1.5, 19.99, 19.999, 59, 60, 100, 101, 900, 901],
  ...[most, most + 0.01, most + 1, 2 ** 53 - 1, 2 ** 53, 1e21],
];
const WORDS = [
  ...["monthly", "quarterly", "yearly", "bank_policy", "pending", "active", "true", "false", "10"],
  ...["2026-11-21", "2026-11-21T10:00:00Z", "pat@example.com", "https://bank.example/done"],
  ...["01989a64-7f3e-7c55-a2b1-6f2d8c0e4b17", "donation.completed", "account.linked"],
];
const TEXTS = [...LENGTHS.map((length) => "x".repeat(length)), ...WORDS];
const VALUES: unknown[] = [
  ...[undefined, null, true, false, ...NUMBERS, ...TEXTS],
  ...[[], ["donation.completed"], ["x"], [1], {}, { a: "b" }, { a: 1 }, { a: null }, { "": "b" }],
  ...[{ ["k".repeat(41)]: "v" }, { a: "v".repeat(501) }],
];

const operationOf = ({ path, method }: Contract) => document.paths[path][method.toLowerCase()];

function validatorOf(schema: object, coerceTypes: boolean): ValidateFunction {
  const ajv = new Ajv2020({ coerceTypes, strict: false, validateFormats: false });
  return ajv.compile({ ...schema, components: document.components });
}

type Judged = { where: "path" | "query" | "header" | "body"; shape: z.ZodType; schema: object };

/** @returns the values that the two judge differently */
function disagreements({ where, shape, schema }: Judged, inputs: unknown[]): string[] {
  const isValid = validatorOf(schema, where !== "body");
  return inputs.flatMap((input) => {
    const read = shape.safeParse(input);
    const violations = read.success ? [] : violationsOf(read.error, where, input);
    if (!read.success && violations.every(({ type }) => IN_WORDS.has(type))) return [];
    if (isValid(structuredClone(input)) === read.success) return [];
    const types = violations.map(({ type, loc }) => `${loc.join(".")} ${type}`).join();
    return [`${JSON.stringify(input)?.slice(0, 300)}: ${types || "accepted"}`];
  });
}

/** The example with each field set to each value, or left out. */
function variantsOf(example: object, fields: string[], values: unknown[]): object[] {
  return fields.flatMap((field) =>
    values.map((value) => JSON.parse(JSON.stringify({ ...example, [field]: value }))),
  );
}

/** Parameters, as one object. */
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

  it("is judged alike", () => {
    const fields = Object.keys(body.shape);
    const example = { ...(exampleOf(body) as object), ...BESIDE[contract.id] };
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

it("judges the parts of a change of password alike", () => {
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
    ...{ id: contract.id, contract, where },
    shape: contract[part] as NonNullable<Shape>,
  })),
);

/** A path always has its parameters. */
const textsFor = (where: string) =>
  where === "path" ? TEXTS.filter((text) => text !== "") : [...TEXTS, undefined];

describe.each(withParameters)("the $where parameters of $id", ({ contract, where, shape }) => {
  it("are judged alike", () => {
    const fields = Object.keys(shape.shape);
    const schema = schemaOfParameters(contract, where);
    const inputs = fields.flatMap((field) => {
      const needed = Object.fromEntries(
        fields.filter((one) => one !== field).map((one) => [one, undefined]),
      );
      return textsFor(where).map((text) =>
        JSON.parse(JSON.stringify({ ...needed, [field]: text })),
      );
    });
    expect(disagreements({ where, shape, schema }, inputs)).toEqual([]);
  });
});
