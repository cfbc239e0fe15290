/**
 * Writes `generated/routes.ts`: the handlers that the API server calls itself, found in `app/`; and their methods in
 * `generated/api-methods.ts`, for proxy.ts, which must not load them. Likewise `generated/forms.ts`, the forms that pages
 * declare in the `forms.ts` of their folders, and their paths in `generated/form-paths.ts`. A fixed segment sorts before a
 * parameter in the same position, so that the first match is the right one.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Relative to `app/`. Next.js serves the other route files. */
const OURS = [
  "{v1,embed}/**/route.ts",
  "{openapi.json,healthz,readyz,metrics,api/inngest}/route.ts",
  ".well-known/{openid-configuration,oauth-authorization-server,change-password}/route.ts",
  "monograms/tiles.svg/route.ts",
  "oauth/{jwks,token,userinfo,auth,auth/*}/route.ts",
];

/** Finds the routes of a project and writes their table, if it has changed. */
export function writeRouteTable(root: string): void {
  const files = findRoutes(root);
  const imports = files.map((file, n) => `import * as r${n} from "../app/${file}";\n`);
  const rows = files.map(
    (file, n) => `  { path: ${JSON.stringify(pathOf(file))}, module: r${n} },\n`,
  );
  const table = `${imports.join("")}\nexport const routes = [\n${rows.join("")}] as const;\n`;
  writeGenerated(root, "routes.ts", table);
  const methods = files.map((file) => [pathOf(file), methodsIn(join(root, "app", file))]);
  const json = JSON.stringify(methods, null, 2);
  const text = `export const apiMethods: [string, string[]][] = ${json};\n`;
  writeGenerated(root, "api-methods.ts", text);
  writeFormTable(root);
}

function writeFormTable(root: string): void {
  const files = globSync("**/forms.ts", { cwd: join(root, "app") }).sort();
  const rows = files
    .flatMap((file, n) => formsIn(join(root, "app", file)).map((name) => ({ file, n, name })))
    .map(({ file, n, name }) => ({ path: `${pathOf(file)}/${name}`, form: `f${n}["${name}"]` }))
    .sort((a, b) => (keyOf(a.path) < keyOf(b.path) ? -1 : 1));
  const imports = files.map((file, n) => `import { forms as f${n} } from "../app/${file}";\n`);
  const table = rows.map(({ path, form }) => `  { path: "${path}", form: ${form} },\n`);
  const text = `${imports.join("")}\nexport const forms = [\n${table.join("")}] as const;\n`;
  writeGenerated(root, "forms.ts", text);
  const paths = JSON.stringify(
    rows.map(({ path }) => path),
    null,
    2,
  );
  writeGenerated(root, "form-paths.ts", `export const formPaths: string[] = ${paths};\n`);
}

/** The keys of a file's `export const forms`. route-table.test.ts compares them with those of the modules. */
function formsIn(file: string): string[] {
  const [, table = ""] =
    /^export const forms = \{\n(.*?)^\};$/ms.exec(readFileSync(file, "utf8")) ?? [];
  return [...table.matchAll(/^ {2}"?([^\s":]+)"?: /gm)].map(([, name]) => name as string);
}

/** Leaves an unchanged file untouched, so that nothing depending on it is rebuilt. */
export function writeGenerated(root: string, name: string, text: string): void {
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

/** The route files, as paths inside `app/`, in matching order. */
export function findRoutes(root: string): string[] {
  const files = globSync(OURS, { cwd: join(root, "app") });
  return files.sort((a, b) => (keyOf(pathOf(a)) < keyOf(pathOf(b)) ? -1 : 1));
}

const keyOf = (path: string) => path.replaceAll("[", "\uffff");

/** `v1/(bank)/donations/[id]/route.ts` → `/v1/donations/[id]`. */
export function pathOf(file: string): string {
  const segments = file.split("/").slice(0, -1);
  return `/${segments.filter((segment) => !/^\(.*\)$/.test(segment)).join("/")}`;
}
