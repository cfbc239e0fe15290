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

type Settings = {
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
    const { maxAttempts } = plan;
    let stepId: string | undefined;
    while (!held.gone) {
      const onlyPlans = held.stored < run.steps.length;
      const answer = await this.settings.wire.call({ run, maxAttempts, onlyPlans, stepId });
      const outcome = outcomeOf(answer, run.attempt, maxAttempts);
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

  private updateOf(outcome: Outcome, attempt: number): RunUpdate {
    const released = {
      attempt: 0,
      status: "running",
      held: false,
      waitMs: 0,
      result: null,
    } as const;
    switch (outcome.kind) {
      case "completed":
        return { ...released, status: "completed", result: outcome.output };
      case "failed":
        return { ...released, status: "failed", result: outcome.error };
      case "sleep":
        return { ...released, waitMs: outcome.ms };
      case "retry":
        return { ...released, attempt: attempt + 1, waitMs: this.settings.backoffMs(attempt) };
      default:
        return { ...released, held: !this.settings.stopping() };
    }
  }

  private async settle(held: Held, outcome: Outcome): Promise<void> {
    const update = this.updateOf(outcome, held.run.attempt);
    const isOurs = await this.settings.store(held, update);
    held.gone = !(isOurs && update.held);
    if (!isOurs) return held.log.debug("the lease was lost; the result of this call is discarded");
    held.stored = held.run.steps.length;
    report(held, outcome);
    if (update.status === "running" && !update.held) this.settings.dueIn(update.waitMs);
  }
}
