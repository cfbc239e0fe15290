/**
 * `npm run lines`: the lines of production code (TypeScript, JavaScript, and CSS) by folder, blank lines and comments
 * included. Arguments choose folders or files, such as `npm run lines -- lib/jobs inngest packages/inngest-postgres`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const CODE = /\.(tsx?|mjs|js|css)$/;
/** Tests and their helpers, documents, and code generated from the OpenAPI document. */
const NOT_PRODUCTION =
  /\.test\.tsx?$|^(test|bench|e2e|docs)\/|^packages\/([^/]+\/test\/|client\/openapi\.ts)|^(vitest|playwright)\./;
/** Also broken down by subfolder. */
const LARGE = /^(app|lib|packages)\/[^/]+(?=\/)/;

/** The code files at a path, including those not committed yet. */
function filesIn(path: string): string[] {
  const options = ["--cached", "--others", "--exclude-standard", "--deduplicate"];
  const listed = execFileSync("git", ["ls-files", ...options, "--", path], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter((file) => CODE.test(file) && !NOT_PRODUCTION.test(file) && existsSync(file));
}

const sums: Record<string, number> = {};
let total = 0;
const paths = process.argv.slice(2);
for (const path of paths.length > 0 ? paths : ["."]) {
  for (const file of filesIn(path)) {
    const lines = readFileSync(file, "utf8").split("\n").length - 1;
    const folder = file.replace(/\/.*/, "");
    const rows = paths.length > 0 ? [path] : [folder, LARGE.exec(file)?.[0] ?? folder];
    for (const row of new Set(rows)) sums[row] = (sums[row] ?? 0) + lines;
    total += lines;
  }
}
const rows = Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1));
for (const [row, lines] of [...rows, ["total", total] as const]) {
  process.stdout.write(`${String(lines).padStart(7)}  ${row}\n`);
}
