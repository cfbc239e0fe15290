/** The engine that runs jobs, the embedded executor or an Inngest server, and what keeps jobs from reaching it. */
import type { PreparedRuns } from "#inngest-postgres/insert-runs.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { log } from "../log.ts";
import { perProcess } from "../singleton.ts";
import type { JobRow } from "./enqueue.ts";
import { findRegistration, insertRegistration, recordEngineProblem } from "./sql.ts";

/** What the dispatcher needs to know about it. */
export type Engine = {
  /** May be sent the same jobs twice, so groups are stored before they are sent. */
  isRemote: boolean;
  /** The maximum number of items in a group. */
  groupSize: number;
  /** How long the dispatcher waits for more jobs once woken, normally and under high load, in milliseconds. */
  gatherMs: number;
  gatherManyMs: number;
};

export const EMBEDDED: Engine = { isRemote: false, groupSize: 32, gatherMs: 5, gatherManyMs: 40 };

/** An Inngest server, to which a run costs many times what it costs the embedded executor. */
export const REMOTE: Engine = { isRemote: true, groupSize: 64, gatherMs: 100, gatherManyMs: 200 };

export const engine = (): Engine => (env().embeddedExecutor ? EMBEDDED : REMOTE);

/** Runs of jobs, which begin in this process once they have been inserted. */
export type PreparedJobs = PreparedRuns<{ id: string; event: { data: Record<string, unknown> } }>;

/** The embedded executor, if this process runs it: makes runs of jobs, in groups where the job has one. */
export const localEngine = perProcess("local engine", () => ({
  prepare: undefined as ((jobs: JobRow[]) => PreparedJobs | undefined) | undefined,
}));

export type EngineProblem = {
  /** As `/readyz` shows it. */
  what: "not registered" | "jobs not accepted";
  reason: string;
};

/** What this process knows about its engine. */
export const engineState = perProcess("engine", () => ({
  isRegistered: false,
  problem: null as EngineProblem | null,
  recordedAt: 0,
}));

/** Another process may have sent the jobs since, so this one wouldn't retry and see that the problem is over. */
const REJECTION_EXPIRES_MS = 60_000;

/** What keeps an Inngest server from getting this process's jobs, as of the last attempt; null if nothing does. */
export function engineProblem(): EngineProblem | null {
  const { problem, recordedAt } = engineState();
  const isExpired = performance.now() - recordedAt > REJECTION_EXPIRES_MS;
  return problem?.what === "jobs not accepted" && isExpired ? null : problem;
}

/** Reports a problem until the first registration succeeds. */
export function expectRegistration(): void {
  engineState().problem = { what: "not registered", reason: "no request has been made yet" };
}

/** Records how the last attempt ended; a problem also in the database, for `admin status`. */
export function recordEngineResult(problem: EngineProblem | null): void {
  Object.assign(engineState(), { problem, recordedAt: performance.now() });
  if (problem === null) return;
  recordEngineProblem({ reason: `${problem.what}: ${problem.reason}` }).catch(({ message }) =>
    log().warn({ reason: message }, "couldn't record a problem with the Inngest server"),
  );
}

export async function recordRegistration(): Promise<void> {
  await insertRegistration({});
  engineState().isRegistered = true;
}

/**
 * Why gifts are refused, for operators; null if they aren't. A temporarily unavailable engine is no reason: the outbox
 * keeps its jobs.
 */
export async function missingEngine(): Promise<string | null> {
  const state = engineState();
  // A registration is permanent, so it's looked up only until it exists.
  state.isRegistered ||= (await findRegistration({})).length > 0;
  if (state.isRegistered) return null;
  return "No engine has registered with this database yet: accepted gifts would never be sent.";
}

/** @throws ServiceError SERVICE_UNAVAILABLE if no engine has ever registered */
export async function requireEngine(): Promise<void> {
  if ((await missingEngine()) === null) return;
  throw new ServiceError("SERVICE_UNAVAILABLE", { headers: { "Retry-After": "30" } });
}
