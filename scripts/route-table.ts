/**
 * Writes `generated/routes.ts`: the handlers that the API server calls itself, found in `app/`; and their methods in
 * `generated/api-methods.ts`, for proxy.ts, which must not load them. A fixed path comes before a parameter in the same
 * place, so that the first match is the right one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDERS = ["v1", "embed"];
const SINGLE = [
  ...["openapi.json", "healthz", "readyz", "metrics", "api/inngest"],
  ...[".well-known/openid-configuration", ".well-known/oauth-authorization-server"],
  ...["oauth/jwks", "oauth/token", "oauth/userinfo", "oauth/auth", "oauth/auth/[uid]"],
];

/** Finds the routes of a project and writes their table, unless it says so already. */
export function writeRouteTable(root: string): void {
  const files = findRoutes(root);
  writeGenerated(root, "routes.ts", renderRouteTable(files));
  const methods = files.map((file) => [pathOf(file), methodsIn(join(root, "app", file))]);
  const json = JSON.stringify(methods, null, 2);
  writeGenerated(
    root,
    "api-methods.ts",
    `export const apiMethods: [string, string[]][] = ${json};\n`,
  );
}

function writeGenerated(root: string, name: string, text: string): void {
  const file = join(root, "generated", name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The methods that a route file exports. route-table.test.ts compares them with those of the modules. */
function methodsIn(file: string): string[] {
  const exported = /^export (?:const|(?:async )?function) ([A-Z]+)\b/gm;
  return [...readFileSync(file, "utf8").matchAll(exported)].map(([, method]) => method as string);
}

/** The route files, as paths inside `app/`, in the order in which they are to be tried. */
export function findRoutes(root: string): string[] {
  const app = join(root, "app");
  const deep = FOLDERS.filter((folder) => existsSync(join(app, folder))).flatMap((folder) =>
    readdirSync(join(app, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file === "route.ts" || file.endsWith("/route.ts"))
      .map((file) => `${folder}/${file}`),
  );
  const single = SINGLE.map((name) => `${name}/route.ts`).filter((file) =>
    existsSync(join(app, file)),
  );
  return [...deep, ...single].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** `v1/(bank)/donations/[id]/route.ts` → `/v1/donations/[id]`. */
export function pathOf(file: string): string {
  const segments = file.split("/").slice(0, -1);
  return `/${segments.filter((segment) => !/^\(.*\)$/.test(segment)).join("/")}`;
}

function sortKey(file: string): string {
  return pathOf(file)
    .replaceAll("[[...", "\uffff")
    .replaceAll("[...", "\ufffe")
    .replaceAll("[", "\ufffd");
}

function renderRouteTable(files: string[]): string {
  const imports = files.map((file, n) => `import * as r${n} from "../app/${file}";`);
  const rows = files.map(
    (file, n) => `  { path: ${JSON.stringify(pathOf(file))}, module: r${n} },`,
  );
  return [...imports, "", "export const routes = [", ...rows, "] as const;", ""].join("\n");
}
