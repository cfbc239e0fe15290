/**
 * `npm test`: setup, static checks, unit and interface tests, browser tests, and a search of everything they
 * logged. The last line on standard output is `N passed, M failed`. Arguments select test files, and skip the browser
 * tests. With `--long`, only the slow tests run.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#installation/project-root.ts";
import { checkBoundaries } from "./boundaries.ts";
import { build, generate } from "./build.ts";
import { LOGS_FOLDER, searchLogs } from "./search-logs.ts";
import { runNode, secondsSince, stopWithParent } from "./steps.ts";
import { BUILT, runPlaywright, runVitest, type Tally } from "./suites.ts";
import { checkWords } from "./words.ts";

/** Everything that tests start logs here. */
const logs = join(projectRoot, "dist", "reports", "logs");
const total: Tally = { passed: 0, failed: 0 };

/** Runs a check, which returns any problem as text. @param counts 0 for setup, which counts only if it fails */
async function passes(name: string, check: () => Promise<unknown>, counts = 1): Promise<boolean> {
  const startedAt = Date.now();
  const problem = await check().catch((error: Error) => error.message);
  const passed = typeof problem !== "string";
  say(`${passed ? "ok  " : "FAIL"}  ${name} (${secondsSince(startedAt)})`);
  if (passed) total.passed += counts;
  else total.failed += 1;
  if (!passed) say(problem.trimEnd());
  return passed;
}

const setUp = (name: string, make: () => Promise<unknown>) => passes(name, make, 0);

async function tool(script: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await runNode([join(projectRoot, "node_modules", script), ...args]);
  return code === 0 ? undefined : output || `It exited with ${code}.`;
}

const lint = () => tool("@biomejs/biome/bin/biome", "check", ".");
const boundaries = async () => checkBoundaries(projectRoot).join("\n") || undefined;
const words = async () => checkWords(projectRoot).join("\n") || undefined;
// Not incremental: its cache has been seen to hide an error.
const types = () =>
  tool("typescript/bin/tsc", "--noEmit", "--incremental", "false", "--singleThreaded");
const searchAll = () => passes("logs hold no secret", () => searchLogs(logs));

/** Some tests start the service and the operator command as separate processes. */
async function buildAll(): Promise<void> {
  await build();
  process.env[BUILT] = "true";
}

/** @returns how many tests ran */
async function runSuite(name: string, run: () => Promise<Tally>): Promise<number> {
  const startedAt = Date.now();
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  say(`${failed ? "FAIL" : "ok  "}  ${name} (${secondsSince(startedAt)})`);
  return passed + failed;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function prepare(): Promise<boolean> {
  if (!(await setUp("generate", generate))) return false;
  return setUp("route types", () => tool("next/dist/bin/next", "typegen"));
}

/** @returns how many tests ran */
async function runLong(files: string[]): Promise<number> {
  if (!(await prepare()) || !(await setUp("build", buildAll))) return 0;
  const args = ["--config=vitest.long.config.ts", ...files];
  const ran = await runSuite("long tests", () => runVitest(args));
  if (files.length > 0) return ran;
  const browser = () => runPlaywright(["--grep=@long"], true);
  const inBrowser = await runSuite("long browser tests", browser);
  await searchAll();
  return ran + inBrowser;
}

/** @returns how many tests ran */
async function runQuick(files: string[]): Promise<number> {
  if (!(await prepare())) return 0;
  // In parallel, since they use different processors or wait.
  const checks = [
    passes("lint", lint),
    passes("boundaries", boundaries),
    passes("words", words),
    setUp("build", buildAll),
  ];
  if (!(await Promise.all(checks)).every(Boolean)) return 0;
  // The type check reads the build's output. Browser tests run next to the others, since they mostly wait.
  const afterTypes = async () => {
    await passes("types", types);
    if (files.length > 0) return 0;
    return runSuite("browser tests", () => runPlaywright([], false));
  };
  const counts = await Promise.all([runSuite("tests", () => runVitest(files)), afterTypes()]);
  await searchAll();
  return counts[0] + counts[1];
}

stopWithParent();
rmSync(logs, { recursive: true, force: true });
process.env[LOGS_FOLDER] = logs;
const [first, ...rest] = process.argv.slice(2);
const ran = await (first === "--long" ? runLong(rest) : runQuick(process.argv.slice(2)));
if (ran === 0) say("No test ran.");
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || ran === 0 ? 1 : 0);
