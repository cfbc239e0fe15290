/** Describes a JSON Schema in words: types and nested fields. */

/** As much of JSON Schema as the document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  default?: unknown;
  description?: string;
  examples?: unknown[];
};

export type Schemas = Record<string, Schema>;

/** Texts are Markdown, of which the page supports inline code. */
export type Field = {
  name: string;
  /** The type: "string, 1 to 128 characters". */
  words: string;
  required: boolean;
  /** As JSON. */
  default?: string;
  description?: string;
  /** The fields inside it, or inside each of its items. */
  fields: Field[];
  /** The heading under which the same fields are listed already. */
  repeats?: { id: string; title: string };
};

const FORMATS: Record<string, string> = {
  uuid: "UUID",
  "date-time": "RFC 3339 time",
  date: "date",
  uri: "URL",
  email: "email address",
};

/** Follows references and removes null. Keywords beside a reference win over the referenced schema. */
export function plain(schema: Schema, schemas: Schemas): { schema: Schema; nullable: boolean } {
  const { $ref, anyOf, ...rest } = schema;
  if ($ref)
    return plain(
      { ...schemas[$ref.split("/").at(-1) ?? ""], ...rest, ...(anyOf ? { anyOf } : {}) },
      schemas,
    );
  if (anyOf) {
    const choices = anyOf.filter(({ type }) => type !== "null");
    const nullable = choices.length < anyOf.length;
    const [only] = choices;
    if (choices.length > 1 || !only) return { schema: { ...rest, anyOf: choices }, nullable };
    const inner = plain({ ...only, ...rest }, schemas);
    return { schema: inner.schema, nullable: nullable || inner.nullable };
  }
  if (!Array.isArray(rest.type)) return { schema: rest, nullable: false };
  const kinds = rest.type.filter((type) => type !== "null");
  const type = kinds.length === 1 ? (kinds[0] as string) : kinds;
  return { schema: { ...rest, type }, nullable: kinds.length < rest.type.length };
}

const code = (value: unknown) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

/** "1 to 128 characters", "at most 50 keys", "at least 1 item". */
function count(unit: string, least = 0, most?: number): string[] {
  const units = (many: number) => `${many} ${unit}${many === 1 ? "" : "s"}`;
  if (most === undefined) return least > 0 ? [`at least ${units(least)}`] : [];
  if (least === most) return [`exactly ${units(most)}`];
  return [least > 0 ? `${least} to ${units(most)}` : `at most ${units(most)}`];
}

function range({ minimum, maximum, exclusiveMinimum }: Schema): string[] {
  // JSON's largest safe integer is a limit of the format, not of the field.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const above = exclusiveMinimum === undefined ? [] : [`greater than ${exclusiveMinimum}`];
  if (minimum !== undefined && most !== undefined) return [...above, `${minimum} to ${most}`];
  if (minimum !== undefined) return [...above, `${minimum} or more`];
  return most === undefined ? above : [...above, `at most ${most}`];
}

function listInWords({ items = {}, minItems, maxItems }: Schema, schemas: Schemas): string {
  const each = typeInWords(items, schemas);
  const head = /^\w+$/.test(each) ? `list of ${each}s` : `list, each ${each}`;
  return [head, ...count("item", minItems, maxItems)].join(", ");
}

function objectInWords(schema: Schema, schemas: Schemas): string {
  const { properties, additionalProperties: values, maxProperties } = schema;
  if (properties || typeof values !== "object") return "object";
  const each = typeInWords(values, schemas);
  const head = each === "anything" ? "object with any keys" : `object, each value a ${each}`;
  return [head, ...count("key", 0, maxProperties)].join("; ");
}

function plainInWords(schema: Schema, schemas: Schemas): string {
  const { type, format, anyOf } = schema;
  if (schema.const !== undefined) return `always ${code(schema.const)}`;
  if (schema.enum) return `one of ${schema.enum.map(code).join(", ")}`;
  if (anyOf) return anyOf.map((choice) => typeInWords(choice, schemas)).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") return listInWords(schema, schemas);
  if (type === "object") return objectInWords(schema, schemas);
  const head = format ? `${type} (${FORMATS[format] ?? format})` : (type ?? "anything");
  return [head, ...count("character", schema.minLength, schema.maxLength), ...range(schema)].join(
    ", ",
  );
}

/** A value's type: "string, 1 to 128 characters", "one of `a`, `b`, or null". */
export function typeInWords(schema: Schema, schemas: Schemas): string {
  const { schema: bare, nullable } = plain(schema, schemas);
  return `${plainInWords(bare, schemas)}${nullable ? ", or null" : ""}`;
}

function fieldOf(name: string, schema: Schema, required: boolean, schemas: Schemas): Field {
  const { schema: bare } = plain(schema, schemas);
  return {
    name,
    words: typeInWords(schema, schemas),
    required,
    ...(bare.default === undefined ? {} : { default: JSON.stringify(bare.default) }),
    ...(bare.description ? { description: bare.description } : {}),
    fields: fieldsOf(bare, schemas),
  };
}

/** The fields of an object, or of each item of a list; none otherwise. */
export function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const { schema: bare } = plain(schema, schemas);
  if (bare.items) return fieldsOf(bare.items, schemas);
  const { properties = {}, required = [] } = bare;
  return Object.entries(properties).map(([name, inner]) =>
    fieldOf(name, inner, required.includes(name), schemas),
  );
}
