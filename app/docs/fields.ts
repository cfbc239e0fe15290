/** Describes the fields of a schema in plain English. */
import type { z } from "zod";
import { createSchema, type oas31 } from "zod-openapi";
import { SCHEMA_OPTIONS } from "#lib/http/openapi.ts";

/** A JSON Schema without references. */
export type Schema = Omit<
  oas31.SchemaObject,
  "type" | "anyOf" | "properties" | "items" | "additionalProperties"
> & {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
};

/** All text is Markdown. */
export type Field = {
  name: string;
  /** "string, 1 to 128 characters" */
  type: string;
  required: boolean;
  /** As JSON. */
  default?: string;
  description?: string;
  /** Nested fields, or the fields of each item. */
  fields: Field[];
};

/** The schema as in the OpenAPI document, with references resolved. */
export function jsonSchemaOf(zodSchema: z.ZodType, io: "input" | "output"): Schema {
  const { schema, components } = createSchema(zodSchema, { io, opts: SCHEMA_OPTIONS });
  const resolve = (node: object): Schema =>
    JSON.parse(JSON.stringify(node), (_key, value) => {
      const name = /^#\/components\/schemas\/(.+)$/.exec(value?.$ref)?.[1];
      return name ? resolve(components[name] ?? {}) : value;
    });
  return resolve(schema);
}

/** The schema without null. Keywords next to `anyOf` win over those of its only choice. */
function withoutNull({ anyOf = [], ...schema }: Schema) {
  const choices = anyOf.filter(({ type }) => type !== "null");
  const whole: Schema = choices.length === 1 ? { ...choices[0], ...schema } : schema;
  const types = [whole.type ?? choices.map(({ type = "anything" }) => type)].flat(2);
  const others = types.filter((type) => type !== "null");
  return {
    schema: { ...whole, type: others.join(" or ") || "anything" },
    isNullable: choices.length < anyOf.length || others.length < types.length,
  };
}

const code = (value: unknown) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

/** "1 to 128 characters", "at most 50 keys", "at least 1 item". */
function bounds(min?: number, max?: number, unit = ""): string[] {
  const units = (count: number) => `${count} ${unit}${count === 1 || !unit ? "" : "s"}`.trim();
  if (min === undefined) return max === undefined ? [] : [`at most ${units(max)}`];
  if (max === undefined) return [`at least ${units(min)}`];
  return [min === max ? `exactly ${units(max)}` : `${min} to ${units(max)}`];
}

function numberBounds({ minimum, maximum, exclusiveMinimum }: Schema): string[] {
  // The largest safe integer is JSON's limit, not the field's.
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const exclusive = exclusiveMinimum === undefined ? [] : [`greater than ${exclusiveMinimum}`];
  return [...exclusive, ...bounds(minimum, max)];
}

function describeList({ items = {}, minItems, maxItems }: Schema): string {
  const each = describeType(items);
  const head = /^\w+$/.test(each) ? `list of ${each}s` : `list, each ${each}`;
  return [head, ...bounds(minItems, maxItems, "item")].join(", ");
}

function describeObject({ properties, additionalProperties, maxProperties }: Schema): string {
  if (properties || typeof additionalProperties !== "object") return "object";
  const each = describeType(additionalProperties);
  const head = each === "anything" ? "object with any keys" : `object, each value a ${each}`;
  return [head, ...bounds(undefined, maxProperties, "key")].join("; ");
}

const FORMATS: Record<string, string> = {
  uuid: "UUID",
  "date-time": "RFC 3339 time",
  date: "date",
  uri: "URL",
  email: "email address",
};

function describeNonNull(schema: Schema & { type: string }): string {
  const { type, format } = schema;
  if (schema.const !== undefined) return `always ${code(schema.const)}`;
  if (schema.enum) return `one of ${schema.enum.map(code).join(", ")}`;
  if (type === "array") return describeList(schema);
  if (type === "object") return describeObject(schema);
  const head = format ? `${type} (${FORMATS[format] ?? format})` : type;
  const length = bounds(schema.minLength, schema.maxLength, "character");
  return [head, ...length, ...numberBounds(schema)].join(", ");
}

/** A value's type: "string, 1 to 128 characters", "one of `a`, `b`, or null". */
export function describeType(whole: Schema): string {
  const { schema, isNullable } = withoutNull(whole);
  return `${describeNonNull(schema)}${isNullable ? ", or null" : ""}`;
}

/** The fields of an object, or of each item of a list; none otherwise. */
export function fieldsOf(whole: Schema): Field[] {
  const { items, properties = {}, required = [] } = withoutNull(whole).schema;
  if (items) return fieldsOf(items);
  return Object.entries(properties).map(([name, property]) => {
    const { schema } = withoutNull(property);
    return {
      name,
      type: describeType(property),
      required: required.includes(name),
      ...(schema.default === undefined ? {} : { default: JSON.stringify(schema.default) }),
      ...(schema.description ? { description: schema.description } : {}),
      fields: fieldsOf(property),
    };
  });
}
