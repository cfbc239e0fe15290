/** Works on a run until it ends, waits, or belongs to another process. */
import type { Inngest } from "inngest";
import type { Logger } from "pino";
import type { Plan } from "./function-config.ts";
import { type CallResult, call, errorOf, type Handler } from "./invocation.ts";
import type { ClaimedRun, RunUpdate } from "./store.ts";

export type HeldRun = {
  run: ClaimedRun;
  plan: Plan;
  handler: Handler;
  log: Logger;
  /** How many of the run's steps are stored. Only this process knows the others. */
  stored: number;
  /** True once it has ended, waits, or belongs to another process. */
  isReleased: boolean;
};

export type Context = {
  client: Inngest;
  /** Runs a step's work, for what the application adds to its log lines. */
  withinStep: <T>(run: ClaimedRun, work: () => T) => T;
  backoffMs: (attempt: number) => number;
  /** Writes the steps of a run that continues. @returns false if the lease was lost */
  store: (held: HeldRun) => Promise<boolean>;
  /** Releases a run with its last state, which is written soon. */
  release: (held: HeldRun, update: RunUpdate) => void;
  /** Whether the process is stopping, which releases runs after their step. */
  isStopping: () => boolean;
};

function report({ log, run: { attempt, steps } }: HeldRun, next: CallResult): void {
  const error = "error" in next && `${next.error.name}: ${next.error.message}`;
  if (!error) log.debug({ attempt, steps: steps.length }, `run: ${next.kind}`);
  else if (next.kind === "failed") log.error({ attempt, error }, "the run has failed");
  else log.info({ attempt, error }, "the attempt failed and will be retried");
}

/** The state in which a run is released. */
function updateOf(next: CallResult, attempt: number, { backoffMs }: Context): RunUpdate {
  const base = { attempt: 0, status: "running", waitMs: 0, result: null } as const;
  switch (next.kind) {
    case "completed":
      return { ...base, status: "completed", result: next.output };
    case "failed":
      return { ...base, status: "failed", result: next.error };
    case "sleep":
      return { ...base, waitMs: next.ms };
    case "retry":
      return { ...base, attempt: attempt + 1, waitMs: backoffMs(attempt) };
    default:
      return { ...base, attempt };
  }
}

/** A step's result is stored together with what follows: the run's end, a wait, or the next step, before it begins. */
async function beforeStep(held: HeldRun, context: Context): Promise<boolean> {
  if (held.isReleased || context.isStopping()) return false;
  if (held.stored === held.run.steps.length) return true;
  const isHeld = await context.store(held);
  held.stored = held.run.steps.length;
  if (!isHeld) held.log.debug("the lease was lost; the result of this call is discarded");
  held.isReleased ||= !isHeld;
  return !held.isReleased;
}

async function callRepeatedly(held: HeldRun, context: Context): Promise<CallResult> {
  const { run, plan } = held;
  if (run.attempt >= plan.maxAttempts) {
    const message = `All ${run.attempt} attempts failed, or were lost when their process stopped.`;
    return { kind: "failed", error: { name: "AttemptsExhausted", message } };
  }
  for (;;) {
    const next = await call(held, context, () => beforeStep(held, context));
    if (next.kind !== "call again") return next;
  }
}

/** Works on a run while this process holds it. Never throws. */
export async function work(held: HeldRun, context: Context): Promise<void> {
  const { run, log } = held;
  const { attempt } = run;
  if (run.takenOver) log.warn({ attempt }, "taken over from a process that stopped");
  try {
    const next = await callRepeatedly(held, context);
    if (held.isReleased) return;
    report(held, next);
    context.release(held, updateOf(next, run.attempt, context));
  } catch (error) {
    // Only the message: Postgres's details quote the row, which contains the event.
    const reason = errorOf(error).message;
    log.error({ reason }, "the executor failed; the run continues when its lease expires");
  }
}
