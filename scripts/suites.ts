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

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};
type PlaywrightReport = { stats: { expected: number; unexpected: number } };

/** The tests next to the code and in test/. */
export async function runVitest(args: string[]): Promise<Tally> {
  const report = freshReport("vitest");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(["vitest/vitest.mjs", "run", ...reporters, ...args], "at once");
  return atLeastOneFailed(code, countVitest(read<VitestReport>(report)));
}

/** The journeys in e2e/. */
export async function runPlaywright(args: string[], shown: Shown): Promise<Tally> {
  const report = freshReport("playwright");
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const command = ["playwright/cli.js", "test", "--reporter=list,json", ...args];
  const code = await run(command, shown, env);
  const stats = read<PlaywrightReport>(report)?.stats;
  return atLeastOneFailed(code, {
    passed: stats?.expected ?? 0,
    failed: stats?.unexpected ?? 0,
  });
}

async function run(
  [script = "", ...args]: string[],
  shown: Shown,
  env?: NodeJS.ProcessEnv,
): Promise<number> {
  const program = join(projectRoot, "node_modules", script);
  const { code, output } = await runNode([program, ...args], { env, shown: shown === "at once" });
  process.stdout.write(output);
  return code;
}

function countVitest(report: VitestReport | undefined): Tally {
  if (!report) return { passed: 0, failed: 0 };
  // A file that broke before its tests is a failure that no test stands for.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** A run can fail outside of any test: a set-up, an error nobody caught. */
function atLeastOneFailed(code: number, tally: Tally): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function freshReport(name: string): string {
  const file = join(projectRoot, "dist", "reports", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function read<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
