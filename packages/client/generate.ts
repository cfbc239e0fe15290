/** Generates the types in `openapi.ts` from an OpenAPI document. Not part of the package. */
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

const HEADER = `/**
 * Generated from the OpenAPI document by "npm run client:types"; do not edit.
 */

`;

/** Examples don't affect the types, but would be most of the file. */
function withoutExamples(document: OpenAPI3): OpenAPI3 {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (/^examples?$/.test(key) ? undefined : value)),
  );
}

/** The document's order depends on the order of exports, which differs between environments. */
function sorted<Value>(record: Record<string, Value> = {}): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Operation = {
  security?: Record<string, unknown>[];
  responses: Record<string, { headers?: unknown }>;
};
type Paths = Record<string, Record<string, Operation>>;

/** The operations that accept a bank's key, without their errors, which look the same everywhere. */
function bankPaths(paths: Paths): Paths {
  const kept: Paths = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses, ...rest }] of Object.entries(operations)) {
      if (!rest.security?.some((scheme) => Object.hasOwn(scheme, "apiKey"))) continue;
      const successful = Object.entries(responses).filter(([status]) => status < "300");
      const bare = successful.map(([status, { headers: _, ...response }]) => [status, response]);
      kept[path] = { ...kept[path], [method]: { ...rest, responses: Object.fromEntries(bare) } };
    }
  }
  return kept;
}

/** What errors look like. */
const ERRORS = ["Error", "ValidationError"];

/** The names of the schemas that a part refers to, directly or through others. */
function referredTo(schemas: object, part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (!found.has(name)) referredTo(schemas, schemas[name as never], found.add(name));
  }
  return found;
}

type Schema = {
  const?: string;
  enum?: string[];
  properties: Record<string, Schema>;
  required: string[];
};
type Webhooks = Record<
  string,
  { post: { requestBody: { content: { "application/json": { schema: Schema } } } } }
>;

/** Types an event's `data` by its `type`, by schemas that it shares with the webhooks. */
function typeEvents(schemas: Record<string, object>, webhooks: Webhooks): void {
  const variants = new Map<string | undefined, object>();
  for (const { post } of Object.values(webhooks)) {
    const { type, data, ...rest } = post.requestBody.content["application/json"].schema.properties;
    const words = type?.const?.split(/[._]/) ?? [];
    const name = `${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")}Data`;
    schemas[name] = data as Schema;
    const properties = { type, data: { $ref: `#/components/schemas/${name}` } };
    Object.assign(post.requestBody.content["application/json"].schema, {
      properties: { ...rest, ...properties },
    });
    variants.set(type?.const, { type: "object", properties, required: ["type", "data"] });
  }
  for (const name of ["Event", "EventDetail"]) {
    const event = schemas[name] as Schema;
    const { type, data: _, ...properties } = event.properties;
    const required = event.required.filter((field) => Object.hasOwn(properties, field));
    const oneOf = type?.enum?.map((each) => variants.get(each));
    schemas[name] = { allOf: [{ ...event, properties, required }, { oneOf }] };
  }
}

/** @param document OpenAPI 3.1 @returns the source of `openapi.ts` */
export async function generateTypes(document: OpenAPI3): Promise<string> {
  const { paths, components, ...rest } = withoutExamples(document);
  const schemas = { ...components?.schemas };
  typeEvents(schemas, rest.webhooks as unknown as Webhooks);
  const used = sorted(bankPaths(paths as unknown as Paths));
  const errors = ERRORS.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const names = referredTo(schemas, [used, rest.webhooks, errors]);
  const needed = Object.entries(sorted(schemas)).filter(([name]) => names.has(name));
  const ordered = { ...rest, paths: used, components: { schemas: Object.fromEntries(needed) } };
  // A field with a default is optional in a request.
  return HEADER + astToString(await openapiTS(ordered as OpenAPI3, { defaultNonNullable: false }));
}
