/** The engine that runs jobs: the embedded executor, or an Inngest server; and what keeps jobs from reaching it. */
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { findRegistration, insertRegistration, recordEngineProblem } from "./sql.ts";

/** What dispatching has to know about it. */
export type Engine = {
  /** It may be sent the same jobs twice, so groups are stored before they are sent. */
  isRemote: boolean;
  /** The maximum number of items of a group. */
  groupSize: number;
  /** How long the dispatcher waits for more jobs once it is woken, and while many come, in milliseconds. */
  gatherMs: number;
  gatherManyMs: number;
};

export const EMBEDDED: Engine = { isRemote: false, groupSize: 32, gatherMs: 5, gatherManyMs: 40 };

/** An Inngest server. A run costs it many times what it costs the embedded executor. */
export const REMOTE: Engine = { isRemote: true, groupSize: 64, gatherMs: 100, gatherManyMs: 200 };

/** The engine of this installation. */
export const engine = (): Engine => (env().embeddedExecutor ? EMBEDDED : REMOTE);

export type EngineProblem = {
  /** As `/readyz` shows it. */
  what: "not registered" | "jobs not accepted";
  reason: string;
};

/** What this process knows about its engine. */
export const engineState = perProcess("engine", () => ({
  isRegistered: false,
  problem: null as EngineProblem | null,
  notedAt: 0,
}));

/** Another process may have sent jobs since: then this one does not try again. */
const REFUSAL_OVER_MS = 60_000;

/** What keeps an Inngest server from getting this process's jobs, as of the last attempt; null if nothing does. */
export function engineProblem(): EngineProblem | null {
  const { problem, notedAt } = engineState();
  const isOver = performance.now() - notedAt > REFUSAL_OVER_MS;
  return problem?.what === "jobs not accepted" && isOver ? null : problem;
}

/** Before the first attempt. */
export function expectRegistration(): void {
  engineState().problem = { what: "not registered", reason: "no request has been made yet" };
}

/** Notes how the last attempt ended, and records a problem for `admin status`, which is another process. */
export function noteEngine(problem: EngineProblem | null): void {
  Object.assign(engineState(), { problem, notedAt: performance.now() });
  if (problem === null) return;
  recordEngineProblem({ reason: `${problem.what}: ${problem.reason}` }).catch(({ message }) =>
    log().warn({ reason: message }, "couldn't record a problem with the Inngest server"),
  );
}

/** Records that an engine takes this database's jobs. */
export async function recordRegistration(): Promise<void> {
  await insertRegistration({});
  engineState().isRegistered = true;
}

/**
 * Why gifts are refused, for the operator; null if they aren't. An engine that is away for a while stops nothing: the
 * outbox keeps its jobs.
 */
export async function missingEngine(): Promise<string | null> {
  const state = engineState();
  // Never undone, so it is looked up only until it is true.
  state.isRegistered ||= (await findRegistration({})).length > 0;
  if (state.isRegistered) return null;
  return "No engine has registered with this database yet: nothing would move what is accepted.";
}

/** @throws ServiceError SERVICE_UNAVAILABLE if nothing would ever move a gift */
export async function requireEngine(): Promise<void> {
  if ((await missingEngine()) === null) return;
  throw new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": "30" } });
}
