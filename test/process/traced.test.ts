/** A serverless host has only the files traced for a route: worker threads must run from those. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { exampleOf } from "#lib/http/openapi.ts";
import { getStatement } from "#lib/receipts/statements/contract.ts";

it("has the display face that the embedded flow loads", () => {
  const folder = copyTraced("embed/display.woff2");
  const face =
    "node_modules/@fontsource/big-shoulders-display/files/big-shoulders-display-latin-900-normal.woff2";
  expect(existsSync(path.join(folder, face))).toBe(true);
});

/** Copies a route's files into an empty folder, which is deleted at the end of the run. */
function copyTraced(route: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "points-traced-"));
  const trace = path.join(projectRoot, ".next/server/app", route, "route.js.nft.json");
  const { files }: { files: string[] } = JSON.parse(readFileSync(trace, "utf8"));
  for (const file of files) {
    const source = path.resolve(path.dirname(trace), file);
    const copy = path.join(folder, path.relative(projectRoot, source));
    cpSync(source, copy, { recursive: true, verbatimSymlinks: true });
  }
  return folder;
}

/** Runs a task in a worker thread from that folder, like lib/thread-pool.ts. @returns the start of the result */
function runFrom(folder: string, thread: string, task: object): string {
  const program = `
    import { Tinypool } from "tinypool";
    const filename = process.cwd() + "/dist/${thread}.mjs";
    const threads = new Tinypool({ filename, minThreads: 0, maxThreads: 1, env: {}, execArgv: [] });
    const result = await threads.run(${JSON.stringify(task)});
    process.stdout.write(Buffer.from(result).toString("latin1").slice(0, 9));
    process.exit(0);`;
  const flags = ["--input-type=module", "--eval", program];
  return execFileSync(process.execPath, flags, {
    cwd: folder,
    env: { NODE_ENV: "production" },
  }).toString();
}

it("renders a statement, including non-Latin script", () => {
  const content = { ...(exampleOf(getStatement.data) as object), donor_name: "田中 花子" };
  const folder = copyTraced("(portal)/statements/[year]");
  expect(runFrom(folder, "drawing", { kind: "statement", content })).toMatch(/^%PDF-/);
});

it("hashes a password", () => {
  const folder = copyTraced("forms");
  const hashing = { kind: "hash", password: "seven quiet herons" };
  expect(runFrom(folder, "hashing", hashing)).toBe("$argon2id");
});
