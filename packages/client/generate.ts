/** Makes the types in `openapi.ts` from an OpenAPI document. For this repository; not in the package. */
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

const HEADER = `/**
 * Generated from the OpenAPI document by "npm run client:types"; do not edit.
 */

`;

/** Examples do not affect the types, and would be most of the text. */
function withoutExamples(document: OpenAPI3): OpenAPI3 {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (/^examples?$/.test(key) ? undefined : value)),
  );
}

/** Sorted: the document's order depends on the order of exports, which differs between environments. */
function sorted<Value>(record: Record<string, Value> = {}): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Operations that a bank's key can use; the portal's require a cardholder's token. */
function ofBanks<Value>(paths: Record<string, Value> = {}): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(paths).filter(([path]) => !path.startsWith("/v1/portal/")),
  );
}

/** The text of `openapi.ts`. @param document of OpenAPI 3.1 */
export async function typesOf(document: OpenAPI3): Promise<string> {
  const { paths, components, ...rest } = withoutExamples(document);
  const schemas = sorted(components?.schemas);
  const ordered = {
    ...rest,
    paths: sorted(ofBanks(paths)),
    components: { ...components, schemas },
  };
  // A field with a default is optional in a request.
  return HEADER + astToString(await openapiTS(ordered, { defaultNonNullable: false }));
}
