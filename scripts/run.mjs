// What the npm scripts call: `node scripts/run.mjs <start|dev|build|test|test:long|admin> [arguments]`.
// Plain JavaScript for the Node 20 that a machine has: it installs the packages, one of which is the
// Node that everything else runs on. Nothing here writes to standard output, which is the command's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { withLock } from "../installation/lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeProgram = join(root, "node_modules", "node", "bin", "node");

/** @type {Record<string, string[]>} */
const COMMANDS = {
  start: ["scripts/start.ts"],
  dev: ["scripts/start.ts", "--dev"],
  build: ["scripts/build.ts"],
  test: ["scripts/test.ts"],
  "test:long": ["scripts/test.ts", "--long"],
  admin: ["scripts/admin.ts"],
};

/** The signal that asked us to stop. @type {NodeJS.Signals | undefined} */
let asked;
/** How to end what runs at the moment. @type {((signal: NodeJS.Signals) => void) | undefined} */
let onStop;

const [name = "", ...args] = process.argv.slice(2);
if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or later.`);
} else if (!COMMANDS[name]) {
  fail(`Usage: node scripts/run.mjs <${Object.keys(COMMANDS).join("|")}> [arguments]`);
} else {
  forwardSignals();
  stopWithNpm();
  if (!isInstalled()) await install();
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

/** Whether what npm has noted, at the very end of installing, is what package-lock.json wants. */
function isInstalled() {
  if (!existsSync(nodeProgram)) return false;
  /** @param {string} file */
  const packages = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  try {
    const present = packages("node_modules/.package-lock.json");
    return Object.entries(packages("package-lock.json")).every(
      ([path, { version, integrity, optional, devOptional, peer }]) =>
        path === "" ||
        (present[path]
          ? present[path].version === version && present[path].integrity === integrity
          : optional || devOptional || peer),
    );
  } catch {
    return false;
  }
}

async function install() {
  const lock = join(root, "dist", ".install.lock");
  const waiting = () => say("Waiting for another process to finish installing packages…");
  await withLock(lock, async () => (isInstalled() ? undefined : npmCi()), waiting);
}

async function npmCi() {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1_000);
  say(
    existsSync(join(root, "node_modules"))
      ? "Installing packages (package-lock.json has changed, about a minute)…"
      : "Installing packages (first time, about a minute)…",
  );
  const beat = setInterval(() => say(`… still installing packages (${seconds()} s)`), 15_000);
  const npm = process.env.npm_execpath ?? "";
  const [program, ...before] = /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm] : ["npm"];
  const flags = ["--include=dev", "--loglevel=error", "--no-audit", "--no-fund", "--no-progress"];
  const { code, output } = await collect(program, [...before, "ci", ...flags]);
  clearInterval(beat);
  if (code !== 0 || !existsSync(nodeProgram)) {
    fail(`${output}\nCouldn't install the packages ("npm ci" exited with ${code}).`);
  }
  say(`Installed packages (${seconds()} s).`);
}

/** @param {string} program @param {string[]} args */
async function collect(program, args) {
  const npm = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  // npm would first put everything back as it was, which nobody waits for: the next run installs.
  onStop = (signal) => {
    npm.kill("SIGKILL");
    process.exit(exitCode(null, signal));
  };
  try {
    const said = Promise.all([text(npm.stdout), text(npm.stderr)]);
    const [code, signal] = await once(npm, "close");
    return { code: exitCode(code, signal), output: (await said).join("") };
  } catch (error) {
    return { code: 127, output: /** @type {Error} */ (error).message };
  }
}

/** @param {string[]} command @param {string[]} args */
function run(command, args) {
  const running = spawn(nodeProgram, [...command, ...args], {
    cwd: root,
    // The channel tells the other side when this process is gone, whatever ended it.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { NODE_COMPILE_CACHE: join(root, "dist", "compile-cache"), ...process.env },
  });
  // A Ctrl-C reaches it as well, and npm passes it on once more: closing the channel asks it to stop
  // just the same, and repeats nothing.
  onStop = (signal) => {
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

/** Passes the first request to stop on; what runs then ends in its own order, and we with it. */
function forwardSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (asked) return;
      asked = signal;
      if (onStop) onStop(signal);
      else process.exit(exitCode(null, signal));
    });
  }
}

/** npm that was killed can no longer pass a signal on: its end counts as one. */
function stopWithNpm() {
  const npm = process.ppid;
  if (!process.env.npm_lifecycle_event || npm === 1) return;
  const watch = () => process.ppid !== npm && process.emit("SIGTERM");
  setInterval(watch, 500).unref();
}
