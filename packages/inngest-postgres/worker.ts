/** Takes one run from call to call until it ends, waits, or is no longer ours. */
import type { Logger } from "pino";
import type { Plan } from "./function-config.ts";
import { errorOf, type Outcome, outcomeOf, type RunError } from "./outcome.ts";
import type { ClaimedRun, RunUpdate } from "./store.ts";
import type { Wire } from "./wire.ts";

/** A run that this process works on. */
export type Held = {
  run: ClaimedRun;
  plan: Plan;
  log: Logger;
  /** How many of the run's steps are stored. The others are known to this process only. */
  stored: number;
  /** True once it has ended, waits, or belongs to another process. */
  gone: boolean;
};

/** What it takes to work on runs. */
export type Means = {
  wire: Wire;
  backoffMs: (attempt: number) => number;
  /** Writes a change. @returns false if the lease was lost @throws if the change itself can't be stored */
  store: (held: Held, update: RunUpdate) => Promise<boolean>;
  /** True while the process stops: a run is then released after its step. */
  stopping: () => boolean;
  /** Called when something is due after this time. */
  dueIn: (ms: number) => void;
};

const noAttemptLeft = ({ attempt }: ClaimedRun): RunError => ({
  name: "AttemptsExhausted",
  message: `All ${attempt} attempts failed, or were lost when their process stopped.`,
});

function report({ log, run: { attempt, steps } }: Held, outcome: Outcome): void {
  const error = "error" in outcome && `${outcome.error.name}: ${outcome.error.message}`;
  if (!error) log.debug({ attempt, steps: steps.length }, `run: ${outcome.kind}`);
  else if (outcome.kind === "failed") log.error({ attempt, error }, "the run has failed");
  else log.info({ attempt, error }, "the attempt failed and will be retried");
}

/** What a call means for its run. */
function updateOf(outcome: Outcome, attempt: number, { backoffMs, stopping }: Means): RunUpdate {
  const released = { attempt: 0, status: "running", held: false, waitMs: 0, result: null } as const;
  switch (outcome.kind) {
    case "completed":
      return { ...released, status: "completed", result: outcome.output };
    case "failed":
      return { ...released, status: "failed", result: outcome.error };
    case "sleep":
      return { ...released, waitMs: outcome.ms };
    case "retry":
      return { ...released, attempt: attempt + 1, waitMs: backoffMs(attempt) };
    default:
      return { ...released, held: !stopping() };
  }
}

async function settle(held: Held, outcome: Outcome, means: Means): Promise<void> {
  const update = updateOf(outcome, held.run.attempt, means);
  const isOurs = await means.store(held, update);
  held.gone = !(isOurs && update.held);
  if (!isOurs) return held.log.debug("the lease was lost; the result of this call is discarded");
  held.stored = held.run.steps.length;
  report(held, outcome);
  if (update.status === "running" && !update.held) means.dueIn(update.waitMs);
}

async function carry(held: Held, means: Means): Promise<void> {
  const { run, plan } = held;
  const { maxAttempts } = plan;
  if (run.attempt >= maxAttempts) {
    return settle(held, { kind: "failed", steps: [], error: noAttemptLeft(run) }, means);
  }
  let stepId: string | undefined;
  while (!held.gone) {
    const onlyPlans = held.stored < run.steps.length;
    const answer = await means.wire.call({ run, maxAttempts, onlyPlans, stepId });
    const outcome = outcomeOf(answer, run.attempt, maxAttempts);
    stepId = outcome.kind === "call" ? outcome.stepId : undefined;
    run.steps.push(...outcome.steps);
    // A step's result is stored together with what follows: its run's end, a wait, or, before it begins, the next step.
    const isStored = held.stored === run.steps.length;
    const goesOn =
      outcome.kind === "call" ? isStored : outcome.kind === "continue" && !means.stopping();
    if (!goesOn) await settle(held, outcome, means);
    if (outcome.steps.length > 0) run.attempt = 0;
  }
}

/** Works on a run while it is ours. Never throws. */
export async function work(held: Held, means: Means): Promise<void> {
  const { run, log } = held;
  const { attempt } = run;
  if (run.takenOver) log.warn({ attempt }, "taken over from a process that stopped");
  try {
    await carry(held, means);
  } catch (error) {
    // Only the message: Postgres' details quote the row, which contains the event.
    const reason = errorOf(error).message;
    log.error({ reason }, "the executor failed; the run continues when its lease expires");
  }
}
