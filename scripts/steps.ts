/** Runs a script's tools one after another, and stops them when it is stopped. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { projectRoot } from "#installation/project-root.ts";

type Outcome = { code: number; output: string };
type Options = {
  env?: NodeJS.ProcessEnv;
  /** Prints the tool's output at once, instead of buffering it. */
  shown?: boolean;
};

const STOP_WITHIN_MS = 15_000;
const running = new Set<ChildProcess>();

/** Runs a script of ours or of a package on this Node. */
export function runNode(args: string[], { env = process.env, shown }: Options = {}) {
  const output = shown ? "inherit" : "pipe";
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env,
    stdio: ["ignore", output, output],
    // Its own process group: Ctrl-C reaches only us, and we stop it once and in order.
    detached: true,
  });
  running.add(child);
  return new Promise<Outcome>((resolve) => {
    let text = "";
    const keep = (chunk: Buffer) => {
      text += chunk;
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + constants.signals[signal ?? "SIGKILL"], output: text });
    });
  });
}

/** A step of the build failed; `message` holds what the tool had to say. */
export class BuildError extends Error {
  override name = "BuildError";
}

/** Runs a tool of the build. @throws BuildError with what it said */
export async function mustSucceed(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await runNode(args, { env });
  if (code !== 0) throw new BuildError(`${output.trim()}\nThe build failed.`);
}

/** The duration of a finished step, for its line. */
export function secondsSince(begun: number): string {
  return `${((Date.now() - begun) / 1_000).toFixed(1)} s`;
}

/** What asks to stop, and the signal that the exit code names then. */
const REQUESTS: [event: string, signal: "SIGINT" | "SIGTERM"][] = [
  ["SIGINT", "SIGINT"],
  ["disconnect", "SIGINT"],
  ["SIGTERM", "SIGTERM"],
  ["SIGHUP", "SIGTERM"],
];

/**
 * Stops the running tools, and then this process, on a signal or when the parent process ends. Returns a
 * function that leaves stopping to someone else.
 */
export function stopWithParent(): () => void {
  const listeners = REQUESTS.map(([event, signal]) => ({ event, listen: () => void stop(signal) }));
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
        // Nothing is left of it.
      }
      resolve();
    };
    child.once("exit", endGroup);
    setTimeout(endGroup, STOP_WITHIN_MS).unref();
    child.kill("SIGINT");
  });
}
