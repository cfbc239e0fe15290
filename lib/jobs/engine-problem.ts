/** What keeps an Inngest server, where one runs the functions, from getting this process's jobs. */
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { recordEngineProblem } from "./sql.ts";

export type EngineProblem = {
  /** As `/readyz` shows it. */
  what: "not registered" | "jobs not accepted";
  reason: string;
};

const state = perProcess("engine problem", () => ({ problem: null as EngineProblem | null }));

/** The problem as of the last attempt; null without one, and where the executor is embedded. */
export const engineProblem = (): EngineProblem | null => state().problem;

/** Notes how the last attempt ended, and records a problem for `admin status`, which is another process. */
export function noteEngine(problem: EngineProblem | null): void {
  state().problem = problem;
  if (problem === null) return;
  recordEngineProblem({ reason: `${problem.what}: ${problem.reason}` }).catch(({ message }) =>
    log().warn({ reason: message }, "could not record a problem with the Inngest server"),
  );
}
