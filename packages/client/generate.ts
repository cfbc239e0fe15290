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

/** The operations that accept a bank's key. The portal's require a cardholder's token. */
function bankPaths<Value>(paths: Record<string, Value> = {}): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(paths).filter(([path]) => !path.startsWith("/v1/portal/")),
  );
}

/** @param document OpenAPI 3.1 @returns the source of `openapi.ts` */
export async function generateTypes(document: OpenAPI3): Promise<string> {
  const { paths, components, ...rest } = withoutExamples(document);
  const schemas = sorted(components?.schemas);
  const ordered = {
    ...rest,
    paths: sorted(bankPaths(paths)),
    components: { ...components, schemas },
  };
  // A field with a default is optional in a request.
  return HEADER + astToString(await openapiTS(ordered, { defaultNonNullable: false }));
}
