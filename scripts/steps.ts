/** Runs a script's tools, and stops them when the script is stopped. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { projectRoot } from "#installation/project-root.ts";
import { printableLines } from "#lib/text.ts";

type CommandResult = { code: number; output: string };
type Options = {
  env?: NodeJS.ProcessEnv;
  /** Prints the tool's output at once, instead of buffering it. */
  inheritOutput?: boolean;
};

const STOP_TIMEOUT_MS = 15_000;
const running = new Set<ChildProcess>();

/** Runs one of our scripts, or a package's, with this Node. */
export function runNode(args: string[], { env = process.env, inheritOutput }: Options = {}) {
  const output = inheritOutput ? "inherit" : "pipe";
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env,
    stdio: ["ignore", output, output],
    // Its own process group: Ctrl-C reaches only us, and we stop it once and in order.
    detached: true,
  });
  running.add(child);
  return new Promise<CommandResult>((resolve) => {
    let text = "";
    const append = (chunk: Buffer) => {
      text += chunk;
    };
    child.stdout?.on("data", append);
    child.stderr?.on("data", append);
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + constants.signals[signal ?? "SIGKILL"], output: text });
    });
  });
}

/** A build step failed. The message contains the tool's output. */
export class BuildError extends Error {
  override name = "BuildError";
}

/** Runs a build tool. @throws BuildError with its output */
export async function mustSucceed(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await runNode(args, { env });
  if (code !== 0) throw new BuildError(`${output.trim()}\nThe build failed.`);
}

/** Prints a line for people: standard output belongs to the command. */
export function say(line: string): void {
  process.stderr.write(`${printableLines(line)}\n`);
}

// Errors whose message is meant for the person who runs the script. By name, because a bundle has its own copies of the
// classes.
const PLAIN_ERRORS = new Set(["ConfigurationError", "InstallationError", "BuildError"]);

/** Ends this process with a problem. Only a fault of ours has a stack. */
export function fail({ name, message, stack }: Error): never {
  say(PLAIN_ERRORS.has(name) ? message : (stack ?? message));
  process.exit(1);
}

/** A step's duration so far, for its progress line. */
export function secondsSince(startedAt: number): string {
  return `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`;
}

/** The events that stop this process, and the signal that its exit code then reports. */
const TRIGGERS: [event: string, signal: "SIGINT" | "SIGTERM"][] = [
  ["SIGINT", "SIGINT"],
  ["disconnect", "SIGINT"],
  ["SIGTERM", "SIGTERM"],
  ["SIGHUP", "SIGTERM"],
];

/**
 * Stops the running tools, and then this process, on a signal or when the parent process ends.
 * @returns a function that removes these listeners
 */
export function stopWithParent(): () => void {
  const listeners = TRIGGERS.map(([event, signal]) => ({ event, listen: () => void stop(signal) }));
  for (const { event, listen } of listeners) process.on(event, listen);
  // This listener must not keep a finished script alive.
  process.channel?.unref();
  return () => {
    for (const { event, listen } of listeners) process.off(event, listen);
  };
}

let stopping: Promise<void> | undefined;

function stop(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  stopping ??= Promise.all([...running].map(end)).then(() =>
    process.exit(128 + constants.signals[signal]),
  );
  return stopping;
}

/** Lets a tool clean up (the tests stop their database), then kills its process group. */
function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const endGroup = () => {
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group has already exited.
      }
      resolve();
    };
    child.once("exit", endGroup);
    setTimeout(endGroup, STOP_TIMEOUT_MS).unref();
    child.kill("SIGINT");
  });
}
