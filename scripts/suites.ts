/** Runs the test runners, shows their output, and reads their counts from the reports that they write. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { runNode } from "./steps.ts";

/** Set by `npm test` once everything is built, so that no command checks whether it is up to date. */
export const BUILT = "TESTS_HAVE_BUILT";

export type Tally = { passed: number; failed: number };

/** The tests next to the code and in test/. */
export async function runVitest(args: string[]): Promise<Tally> {
  const report = freshReport("vitest");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(["vitest/vitest.mjs", "run", ...reporters, ...args], true);
  const { numPassedTests = 0, numFailedTests = 0 } = read(report);
  return tallyOf(code, numPassedTests, numFailedTests);
}

/** The browser tests in e2e/. @param isLive whether their output is shown at once: two concurrent ones would interleave */
export async function runPlaywright(args: string[], isLive: boolean): Promise<Tally> {
  const report = freshReport("playwright");
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const code = await run(["playwright/cli.js", "test", "--reporter=list,json", ...args], isLive);
  const { expected = 0, unexpected = 0 } = read(report).stats ?? {};
  return tallyOf(code, expected, unexpected);
}

async function run([script = "", ...args]: string[], inheritOutput: boolean): Promise<number> {
  const program = join(projectRoot, "node_modules", script);
  const { code, output } = await runNode([program, ...args], { inheritOutput });
  process.stdout.write(output);
  return code;
}

/** A run can also fail outside of a test: in setup, while loading a file, or by an uncaught error. */
const tallyOf = (code: number, passed: number, failed: number): Tally => ({
  passed,
  failed: failed || (code === 0 ? 0 : 1),
});

function freshReport(name: string): string {
  const file = join(projectRoot, "dist", "reports", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** Vitest's counts, or Playwright's `stats`; empty if there is no report. */
function read(file: string): Record<string, number> & { stats?: Record<string, number> } {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
