/** Takes one run from call to call until it ends, waits, or is no longer ours. */
import type { Logger } from "./executor.ts";
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

type Settings = {
  wire: Wire;
  backoffMs: (attempt: number) => number;
  callTimeoutMs: number;
  /** Writes a change. @returns false if the lease was lost @throws if the change itself can't be stored */
  store: (update: RunUpdate) => Promise<boolean>;
  /** True while the process stops: a run is then released after its step. */
  stopping: () => boolean;
  /** Called when something is due after this time. */
  dueIn: (ms: number) => void;
};

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
  const { attempt, steps } = run;
  if (outcome.kind === "retry" || outcome.kind === "failed") {
    const error = `${outcome.error.name}: ${outcome.error.message}`;
    if (outcome.kind === "failed") log.error({ attempt, error }, "the run has failed");
    else log.info({ attempt, error }, "the attempt failed and will be retried");
  } else log.debug({ attempt, steps: steps.length }, `run: ${outcome.kind}`);
}

export class Worker {
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Works on a run while it is ours. Never throws. */
  async work(held: Held): Promise<void> {
    const { run, log } = held;
    const { attempt } = run;
    if (run.takenOver) log.warn({ attempt }, "taken over from a process that stopped");
    try {
      await this.carry(held);
    } catch (error) {
      // Only the message: Postgres' details quote the row, which contains the event.
      const reason = errorOf(error).message;
      log.error({ reason }, "the executor failed; the run continues when its lease expires");
    }
  }

  private async carry(held: Held): Promise<void> {
    const { run, plan } = held;
    if (run.attempt >= plan.maxAttempts) {
      return this.settle(held, { kind: "failed", steps: [], error: noAttemptLeft(run) });
    }
    let stepId: string | undefined;
    while (!held.gone) {
      const outcome = await this.call(held, stepId);
      stepId = outcome.kind === "call" ? outcome.stepId : undefined;
      run.steps.push(...outcome.steps);
      // A step's result is stored together with what follows: its run's end, a wait, or, before it begins, the next step.
      const isStored = held.stored === run.steps.length;
      const goesOn =
        outcome.kind === "call"
          ? isStored
          : outcome.kind === "continue" && !this.settings.stopping();
      if (!goesOn) await this.settle(held, outcome);
      if (outcome.steps.length > 0) run.attempt = 0;
    }
  }

  private async call({ run, plan, stored }: Held, stepId: string | undefined): Promise<Outcome> {
    const { maxAttempts } = plan;
    const ms = this.settings.callTimeoutMs;
    const timedOut = () => ({
      status: 500,
      noRetry: false,
      body: { name: "CallTimedOut", message: `The function didn't respond within ${ms} ms.` },
    });
    const onlyPlans = stored < run.steps.length;
    const call = this.settings.wire.call({ run, maxAttempts, onlyPlans, stepId });
    return outcomeOf(await resolveWithin(call, ms, timedOut), run.attempt, maxAttempts);
  }

  private updateOf({ run, stored }: Held, outcome: Outcome): RunUpdate {
    const { id, lease } = run;
    const update: RunUpdate = {
      id,
      lease,
      stored,
      steps: run.steps.slice(stored),
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
      case "retry": {
        const { attempt } = run;
        return { ...update, attempt: attempt + 1, waitMs: this.settings.backoffMs(attempt) };
      }
      default:
        return { ...update, held: !this.settings.stopping() };
    }
  }

  private async settle(held: Held, outcome: Outcome): Promise<void> {
    const update = this.updateOf(held, outcome);
    const isOurs = await this.settings.store(update);
    held.gone = !(isOurs && update.held);
    if (!isOurs) return held.log.debug("the lease was lost; the result of this call is discarded");
    held.stored = held.run.steps.length;
    report(held, outcome);
    if (update.status === "running" && !update.held) this.settings.dueIn(update.waitMs);
  }
}
