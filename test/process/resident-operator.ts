/** The operator command in a resident process, for all installations: starting a process takes longer than most commands. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { keepLog } from "../logs.ts";

export type CommandResult = { code: number; stdout: string; stderr: string };

const SCRIPT = path.join(import.meta.dirname, "resident-operator.mjs");

type Env = NodeJS.ProcessEnv;

class ResidentOperator {
  private child: ChildProcess | undefined;
  private bundle = "";
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a command after the previous ones. @param bundle the compiled command */
  run(args: string[], bundle: string, env: Env): Promise<CommandResult> {
    const result = this.last.then(() => this.runNow(args, bundle, env));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async runNow(args: string[], bundle: string, env: Env): Promise<CommandResult> {
    const child = this.processOf(bundle, env);
    const done = new AbortController();
    const { signal } = done;
    const exited = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`the operator's process exited with ${code}`);
    });
    try {
      child.send({ args, env });
      const [result] = await Promise.race([once(child, "message", { signal }), exited]);
      return result;
    } finally {
      exited.catch(() => undefined);
      done.abort();
    }
  }

  private processOf(bundle: string, { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }: NodeJS.ProcessEnv) {
    if (this.child?.connected && this.bundle === bundle) return this.child;
    this.child?.kill();
    const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV: "production" } as const;
    const child = fork(SCRIPT, [bundle], { env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    child.stderr?.resume();
    keepLog("admin", child.stderr);
    // It exits with this process, and never keeps it alive.
    child.unref();
    child.channel?.unref();
    this.bundle = bundle;
    this.child = child;
    return child;
  }
}

export const operator = new ResidentOperator();
