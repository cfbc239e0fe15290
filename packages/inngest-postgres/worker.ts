/** Takes one run from call to call until it ends, waits, or is no longer ours. */
import type { Plan } from "./function-config.ts";
import type { Logger } from "./logger.ts";
import { errorOf, type Outcome, outcomeOf, type RunError } from "./outcome.ts";
import type { ClaimedRun, RunUpdate, StepResult } from "./store.ts";
import type { Wire } from "./wire.ts";
import type { Writer } from "./writer.ts";

/** A run that this process works on. */
export type Held = {
  run: ClaimedRun;
  plan: Plan;
  token: string;
  log: Logger;
  /** True once it has ended, waits, or belongs to another process. */
  gone: boolean;
};

type Settings = {
  wire: Wire;
  writer: Writer;
  plans: Map<string, Plan>;
  backoffMs: (attempt: number) => number;
  callTimeoutMs: number;
  log: Logger;
  logFields: (data: Record<string, unknown>) => Record<string, string>;
  /** True while the process stops: a run is then released after its step. */
  stopping: () => boolean;
  /** Called when something may be due sooner than the next poll. */
  dueIn: (ms: number) => void;
};

export type Worker = ReturnType<typeof createWorker>;

const noAttemptLeft = ({ attempt }: ClaimedRun): RunError => ({
  name: "AttemptsExhausted",
  message: `All ${attempt} attempts failed, or were lost when their process stopped.`,
});

function resolveWithin<T>(promise: Promise<T>, ms: number, otherwise: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise()), ms).unref();
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function report({ log, run }: Held, outcome: Outcome): void {
  const attempt = run.attempt;
  if (outcome.kind === "retry") {
    const { name, message } = outcome.error;
    log.info({ attempt, error: `${name}: ${message}` }, "the attempt failed and will be retried");
  } else if (outcome.kind === "failed") {
    const { name, message } = outcome.error;
    log.error({ attempt, error: `${name}: ${message}` }, "the run has failed");
  } else {
    log.debug({ attempt, steps: run.steps.length + outcome.steps.length }, `run: ${outcome.kind}`);
  }
}

/** Makes the part of the executor that acts on responses. */
export function createWorker(settings: Settings) {
  const { wire, writer, plans, log } = settings;

  function updateOf(held: Held, outcome: Outcome): RunUpdate {
    const { run } = held;
    const update: RunUpdate = {
      id: run.id,
      lease: run.lease,
      knownSteps: run.steps.length,
      steps: outcome.steps,
      attempt: 0,
      status: "running",
      held: false,
      waitMs: 0,
      result: undefined,
    };
    switch (outcome.kind) {
      case "completed":
        return { ...update, status: "completed", result: outcome.output };
      case "failed":
        return { ...update, status: "failed", result: outcome.error };
      case "sleep":
        return { ...update, waitMs: outcome.ms };
      case "retry":
        return { ...update, attempt: run.attempt + 1, waitMs: settings.backoffMs(run.attempt) };
      default:
        return { ...update, held: !settings.stopping() };
    }
  }

  /** Writes an outcome; one that cannot be stored fails the run instead. */
  async function write(held: Held, outcome: Outcome): Promise<RunUpdate | undefined> {
    const update = updateOf(held, outcome);
    try {
      return (await writer.write(update)) ? update : undefined;
    } catch (error) {
      const { message } = errorOf(error);
      // Only the message: Postgres' details quote the row, which contains the event.
      held.log.error({ reason: message }, "a result can't be stored");
      if (outcome.kind === "failed") return undefined;
      const reason = { name: "UnstorableResult", message: `A result can't be stored: ${message}` };
      return write(held, { kind: "failed", steps: [], error: reason });
    }
  }

  async function settle(held: Held, outcome: Outcome): Promise<void> {
    const update = await write(held, outcome);
    held.gone = !update?.held;
    if (!update) return held.log.debug("the lease was lost; the result of this call is discarded");
    report(held, outcome);
    if (update.held) {
      held.run.steps = [...held.run.steps, ...outcome.steps];
      held.run.attempt = update.attempt;
    } else if (update.status === "running") settings.dueIn(update.waitMs);
  }

  async function callOnce(held: Held, stepId: string | undefined): Promise<Outcome> {
    const { run, plan, token } = held;
    const { maxAttempts } = plan;
    const ms = settings.callTimeoutMs;
    const timedOut = () => ({
      status: 500,
      noRetry: false,
      body: { name: "CallTimedOut", message: `The function didn't respond within ${ms} ms.` },
    });
    const call = wire.call({ run, maxAttempts, token, stepId });
    return outcomeOf(await resolveWithin(call, ms, timedOut), run.attempt, maxAttempts);
  }

  async function carry(held: Held): Promise<void> {
    if (held.run.attempt >= held.plan.maxAttempts) {
      return settle(held, { kind: "failed", steps: [], error: noAttemptLeft(held.run) });
    }
    let stepId: string | undefined;
    while (!held.gone) {
      const outcome = await callOnce(held, stepId);
      // A checkpoint may have shown that the run is no longer ours.
      if (held.gone) return;
      stepId = outcome.kind === "call" ? outcome.stepId : undefined;
      if (outcome.kind !== "call" || outcome.steps.length > 0) await settle(held, outcome);
    }
  }

  return {
    /** Starts work on a claimed run. */
    hold(run: ClaimedRun): Held | undefined {
      const plan = plans.get(run.functionId);
      if (!plan) return undefined;
      const token = `${run.id}:${run.lease}`;
      const held = { run, plan, token, gone: false };
      const ids = settings.logFields(run.event.data);
      const bindings = { run_id: run.id, function: run.functionId, ...ids };
      return { ...held, log: log.child(bindings) };
    },

    /** Works on a run while it is ours. */
    async work(held: Held): Promise<void> {
      const { attempt, takenOver } = held.run;
      if (takenOver) held.log.warn({ attempt }, "taken over from a process that stopped");
      try {
        await carry(held);
      } catch (error) {
        const reason = errorOf(error).message;
        held.log.error({ reason }, "the executor failed; the run continues when its lease expires");
      }
    },

    /**
     * Stores the results of steps that the SDK reports during a call.
     * @returns whether the call may continue
     */
    async checkpoint(held: Held, steps: StepResult[]): Promise<boolean> {
      if (!held.gone) await settle(held, { kind: "continue", steps });
      return !held.gone;
    },
  };
}
