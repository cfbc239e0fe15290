/**
 * `npm run lines`: the lines of production code by folder, blank lines and comments included. Arguments choose folders or
 * files, such as `npm run lines -- lib/jobs inngest packages/inngest-postgres`.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";

/** What runs in production, or builds it. Tests and what only they use aren't. */
const PRODUCTION = [
  ...["app", "components", "lib", "inngest", "packages", "prisma", "installation", "server"],
  ...["admin", "scripts", "public"],
];
const CODE = "**/*.{ts,tsx,mjs,js,css,sql}";
const NOT_PRODUCTION = [
  ...["**/node_modules/**", "**/*.test.{ts,tsx}", "packages/*/test/**", "packages/*/dist/**"],
  // Generated from the OpenAPI document.
  "packages/client/openapi.ts",
];

const isFile = (path: string) => statSync(join(projectRoot, path)).isFile();

function linesOf(path: string): number {
  const pattern = isFile(path) ? path : join(path, CODE);
  return globSync(pattern, { cwd: projectRoot, exclude: NOT_PRODUCTION })
    .filter(isFile)
    .map((file) => readFileSync(join(projectRoot, file), "utf8").split("\n").length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

/** Folders in a folder that has several, such as lib. */
const foldersIn = (folder: string): string[] =>
  ["app", "lib", "packages"].includes(folder)
    ? globSync(join(folder, "*/"), { cwd: projectRoot }).sort()
    : [];

const named = process.argv.slice(2);
const paths = named.length > 0 ? named : PRODUCTION;
let total = 0;
for (const path of paths) {
  const lines = linesOf(path);
  total += lines;
  process.stdout.write(`${String(lines).padStart(7)}  ${path}\n`);
  if (named.length > 0) continue;
  for (const inner of foldersIn(path))
    process.stdout.write(`${String(linesOf(inner)).padStart(11)}  ${inner}\n`);
}
process.stdout.write(`${String(total).padStart(7)}  in all\n`);
