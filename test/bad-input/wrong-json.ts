/** JSON values that a field's schema doesn't allow, with the locations that the 422 must name below the field. */

import { MAX_VIOLATIONS } from "#lib/errors.ts";
import { MAX_PAIRS_BYTES } from "#lib/fields.ts";
import type { Random } from "../random.ts";
import type { Loc } from "./faults.ts";
import {
  type ArraySchema,
  type Field,
  fieldOf,
  type JsonSchema,
  type NumberSchema,
  type ObjectSchema,
  type StringSchema,
} from "./schemas.ts";
import { randomText, randomWrongString, wrongStrings } from "./wrong-strings.ts";

/** @property text undefined omits the field; @property below the path from the field to the fault */
export type WrongJson = { what: string; text: string | undefined; below: Loc[] };

const HERE: Loc[] = [[]];
const wrong = (what: string, text: string | undefined, below = HERE): WrongJson => ({
  what: `${what} ${(text ?? "").slice(0, 60)}`,
  text,
  below,
});
const all = (what: string, texts: string[]) => texts.map((text) => wrong(what, text));

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const nestedObject = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Values of every other type, including deeply nested ones. */
const TEXTS = ['"text"', '""', '"1"', '"true"', '"null"', '"\\ud800"', `"${"x".repeat(60_000)}"`];
const NUMBERS = ["0", "1", "-1", "1.5", "1e400", "-1e400", "1e-7", "-0", "9007199254740993"];
const BOOLEANS = ["true", "false"];
const ARRAYS = ["[]", '["x"]', "[null]", "[[{}]]", nested(3_000), nested(20_000)];
const OBJECTS = ["{}", '{"a":"b"}', '{"$ne":null}', nestedObject(3_000)];

function wrongNumbers({ type, minimum, maximum, exclusiveMinimum }: NumberSchema): WrongJson[] {
  const over = (limit: number) => [limit + 1, limit * 2 + 1, 1e21].map(String);
  return [
    ...all("of another type", [...TEXTS, ...BOOLEANS, ...ARRAYS, ...OBJECTS]),
    ...all("not finite", ["1e400", "-1e400", "1e999999999"]),
    ...(exclusiveMinimum === 0
      ? all("not above 0", ["0", "-0", "0e5", "-1", "-1e-7", "-5e-324"])
      : []),
    ...(minimum === undefined ? [] : all("too small", [String(minimum - 1), "-1", "-1e15"])),
    ...(maximum === undefined ? [] : all("too large", [...over(maximum), "9007199254740993"])),
    ...(type === "integer" ? all("not an integer", ["1.5", "100.1", "1e-7", "60.0000001"]) : []),
  ];
}

/** Lone surrogates, which only JSON can express. */
const LONE_SURROGATES = ['"\\ud800"', '"a\\udfffb"', '"\\udc00\\ud800"', '"\\uD83D"'];

function pairs(count: number): string {
  return `{${Array.from({ length: count }, (_, at) => `"k${at}":"v"`).join()}}`;
}

const isLongText = (json: string) =>
  json.startsWith('"') && Buffer.byteLength(JSON.parse(json)) > MAX_PAIRS_BYTES;

function wrongEntries({ additionalProperties, propertyNames, maxProperties }: ObjectSchema) {
  const faults: WrongJson[] = [];
  if (maxProperties !== undefined) faults.push(wrong("too many pairs", pairs(maxProperties + 1)));
  const { maxLength, minLength } = propertyNames ?? {};
  if (maxLength) {
    faults.push(wrong("key too long", `{"${"k".repeat(maxLength + 1)}":"v"}`));
    faults.push(wrong("NUL in key", '{"a\\u0000b":"v"}'), wrong("bad key", '{"\\ud800":"v"}'));
  }
  if (minLength) faults.push(wrong("empty key", '{"":"v"}'));
  // An empty schema allows everything.
  if (!additionalProperties || Object.keys(additionalProperties).length === 0) return faults;
  const values = wrongJson(fieldOf(additionalProperties, false)).filter(({ text }) => text);
  for (const { what, text = "" } of values) {
    const isTooMuch = maxProperties !== undefined && isLongText(text);
    faults.push(wrong(what, `{"k":${text}}`, [["k"], ...(isTooMuch ? HERE : [])]));
  }
  const some = values.slice(0, 3).map(({ text }, at) => `"k${at}":${text}`);
  const locs = some.map((_, at) => [`k${at}`]);
  return [...faults, wrong("several values", `{"fine":"v",${some.join()}}`, locs)];
}

