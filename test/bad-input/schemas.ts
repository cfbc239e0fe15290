/** The subset of JSON Schema that the OpenAPI document uses for the bank API's input. */
export type StringSchema = {
  type: "string";
  format?: string;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
};
export type NumberSchema = {
  type: "integer" | "number";
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};
export type ObjectSchema = {
  type: "object";
  properties?: Record<string, JsonSchema>;
  required?: string[];
  /** Empty if anything is allowed. */
  additionalProperties?: JsonSchema;
  propertyNames?: StringSchema;
  maxProperties?: number;
};
export type ArraySchema = {
  type: "array";
  items: JsonSchema;
  minItems?: number;
  maxItems?: number;
};
export type PlainSchema =
  | StringSchema
  | NumberSchema
  | { type: "boolean" }
  | ObjectSchema
  | ArraySchema;
/** Null is allowed in one of two ways: `type` arrays for simple types, `anyOf` for others. */
export type JsonSchema =
  | PlainSchema
  | { type: [PlainSchema["type"], "null"] }
  | { anyOf: (PlainSchema | { type: "null" })[] };

/** A schema without its null. */
export type Field = { schema: PlainSchema; nullable: boolean; required: boolean };

const isTypeArray = (
  schema: Exclude<JsonSchema, { anyOf: unknown }>,
): schema is { type: [PlainSchema["type"], "null"] } => Array.isArray(schema.type);

/** Analyzes a field's schema. @throws Error for a kind that no generator of invalid values supports */
export function fieldOf(schema: JsonSchema, required: boolean): Field {
  if (!("anyOf" in schema)) {
    if (!("type" in schema)) throw new Error(`a schema without type: ${JSON.stringify(schema)}`);
    if (!isTypeArray(schema)) return { schema, nullable: false, required };
    const [type] = schema.type;
    return { schema: { ...schema, type } as PlainSchema, nullable: true, required };
  }
  const plain = schema.anyOf.filter((one): one is PlainSchema => one.type !== "null");
  if (plain.length !== 1) throw new Error(`not one schema but ${JSON.stringify(schema.anyOf)}`);
  return { schema: plain[0] as PlainSchema, nullable: schema.anyOf.length > 1, required };
}

/** Any text of any length, as in free-text filters. */
export const isFreeText = (schema: PlainSchema): boolean =>
  schema.type === "string" && !schema.format && !schema.enum && schema.maxLength === undefined;

type Parameter = {
  in: "path" | "query" | "header";
  name: string;
  schema: JsonSchema;
  required?: boolean;
};

/** One operation's input in the document. */
export type Described = {
  parameters: Parameter[];
  body?: { schema: ObjectSchema; required: boolean };
};

type Reference = { $ref: string };
/** Null is allowed for an optional body. */
type BodySchema =
  | ObjectSchema
  | Reference
  | { anyOf: [ObjectSchema | Reference, { type: "null" }] };
type Content = { "application/json": { schema: BodySchema } };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, ObjectSchema> };
};

/** Finds an operation in the document by its id. */
export function describe(document: Document, id: string): Described {
  const all = Object.values(document.paths).flatMap((path) => Object.values(path));
  const operation = all.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`the document has no ${id}`);
  const { parameters = [], requestBody } = operation;
  if (!requestBody) return { parameters };
  const bodySchema = requestBody.content["application/json"].schema;
  const schema = "anyOf" in bodySchema ? bodySchema.anyOf[0] : bodySchema;
  const name = "$ref" in schema ? (schema.$ref.split("/").at(-1) as string) : undefined;
  const resolved = name ? document.components.schemas[name] : (schema as ObjectSchema);
  if (!resolved) throw new Error(`the document has no schema ${name}`);
  return { parameters, body: { schema: resolved, required: requestBody.required ?? false } };
}
