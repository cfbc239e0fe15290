/**
 * Collects what routes say of themselves (lib/http/route-policy.ts), so that there is no other list of addresses.
 * `generated/manifest.ts` has each route, form, page, and file with its policy, and imports none of them.
 * `generated/routes.ts` has the handlers that our server calls itself, and `generated/forms.ts` the forms.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import type { Contract } from "#lib/contract.ts";
import { operationRoute, type Route, type RoutePolicy } from "#lib/http/route-policy.ts";

/** A route, and the file in app/ that declares it. */
type Declared = { route: Route; file: string };

/** The second is `.well-known`, which `**` leaves out. */
const HANDLERS = ["**/route.ts", ".*/**/route.ts"];
const METADATA = "**/{apple-icon,manifest,opengraph-image,robots,sitemap}.{ts,tsx}";
const FILES = ["public/*", "app/*.svg"];

/** Operations have no files of their own: their contracts have their paths. */
const OPERATIONS = "v1";

/** Next.js's own page, which fails. */
const NEVER_SERVED = "/_global-error";

/** Finds the routes of a project and writes the generated files that have changed. */
export async function writeRouteTable(
  root: string,
  contracts: readonly Pick<Contract, "path" | "method">[],
): Promise<void> {
  const app = join(root, "app");
  const handlers = globSync(HANDLERS, { cwd: app, exclude: [`${OPERATIONS}/**`] }).map((file) =>
    handlerIn(app, file),
  );
  const forms = globSync("**/forms.ts", { cwd: app }).flatMap((file) => formsIn(app, file));
  const pages = globSync("**/page.tsx", { cwd: app }).map((file): Route => {
    return {
      path: pathOf(file),
      kind: "page",
      ...groupPolicy(app, file),
      ...policyIn(read(app, file)),
    };
  });
  const metadata = await metadataIn(app);
  const files = globSync(FILES, { cwd: root }).map((file): Route => {
    return { path: file.replace(/^\w+/, ""), kind: "file", limit: "files", methods: ["GET"] };
  });
  const declared = [...handlers, ...forms].map(({ route }) => route);
  const byPath = Map.groupBy(contracts, ({ path }) => path);
  const operations = [...byPath].map(([path, ofPath]): Route => {
    const methods = ofPath.map(({ method }) => method).sort();
    return { ...operationRoute(path), kind: "handler", server: "api", methods };
  });
  const all = [...operations, ...declared, ...pages, ...metadata, ...files];
  writeManifest(root, all.sort(inMatchingOrder));
  const ours = handlers.filter(({ route }) => route.server === "api");
  const fieldsOf = (route: Route) => JSON.stringify(route).slice(1, -1);
  writeTable(root, "routes", ours, ({ route }, module) => `${fieldsOf(route)}, module: ${module}`, [
    "v1/operations.ts",
    "operations",
  ]);
  writeTable(
    root,
    "forms",
    forms,
    ({ route: { path }, name }, module) => `path: "${path}", form: ${module}.forms["${name}"]`,
  );
}

function writeManifest(root: string, routes: Route[]): void {
  const prefixes = routes.filter(({ server }) => server).map(prefixAmong(routes));
  const noPages = [...new Set(prefixes), NEVER_SERVED].map((path) =>
    path.slice(1).replaceAll(".", "\\."),
  );
  const text = `import type { Route } from "../lib/http/route-policy.ts";

export const manifest: Route[] = [
${routes.map((route) => `  ${JSON.stringify(route)},\n`).join("")}];

/** There are no pages below these paths: a regular expression, without the first slash. */
export const NO_PAGES = ${JSON.stringify(noPages.join("|"))};
`;
  writeGenerated(root, "manifest.ts", text);
}

/** The shortest start of a route's path below which there is nothing that Next.js serves. */
const prefixAmong = (routes: Route[]) => {
  const served = routes.filter(({ server }) => !server).map(({ path }) => `${path}/`);
  return ({ path }: Route): string => {
    const segments = path.split("/");
    const starts = segments.slice(1).map((_, n) => segments.slice(0, n + 2).join("/"));
    return starts.find((start) => !served.some((one) => one.startsWith(`${start}/`))) ?? path;
  };
};

