import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Route } from "#lib/http/route-policy.ts";
import { forms } from "../generated/forms.ts";
import { manifest } from "../generated/manifest.ts";
import { routes } from "../generated/routes.ts";
import { pathOf, writeRouteTable } from "./route-table.ts";

const contracts = [
  { path: "/v1/gifts/{gift_id}", method: "PATCH" },
  { path: "/v1/gifts/{gift_id}", method: "GET" },
] as const;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "points-routes-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes route files, which our server calls unless another policy is given. */
function write(files: string[], policy = '{ server: "api" }'): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, "app", file)), { recursive: true });
    writeFileSync(join(root, "app", file), `export const policy = ${policy};\n`);
  }
}

const generated = (name: string) => readFileSync(join(root, "generated", `${name}.ts`), "utf8");
const pathsIn = (name: string) =>
  [...generated(name).matchAll(/"path":"(.*?)"/g)].map((match) => match[1]);

it("lists what our server calls, with operations, and leaves the rest to Next.js", async () => {
  write(["(bank)/schools/route.ts", "healthz/route.ts", ".well-known/x/route.ts"]);
  write(["(portal)/page.tsx", "statements/[year]/route.ts"], '{\n  document: "pdf",\n}');
  write(["schools/contract.ts"]);
  await writeRouteTable(root, contracts);
  expect(pathsIn("routes")).toEqual(["/.well-known/x", "/healthz", "/schools"]);
  expect(generated("routes")).toContain('import * as m0 from "../app/(bank)/schools/route.ts";');
  expect(generated("routes")).toContain("  ...more.operations,\n]");
  const ours = ["/.well-known/x", "/healthz", "/schools"];
  expect(pathsIn("manifest")).toEqual(["/", ...ours, "/statements/[year]", "/v1/gifts/[gift_id]"]);
  expect(generated("manifest")).toContain(`"methods":["GET","PATCH"]`);
  expect(generated("manifest")).toContain('{"path":"/","kind":"page","document":"pdf"}');
});

it("finds the paths below which there are no pages", async () => {
  write(["a/b/route.ts", "oauth/token/route.ts", "oauth/auth/[uid]/route.ts"]);
  write(["oauth/consent/page.tsx"], "{}");
  await writeRouteTable(root, contracts);
  expect(generated("manifest")).toContain('"a|oauth/auth|oauth/token|v1|_global-error"');
});

it("puts a fixed name before a parameter", async () => {
  write(["gifts/[gift]/route.ts", "gifts/zebra/route.ts", "gifts/route.ts"]);
  await writeRouteTable(root, contracts);
  expect(pathsIn("routes")).toEqual(["/gifts", "/gifts/zebra", "/gifts/[gift]"]);
});

it("touches the file only when something changed", async () => {
  write(["schools/route.ts"]);
  await writeRouteTable(root, contracts);
  const { mtimeMs } = statSync(join(root, "generated", "routes.ts"));
  await writeRouteTable(root, contracts);
  expect(statSync(join(root, "generated", "routes.ts")).mtimeMs).toBe(mtimeMs);
});

type Listed = Omit<Route, "methods"> & { methods: string[]; module: Record<string, unknown> };

it("lists the methods and the policy of each route that our server calls", () => {
  const declared = routes.filter(({ path }) => !path.startsWith("/v1/"));
  for (const { path, module, methods, kind, ...listed } of declared as Listed[]) {
    const exported = Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));
    expect([path, methods.toSorted()]).toEqual([path, exported.sort()]);
    if ("policy" in module) expect(listed, path).toEqual(module.policy);
  }
});

it("lists each form that a page's folder declares, once, and every forms.ts has some", async () => {
  const app = join(import.meta.dirname, "..", "app");
  const declared = await Promise.all(
    globSync("**/forms.ts", { cwd: app }).map(async (file) => {
      const names = Object.keys((await import(join(app, file))).forms);
      expect(names, file).not.toEqual([]);
      return names.map((name) => `${pathOf(file)}/${name}`);
    }),
  );
  const listed = manifest.filter(({ kind }) => kind === "form").map(({ path }) => path);
  expect(listed.toSorted()).toEqual(declared.flat().sort());
  expect(forms.map(({ path }) => path as string)).toEqual(listed);
  expect(new Set(listed).size).toBe(listed.length);
});

it("drops groups from a path", () => {
  expect(pathOf("(bank)/donations/[id]/route.ts")).toBe("/donations/[id]");
});
