/** Every URL of the service, from its own route tables, for suites over all routes. */
import { contracts } from "#app/openapi.json/contracts.ts";
import { manifest } from "../../generated/manifest.ts";

const UUID = "01989a60-1f2e-7c11-8d3a-0c5b6f7a8e91";

/** Valid values for a template's parameters. */
const PARAMETERS: Record<string, string> = {
  school_id: "ohio-state",
  year: "2026",
  file: "ohio-state.svg",
};

/** `/donations/[donation_id]` → a matching URL. */
export const addressOf = (template: string): string =>
  template.replace(/[[{](\w+)[\]}]/g, (_, name) => PARAMETERS[name] ?? UUID);

const served = manifest.filter(({ kind, server }) => kind !== "file" && server !== "api");

/** What Next.js serves, with pages of its own. */
export const nextTemplates = [
  ...served.map(({ path }) => path),
  "/icon.svg",
  "/_not-found",
  "/_global-error",
];

/** Routes of the API server that aren't API operations. */
export const plainRoutes = manifest
  .filter(({ server, limit }) => server === "api" && limit !== "gate")
  .map(({ path }) => path);

export const operations = contracts.map(({ id, method, path: template, auth, action, body }) => ({
  id,
  method,
  auth,
  action,
  takesBody: body !== undefined,
  address: addressOf(template),
}));
