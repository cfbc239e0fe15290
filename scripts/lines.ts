/**
 * `npm run lines`: the lines of production code (TypeScript, JavaScript, and CSS) by folder, blank lines and comments
 * included. Arguments choose folders or files, such as `npm run lines -- lib/jobs inngest packages/inngest-postgres`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const CODE = /\.(tsx?|mjs|js|css)$/;
/** Tests and what only they use, documents, and what was generated from the OpenAPI document. */
const NOT_PRODUCTION =
  /\.test\.tsx?$|^(test|bench|e2e|docs)\/|^packages\/([^/]+\/test\/|client\/openapi\.ts)|^(vitest|playwright)\./;
/** Shown by the folders in them, too. */
const LARGE = /^(app|lib|packages)\/[^/]+(?=\/)/;

/** Of a file or of a folder's files; also of those that are not committed yet. */
function filesIn(path: string): string[] {
  const options = ["--cached", "--others", "--exclude-standard", "--deduplicate"];
  const listed = execFileSync("git", ["ls-files", ...options, "--", path], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter((file) => CODE.test(file) && !NOT_PRODUCTION.test(file) && existsSync(file));
}

const sums: Record<string, number> = {};
let total = 0;
const named = process.argv.slice(2);
for (const path of named.length > 0 ? named : ["."]) {
  for (const file of filesIn(path)) {
    const lines = readFileSync(file, "utf8").split("\n").length - 1;
    const folder = file.replace(/\/.*/, "");
    const rows = named.length > 0 ? [path] : [folder, LARGE.exec(file)?.[0] ?? folder];
    for (const row of new Set(rows)) sums[row] = (sums[row] ?? 0) + lines;
    total += lines;
  }
}
const rows = Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1));
for (const [row, lines] of [...rows, ["in all", total] as const]) {
  process.stdout.write(`${String(lines).padStart(7)}  ${row}\n`);
}
