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
import { apiMethods } from "../generated/api-methods.ts";
import { formPaths } from "../generated/form-paths.ts";
import { forms } from "../generated/forms.ts";
import { routes } from "../generated/routes.ts";
import { pathOf, writeRouteTable } from "./route-table.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "points-routes-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, "app", file)), { recursive: true });
    writeFileSync(join(root, "app", file), "");
  }
}

const table = () => readFileSync(join(root, "generated", "routes.ts"), "utf8");

it("lists the API, the embedded flow, and standalone routes, and leaves pages to Next.js", () => {
  write(
    "v1/(bank)/schools/route.ts",
    "embed/route.ts",
    "healthz/route.ts",
    "openapi.json/route.ts",
  );
  write("(portal)/page.tsx", "api/inngest/route.ts", "v1/schools/contract.ts", "docs/route.ts");
  writeRouteTable(root);
  expect([...table().matchAll(/path: "(.*?)"/g)].map((match) => match[1])).toEqual([
    "/api/inngest",
    "/embed",
    "/healthz",
    "/openapi.json",
    "/v1/schools",
  ]);
  expect(table()).toContain('import * as r4 from "../app/v1/(bank)/schools/route.ts";');
});

it("puts a fixed name before a parameter", () => {
  write(
    "v1/donations/[donation_id]/route.ts",
    "v1/donations/zebra/route.ts",
    "v1/donations/route.ts",
  );
  writeRouteTable(root);
  expect([...table().matchAll(/path: "(.*?)"/g)].map((match) => match[1])).toEqual([
    "/v1/donations",
    "/v1/donations/zebra",
    "/v1/donations/[donation_id]",
  ]);
});

it("touches the file only when something changed", () => {
  write("v1/schools/route.ts");
  writeRouteTable(root);
  const { mtimeMs } = statSync(join(root, "generated", "routes.ts"));
  writeRouteTable(root);
  expect(statSync(join(root, "generated", "routes.ts")).mtimeMs).toBe(mtimeMs);
});

it("lists the methods of each route", () => {
  for (const [n, { path, module }] of routes.entries()) {
    const methods = Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));
    expect([path, apiMethods[n]?.[1].toSorted()]).toEqual([apiMethods[n]?.[0], methods.toSorted()]);
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
  expect(formPaths.toSorted()).toEqual(declared.flat().sort());
  expect(forms.map(({ path }) => path)).toEqual(formPaths);
  expect(new Set(formPaths).size).toBe(formPaths.length);
});

it("drops groups from a path", () => {
  expect(pathOf("v1/(bank)/donations/[id]/route.ts")).toBe("/v1/donations/[id]");
});
