/** Calls a run's function repeatedly, until the run ends, waits, or belongs to another process. */
import type { Logger } from "pino";
import type { Plan } from "./function-config.ts";
import { errorOf, type NextAction, nextAction, type RunError } from "./next-action.ts";
import type { ClaimedRun, RunUpdate } from "./store.ts";
import type { Wire } from "./wire.ts";

/** A run that this process holds. */
export type HeldRun = {
  run: ClaimedRun;
  plan: Plan;
  log: Logger;
  /** How many of the run's steps are stored. Only this process knows the others. */
  stored: number;
  /** True once it has ended, waits, or belongs to another process. */
  isReleased: boolean;
};

/** What working on runs requires. */
export type Context = {
  wire: Wire;
  backoffMs: (attempt: number) => number;
  /** Writes an update. @returns false if the lease was lost @throws if the update itself can't be stored */
  store: (held: HeldRun, update: RunUpdate) => Promise<boolean>;
  /** Whether the process is stopping, which releases runs after their step. */
  isStopping: () => boolean;
  /** Wakes the executor after this time. */
  wakeIn: (ms: number) => void;
};

const noAttemptLeft = ({ attempt }: ClaimedRun): RunError => ({
  name: "AttemptsExhausted",
  message: `All ${attempt} attempts failed, or were lost when their process stopped.`,
});

function report({ log, run: { attempt, steps } }: HeldRun, next: NextAction): void {
  const error = "error" in next && `${next.error.name}: ${next.error.message}`;
  if (!error) log.debug({ attempt, steps: steps.length }, `run: ${next.kind}`);
  else if (next.kind === "failed") log.error({ attempt, error }, "the run has failed");
  else log.info({ attempt, error }, "the attempt failed and will be retried");
}

/** The run's state after a call. */
function updateOf(next: NextAction, attempt: number, context: Context): RunUpdate {
  const base = { attempt: 0, status: "running", held: false, waitMs: 0, result: null } as const;
  switch (next.kind) {
    case "completed":
      return { ...base, status: "completed", result: next.output };
    case "failed":
      return { ...base, status: "failed", result: next.error };
    case "sleep":
      return { ...base, waitMs: next.ms };
    case "retry":
      return { ...base, attempt: attempt + 1, waitMs: context.backoffMs(attempt) };
    default:
      return { ...base, held: !context.isStopping() };
  }
}

async function storeResult(held: HeldRun, next: NextAction, context: Context): Promise<void> {
  const update = updateOf(next, held.run.attempt, context);
  const isHeld = await context.store(held, update);
  held.isReleased = !(isHeld && update.held);
  if (!isHeld) return held.log.debug("the lease was lost; the result of this call is discarded");
  held.stored = held.run.steps.length;
  report(held, next);
  if (update.status === "running" && !update.held) context.wakeIn(update.waitMs);
}

async function callRepeatedly(held: HeldRun, context: Context): Promise<void> {
  const { run, plan } = held;
  const { maxAttempts } = plan;
  if (run.attempt >= maxAttempts) {
    return storeResult(held, { kind: "failed", steps: [], error: noAttemptLeft(run) }, context);
  }
  let stepId: string | undefined;
  while (!held.isReleased) {
    const planOnly = held.stored < run.steps.length;
    const response = await context.wire.call({ run, maxAttempts, planOnly, stepId });
    const next = nextAction(response, run.attempt, maxAttempts);
    stepId = next.kind === "call" ? next.stepId : undefined;
    run.steps.push(...next.steps);
    // A step's result is stored together with what follows: the run's end, a wait, or the next step, before it begins.
    const isStored = held.stored === run.steps.length;
    const continues =
      next.kind === "call" ? isStored : next.kind === "continue" && !context.isStopping();
    if (!continues) await storeResult(held, next, context);
    if (next.steps.length > 0) run.attempt = 0;
  }
}

/** Works on a run while this process holds it. Never throws. */
export async function work(held: HeldRun, context: Context): Promise<void> {
  const { run, log } = held;
  const { attempt } = run;
  if (run.takenOver) log.warn({ attempt }, "taken over from a process that stopped");
  try {
    await callRepeatedly(held, context);
  } catch (error) {
    // Only the message: Postgres's details quote the row, which contains the event.
    const reason = errorOf(error).message;
    log.error({ reason }, "the executor failed; the run continues when its lease expires");
  }
}
