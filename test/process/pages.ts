/** Every URL of the service, from its own route tables, for suites over all routes. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { contracts } from "#app/openapi.json/contracts.ts";
import { manifest } from "../../generated/manifest.ts";

const root = path.resolve(import.meta.dirname, "../..");
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

const isOurs = new Set(manifest.filter(({ server }) => server === "api").map(({ path }) => path));
const forms = manifest.filter(({ isForm }) => isForm).map(({ path }) => path);

/** What Next.js serves: the pages and generated files in the build's manifest, and forms, which share a route. */
export function nextTemplates(): string[] {
  const file = path.join(root, ".next", "app-path-routes-manifest.json");
  const built: string[] = Object.values(JSON.parse(readFileSync(file, "utf8")));
  return [...new Set([...built, ...forms])].filter((template) => !isOurs.has(template)).sort();
}

/** Routes of the API server that aren't API operations. */
export const plainRoutes = [...isOurs].filter((template) => !template.startsWith("/v1/"));

export const operations = contracts.map(({ id, method, path: template, auth, action, body }) => ({
  id,
  method,
  auth,
  action,
  takesBody: body !== undefined,
  address: addressOf(template),
}));
