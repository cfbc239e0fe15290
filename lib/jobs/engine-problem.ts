/** What keeps an Inngest server, where one runs the functions, from getting this process's jobs. */
import { performance } from "node:perf_hooks";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { recordEngineProblem } from "./sql.ts";

export type EngineProblem = {
  /** As `/readyz` shows it. */
  what: "not registered" | "jobs not accepted";
  reason: string;
};

type State = { problem: EngineProblem | null; notedAt: number };
const state = perProcess<State>("engine problem", () => ({ problem: null, notedAt: 0 }));

/** Another process may have sent jobs since: then this one does not try again. */
const REFUSAL_OVER_MS = 60_000;

/** The problem as of the last attempt; null without one, and where the executor is embedded. */
export function engineProblem(): EngineProblem | null {
  const { problem, notedAt } = state();
  const isOver = performance.now() - notedAt > REFUSAL_OVER_MS;
  return problem?.what === "jobs not accepted" && isOver ? null : problem;
}

/** Before the first attempt. */
export function expectRegistration(): void {
  state().problem = { what: "not registered", reason: "no request has been made yet" };
}

/** Notes how the last attempt ended, and records a problem for `admin status`, which is another process. */
export function noteEngine(problem: EngineProblem | null): void {
  Object.assign(state(), { problem, notedAt: performance.now() });
  if (problem === null) return;
  recordEngineProblem({ reason: `${problem.what}: ${problem.reason}` }).catch(({ message }) =>
    log().warn({ reason: message }, "couldn't record a problem with the Inngest server"),
  );
}
