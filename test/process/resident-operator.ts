/** The operator command in a process that stays: starting one takes longer than most commands do. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { keepLog } from "../logs.ts";

export type Outcome = { code: number; stdout: string; stderr: string };

const SCRIPT = path.join(import.meta.dirname, "resident-operator.mjs");

export class ResidentOperator {
  private child: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a command once those before it have ended. @param bundle the compiled command */
  run(words: string[], bundle: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
    const outcome = this.last.then(() => this.runNow(words, bundle, env));
    this.last = outcome.catch(() => undefined);
    return outcome;
  }

  private async runNow(words: string[], bundle: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
    this.child ??= this.start(bundle, env);
    const done = new AbortController();
    const { signal } = done;
    const ended = once(this.child, "exit", { signal }).then(([code]) => {
      throw new Error(`the operator's process ended with ${code}`);
    });
    try {
      this.child.send(words);
      const [outcome] = await Promise.race([once(this.child, "message", { signal }), ended]);
      return outcome;
    } finally {
      ended.catch(() => undefined);
      done.abort();
    }
  }

  private start(bundle: string, env: NodeJS.ProcessEnv): ChildProcess {
    const child = fork(SCRIPT, [bundle], { env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    child.stderr?.resume();
    keepLog("admin", child.stderr);
    return child;
  }

  end(): void {
    this.child?.kill();
    this.child = undefined;
  }
}
