/**
 * `npm test`: set-up, static checks, unit and interface tests, the browser's, and a search of all that
 * was logged meanwhile. The last line on standard output is `N passed, M failed`. Arguments choose test files, and leave the browser out.
 * With `--long` the slow tests run instead of all that.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { checkBoundaries } from "./boundaries.ts";
import { build, generate } from "./build.ts";
import { LOGS_FOLDER, searchLogs } from "./search-logs.ts";
import { runNode, secondsSince, stopWithParent } from "./steps.ts";
import { BUILT, runPlaywright, runVitest, type Tally } from "./suites.ts";

type Step = { name: string; counts: boolean; run(): Promise<string | undefined> };

/** Where everything that tests start leaves what it logs. */
const logs = join(projectRoot, "dist", "reports", "logs");
const total: Tally = { passed: 0, failed: 0 };

/** Each returns what is wrong, or nothing. Setting up counts only when it fails. */
const PREPARE: Step[] = [
  { name: "generate", counts: false, run: () => generate().then(() => undefined) },
  { name: "route types", counts: false, run: () => tool("next/dist/bin/next", "typegen") },
];
const CHECKS: Step[] = [
  { name: "lint", counts: true, run: () => tool("@biomejs/biome/bin/biome", "check", ".") },
  {
    name: "boundaries",
    counts: true,
    run: async () => checkBoundaries(projectRoot).join("\n") || undefined,
  },
];
/** Reads what the build writes. */
const TYPES: Step = {
  name: "types",
  counts: true,
  // Not incremental: what was kept of the last run has been seen to hide an error.
  run: () => tool("typescript/bin/tsc", "--noEmit", "--incremental", "false", "--singleThreaded"),
};
// Some tests start the service and the operator command as processes of their own.
const BUILD: Step = {
  name: "build",
  counts: false,
  run: async () => {
    await build();
    process.env[BUILT] = "true";
    return undefined;
  },
};

const LOGS: Step = { name: "logs hold no secret", counts: true, run: () => searchLogs(logs) };

async function tool(script: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await runNode([join(projectRoot, "node_modules", script), ...args]);
  return code === 0 ? undefined : output || `It exited with ${code}.`;
}

async function passes({ name, counts, run }: Step): Promise<boolean> {
  const begun = Date.now();
  const fault = await run().catch((error: Error) => error.message);
  say(`${fault === undefined ? "ok  " : "FAIL"}  ${name} (${secondsSince(begun)})`);
  if (fault === undefined) total.passed += counts ? 1 : 0;
  else total.failed += 1;
  if (fault !== undefined) say(fault.trimEnd());
  return fault === undefined;
}

async function allPass(steps: Step[]): Promise<boolean> {
  for (const step of steps) if (!(await passes(step))) return false;
  return true;
}

/** Side by side: each has a processor to itself for a while, and one that waits holds nobody up. */
async function allPassAtOnce(steps: Step[]): Promise<boolean> {
  return (await Promise.all(steps.map(passes))).every(Boolean);
}

async function runSuite(name: string, run: () => Promise<Tally>): Promise<number> {
  const begun = Date.now();
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  say(`${failed ? "FAIL" : "ok  "}  ${name} (${secondsSince(begun)})`);
  return passed + failed;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns how many tests ran */
async function runAll(args: string[]): Promise<number> {
  if (args[0] === "--long") {
    if (!(await allPass([...PREPARE, BUILD]))) return 0;
    const ran = await runSuite("long tests", () =>
      runVitest(["--config=vitest.long.config.ts", ...args.slice(1)]),
    );
    if (args.length > 1) return ran;
    const inBrowser = await runSuite("long browser tests", () =>
      runPlaywright(["--grep=@long"], "at once"),
    );
    await passes(LOGS);
    return ran + inBrowser;
  }
  if (!(await allPass(PREPARE)) || !(await allPassAtOnce([...CHECKS, BUILD]))) return 0;
  // A browser test waits a good part of its time for pages and the service. There are fewer of them.
  const [ran, inBrowser] = await Promise.all([
    runSuite("tests", () => runVitest(args)),
    passes(TYPES).then(() =>
      args.length > 0 ? 0 : runSuite("browser tests", () => runPlaywright([], "at its end")),
    ),
  ]);
  await passes(LOGS);
  return ran + inBrowser;
}

stopWithParent();
rmSync(logs, { recursive: true, force: true });
process.env[LOGS_FOLDER] = logs;
const ran = await runAll(process.argv.slice(2));
if (ran === 0) say("No test ran.");
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || ran === 0 ? 1 : 0);