/** @param rowOf the fields of a row, which may refer to the module of its file @param more a module of more rows, and its export */
function writeTable<Row extends Declared>(
  root: string,
  name: string,
  rows: Row[],
  rowOf: (row: Row, module: string) => string,
  more?: [file: string, rows: string],
): void {
  const files = [...new Set(rows.map(({ file }) => file))].sort();
  const imports = files.map((file, n) => `import * as m${n} from "../app/${file}";\n`);
  const sorted = rows.toSorted((a, b) => inMatchingOrder(a.route, b.route));
  const lines = sorted.map((row) => `  { ${rowOf(row, `m${files.indexOf(row.file)}`)} },\n`);
  if (more) {
    imports.push(`import * as more from "../app/${more[0]}";\n`);
    lines.push(`  ...more.${more[1]},\n`);
  }
  const text = `${imports.join("")}\nexport const ${name} = [\n${lines.join("")}] as const;\n`;
  writeGenerated(root, `${name}.ts`, text);
}

const read = (app: string, file: string) => readFileSync(join(app, file), "utf8");

/** Next.js 16.4 adds a hash to some of their paths: `(portal)/opengraph-image.ts` → `/opengraph-image-1tbpke`. */
async function metadataIn(app: string): Promise<Route[]> {
  // Loaded on demand: a start that finds everything built doesn't need it.
  const next = await import("next/dist/lib/metadata/get-metadata-route.js");
  return globSync(METADATA, { cwd: app }).map((file) => {
    const name = `/${file.replace(/\.tsx?$/, "")}`;
    const path = pathOf(next.normalizeMetadataRoute(name).slice(1));
    return { path: path === "/sitemap" ? "/sitemap.xml" : path, kind: "handler" };
  });
}

/** The methods are compared with those of the modules in route-table.test.ts. */
function handlerIn(app: string, file: string): Declared {
  const source = read(app, file);
  const policy = policyIn(source);
  const route: Route = { path: pathOf(file), kind: "handler", ...policy };
  if (!policy.server && policy.limit !== "files") return { file, route };
  const exported = source.matchAll(/^export (?:const|(?:async )?function) ([A-Z]+)\b/gm);
  const methods = Array.from(exported, ([, method]) => method as string);
  return { file, route: { ...route, methods } };
}

/** The keys of a file's `export const forms`, which route-table.test.ts compares with those of the module. */
function formsIn(app: string, file: string) {
  const source = read(app, file);
  const [, table = ""] = /^export const forms = \{\n(.*?)^\};$/ms.exec(source) ?? [];
  const policies: Record<string, RoutePolicy> = policyIn(source);
  return Array.from(table.matchAll(/^ {2}"?([^\s":]+)"?: /gm), ([, name = ""]) => {
    const route: Route = { path: `${pathOf(file)}/${name}`, kind: "form", ...policies[name] };
    return { file, name, route };
  });
}

/** A file's `policy`, or `policies`, which has to be a literal. */
const policyIn = (source: string) =>
  runInNewContext(`(${/^export const polic(?:y|ies) = (\{.*?\});$/ms.exec(source)?.[1] ?? "{}"})`);

/** What the layouts above a page say for all of their pages. */
function groupPolicy(app: string, file: string): RoutePolicy {
  const folders = file.split("/").slice(0, -1);
  const layouts = folders.map((_, n) => [...folders.slice(0, n + 1), "layout.tsx"].join("/"));
  const found = layouts.filter((layout) => existsSync(join(app, layout)));
  return Object.assign({}, ...found.map((layout) => policyIn(read(app, layout))));
}

/** Leaves an unchanged file untouched, so that nothing depending on it is rebuilt. */
export function writeGenerated(root: string, name: string, text: string): void {
  const file = join(root, "generated", name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A fixed segment sorts before a parameter in the same position, so that the first match is the right one. */
const inMatchingOrder = (a: Route, b: Route) => (keyOf(a.path) < keyOf(b.path) ? -1 : 1);

const keyOf = (path: string) => path.replaceAll("[", "\uffff");

/** `(portal)/statements/[year]/route.ts` → `/statements/[year]`. */
export function pathOf(file: string): string {
  const segments = file.split("/").slice(0, -1);
  return `/${segments.filter((segment) => !/^\(.*\)$/.test(segment)).join("/")}`;
}
