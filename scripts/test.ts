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
import { checkWords } from "./words.ts";

/** Where everything that tests start leaves what it logs. */
const logs = join(projectRoot, "dist", "reports", "logs");
const total: Tally = { passed: 0, failed: 0 };

/** Runs a check, which returns what is wrong as text. What only sets up counts when it fails. */
async function passes(name: string, check: () => Promise<unknown>, counts = 1): Promise<boolean> {
  const begun = Date.now();
  const fault = await check().catch((error: Error) => error.message);
  const isFine = typeof fault !== "string";
  say(`${isFine ? "ok  " : "FAIL"}  ${name} (${secondsSince(begun)})`);
  if (isFine) total.passed += counts;
  else total.failed += 1;
  if (!isFine) say(fault.trimEnd());
  return isFine;
}

const setsUp = (name: string, make: () => Promise<unknown>) => passes(name, make, 0);

async function tool(script: string, ...args: string[]): Promise<string | undefined> {
  const { code, output } = await runNode([join(projectRoot, "node_modules", script), ...args]);
  return code === 0 ? undefined : output || `It exited with ${code}.`;
}

const lint = () => tool("@biomejs/biome/bin/biome", "check", ".");
const boundaries = async () => checkBoundaries(projectRoot).join("\n") || undefined;
const words = async () => checkWords(projectRoot).join("\n") || undefined;
// Not incremental: what was kept of the last run has been seen to hide an error.
const types = () =>
  tool("typescript/bin/tsc", "--noEmit", "--incremental", "false", "--singleThreaded");
const searchAll = () => passes("logs hold no secret", () => searchLogs(logs));

/** Some tests start the service and the operator command as processes of their own. */
async function buildAll(): Promise<void> {
  await build();
  process.env[BUILT] = "true";
}

/** @returns how many tests ran */
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

async function prepare(): Promise<boolean> {
  if (!(await setsUp("generate", generate))) return false;
  return setsUp("route types", () => tool("next/dist/bin/next", "typegen"));
}

/** @returns how many tests ran */
async function runLong(files: string[]): Promise<number> {
  if (!(await prepare()) || !(await setsUp("build", buildAll))) return 0;
  const args = ["--config=vitest.long.config.ts", ...files];
  const ran = await runSuite("long tests", () => runVitest(args));
  if (files.length > 0) return ran;
  const browser = () => runPlaywright(["--grep=@long"], "at once");
  const inBrowser = await runSuite("long browser tests", browser);
  await searchAll();
  return ran + inBrowser;
}

/** @returns how many tests ran */
async function runQuick(files: string[]): Promise<number> {
  if (!(await prepare())) return 0;
  // Side by side: each has a processor to itself for a while, and one that waits holds nobody up.
  const begin = [
    passes("lint", lint),
    passes("boundaries", boundaries),
    passes("words", words),
    setsUp("build", buildAll),
  ];
  if (!(await Promise.all(begin)).every(Boolean)) return 0;
  // The type check reads what the build writes. A browser test waits a good part of its time for pages and the service.
  const afterTypes = async () => {
    await passes("types", types);
    if (files.length > 0) return 0;
    return runSuite("browser tests", () => runPlaywright([], "at its end"));
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
