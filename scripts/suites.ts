/** Runs the test programs, shows what they say, and counts from the reports that they write. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { runNode } from "./steps.ts";

/** Set by `npm test` once it has built everything: no command has to look whether that is up to date. */
export const BUILT = "TESTS_HAVE_BUILT";

/** When what a test program says is shown: two side by side would talk into each other. */
type Shown = "at once" | "at its end";

export type Tally = { passed: number; failed: number };

/** The tests next to the code and in test/. */
export async function runVitest(args: string[]): Promise<Tally> {
  const report = freshReport("vitest");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(["vitest/vitest.mjs", "run", ...reporters, ...args], "at once");
  const { numPassedTests = 0, numFailedTests = 0 } = read(report);
  return tallyOf(code, numPassedTests, numFailedTests);
}

/** The journeys in e2e/. */
export async function runPlaywright(args: string[], shown: Shown): Promise<Tally> {
  const report = freshReport("playwright");
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const code = await run(["playwright/cli.js", "test", "--reporter=list,json", ...args], shown);
  const { expected = 0, unexpected = 0 } = read(report).stats ?? {};
  return tallyOf(code, expected, unexpected);
}

async function run([script = "", ...args]: string[], shown: Shown): Promise<number> {
  const program = join(projectRoot, "node_modules", script);
  const { code, output } = await runNode([program, ...args], { shown: shown === "at once" });
  process.stdout.write(output);
  return code;
}

/** A run can fail outside of any test: a set-up, a file that breaks before its tests, an error nobody caught. */
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

/** The numbers of Vitest, or the `stats` of Playwright; nothing where none was written. */
function read(file: string): Record<string, number> & { stats?: Record<string, number> } {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