/** A valid value of a required field. */
function validJson(schema: JsonSchema | undefined): string {
  const { schema: plain } = fieldOf(schema as JsonSchema, true);
  if (plain.type !== "string") return "1";
  if (plain.format === "date-time") return '"2026-01-01T00:00:00Z"';
  return JSON.stringify("v".repeat(Math.max(1, plain.minLength ?? 1)));
}

/** An object with defined fields: each of them invalid, one at a time. */
function wrongFields({ properties = {}, required = [] }: ObjectSchema): WrongJson[] {
  const others = (name: string) =>
    required
      .filter((other) => other !== name)
      .map((other) => `${JSON.stringify(other)}:${validJson(properties[other])}`);
  return Object.entries(properties).flatMap(([name, schema]) =>
    wrongJson(fieldOf(schema, required.includes(name))).map(({ what, text }) => {
      const own = text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
      return wrong(`${name}: ${what}`, `{${[...others(name), ...own].join()}}`, [[name]]);
    }),
  );
}

function wrongOfString(schema: StringSchema): WrongJson[] {
  // Only a file's text has no maximum (test/suites/one-line-text.test.ts).
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  const short = schema.enum || schema.format || maxLength < 50_000;
  const huge = [`"${"x".repeat(60_000)}"`, `"${"\\u00e9".repeat(9_000)}"`];
  return [
    ...all("of another type", [...NUMBERS, ...BOOLEANS, ...ARRAYS, ...OBJECTS]),
    ...all("lone surrogate", LONE_SURROGATES),
    ...(short ? all("huge", huge) : []),
    ...wrongStrings(schema).map(({ what, value }) => wrong(what, JSON.stringify(value))),
  ];
}

function wrongArrays({ items, minItems, maxItems }: ArraySchema): WrongJson[] {
  const values = wrongJson(fieldOf(items, false)).filter(({ text }) => text);
  const others = [...TEXTS, ...NUMBERS, ...BOOLEANS, ...OBJECTS];
  const filled = (count: number) => JSON.stringify(Array.from({ length: count }, () => "x"));
  const { schema } = fieldOf(items, false);
  const isAnyText = schema.type === "string" && !schema.enum && !schema.format;
  // A list that could fill a response with violations is named alone, and so is one of texts, whose rules come after its own.
  const isNamedAlone = maxItems === undefined || maxItems >= MAX_VIOLATIONS || isAnyText;
  const named = isNamedAlone ? 0 : maxItems + 1;
  const fields = Array.from({ length: named }, (_, at): Loc => [at]);
  return [
    ...all("not an array", others),
    ...(minItems ? all("too few items", ["[]"]) : []),
    ...(maxItems ? [wrong("too many items", filled(maxItems + 1), [[], ...fields])] : []),
    ...values.map(({ what, text, below }) =>
      wrong(
        what,
        `[${text}]`,
        below.map((loc) => [0, ...loc]),
      ),
    ),
  ];
}

function wrongOfType({ schema }: Field): WrongJson[] {
  if (schema.type === "array") return wrongArrays(schema);
  if (schema.type === "string") return wrongOfString(schema);
  if (schema.type === "boolean") {
    return all("not a boolean", [...TEXTS, ...NUMBERS, ...ARRAYS, ...OBJECTS]);
  }
  if (schema.type === "object") {
    const others = [...TEXTS, ...NUMBERS, ...BOOLEANS, ...ARRAYS];
    return [...all("not an object", others), ...wrongEntries(schema), ...wrongFields(schema)];
  }
  return wrongNumbers(schema);
}

/** Values that careless validation of this field would accept. */
export function wrongJson(field: Field): WrongJson[] {
  return [
    ...(field.nullable ? [] : [wrong("null", "null")]),
    ...(field.required ? [wrong("missing", undefined)] : []),
    ...wrongOfType(field),
  ];
}

/** Another invalid value per call. */
export function anotherWrongJson({ schema }: Field, random: Random): WrongJson {
  if (schema.type === "string") {
    const { what, value } = randomWrongString(schema, random);
    return wrong(what, JSON.stringify(value));
  }
  const text = JSON.stringify(randomText(1 + random.below(30), random));
  return wrong("random", schema.type === "array" ? text : random.pick([text, `[${text}]`]));
}
