// The npm scripts' entry point: `node scripts/run.mjs <start|dev|build|test|test:long|admin> [arguments]`.
// Plain JavaScript for the machine's own Node 20 or later: it installs the packages, including the Node
// that runs everything else. It never writes to standard output, which belongs to the command.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { withLock } from "../installation/lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeProgram = join(root, "node_modules", "node", "bin", "node");
/** npm's record of what is installed, which it writes last. */
const record = join(root, "node_modules", ".package-lock.json");

/** @type {Record<string, string[]>} */
const COMMANDS = {
  start: ["scripts/start.ts"],
  dev: ["scripts/start.ts", "--dev"],
  build: ["scripts/build.ts"],
  test: ["scripts/test.ts"],
  "test:long": ["scripts/test.ts", "--long"],
  admin: ["scripts/admin.ts"],
};

/** The first signal received. @type {NodeJS.Signals | undefined} */
let stopSignal;
/** Stops the running child process. @type {((signal: NodeJS.Signals) => void) | undefined} */
let forwardStop;

const [name = "", ...args] = process.argv.slice(2);
/** The service and its build need no browser, linter, or test runner, a quarter of the time of an installation. */
const areTestsIncluded = name.startsWith("test");
if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or later.`);
} else if (!COMMANDS[name]) {
  fail(`Usage: node scripts/run.mjs <${Object.keys(COMMANDS).join("|")}> [arguments]`);
} else {
  forwardSignals();
  stopWithNpm();
  if (installed() !== "all") await install();
  run(COMMANDS[name], args);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {string} line @returns {never} */
function fail(line) {
  say(line);
  process.exit(1);
}

/** Which packages of package-lock.json are installed. "some" if others need only be added, as for `npm test`. */
function installed() {
  if (!existsSync(nodeProgram)) return "none";
  /** @param {string} file */
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  try {
    const present = packages(record);
    const lock = packages(join(root, "package-lock.json"));
    const wanted = Object.entries(lock).filter(([path]) => path !== "");
    /** @type {(entry: [path: string, package: any]) => boolean} */
    const isCurrent = ([path, { version, integrity, dev, optional, devOptional, peer }]) =>
      present[path]
        ? present[path].version === version && present[path].integrity === integrity
        : optional || devOptional || peer || (dev && !areTestsIncluded);
    const lacking = wanted.filter((entry) => !isCurrent(entry));
    if (lacking.length === 0) return "all";
    return lacking.some(([path]) => present[path]) ? "none" : "some";
  } catch {
    return "none";
  }
}

async function install() {
  const lock = join(root, "dist", ".install.lock");
  const onWait = () => say("Waiting for another process to finish installing packages…");
  await withLock(lock, async () => (installed() === "all" ? undefined : npmInstall()), onWait);
}

/** A running service keeps its packages if others are only added. */
async function npmInstall() {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  const isAdding = installed() === "some";
  const why = existsSync(join(root, "node_modules"))
    ? "package-lock.json has changed"
    : "first time";
  say(isAdding ? "Adding packages…" : `Installing packages (${why}, about a minute)…`);
  const heartbeat = setInterval(() => say(`… still installing packages (${seconds()} s)`), 15_000);
  const npm = process.env.npm_execpath ?? "";
  const [program, ...npmArgs] = /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm] : ["npm"];
  const command = isAdding ? ["install", "--no-save"] : ["ci"];
  const dev = areTestsIncluded ? "--include=dev" : "--omit=dev";
  const flags = [dev, "--loglevel=error", "--no-audit", "--no-fund", "--no-progress"];
  // If adding is interrupted, all are installed again.
  if (isAdding) rmSync(record);
  const { code, output } = await collect(program, [...npmArgs, ...command, ...flags]);
  clearInterval(heartbeat);
  if (code !== 0 || !existsSync(nodeProgram)) {
    fail(`${output}\nCouldn't install the packages ("npm ${command[0]}" exited with ${code}).`);
  }
  say(`Installed packages (${seconds()} s).`);
}

/** @param {string} program @param {string[]} args */
async function collect(program, args) {
  const npm = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  // Killed, because npm would first roll everything back; the next run installs again anyway.
  forwardStop = (signal) => {
    npm.kill("SIGKILL");
    process.exit(exitCode(null, signal));
  };
  try {
    const output = Promise.all([text(npm.stdout), text(npm.stderr)]);
    const [code, signal] = await once(npm, "close");
    return { code: exitCode(code, signal), output: (await output).join("") };
  } catch (error) {
    return { code: 127, output: /** @type {Error} */ (error).message };
  }
}

/** @param {string[]} command @param {string[]} args */
function run(command, args) {
  const running = spawn(nodeProgram, [...command, ...args], {
    cwd: root,
    // The child sees the channel close when this process ends, for whatever reason.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: join(root, "dist", "compile-cache"), ...process.env },
  });
  // Ctrl-C reaches the child, too, and npm forwards it again. Closing the channel stops the child
  // the same way without repeating the signal.
  forwardStop = (signal) => {
    if (signal === "SIGINT" && running.connected) running.disconnect();
    else running.kill("SIGTERM");
  };
  running.on("error", (error) => fail(`Couldn't run ${nodeProgram}: ${error.message}`));
  running.on("exit", (code, signal) => process.exit(exitCode(code, signal)));
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** Forwards the first stop signal. The child shuts down in order, and this process exits with it. */
function forwardSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (stopSignal) return;
      stopSignal = signal;
      if (forwardStop) forwardStop(signal);
      else process.exit(exitCode(null, signal));
    });
  }
}

/** A killed npm can't forward a signal, so its end counts as one. */
function stopWithNpm() {
  const npm = process.ppid;
  if (!process.env.npm_lifecycle_event || npm === 1) return;
  const watch = () => process.ppid !== npm && process.emit("SIGTERM");
  setInterval(watch, 500).unref();
}
