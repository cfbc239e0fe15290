/** Calls a run's function from its start: finished steps return their stored results, and the first unfinished one runs. */
import { type Inngest, type InngestFunction, NonRetriableError, StepError } from "inngest";
import type { StepResult } from "./store.ts";
import type { Context, HeldRun } from "./worker.ts";

export type RunError = { name: string; message: string } & Record<string, unknown>;

export type CallResult =
  | { kind: "completed"; output: unknown }
  | { kind: "failed"; error: RunError }
  | { kind: "retry"; error: RunError }
  | { kind: "sleep"; ms: number }
  /** A retried step succeeded: the next step's attempts are counted from 0. */
  | { kind: "call again" }
  /** The next step may not begin in this process. */
  | { kind: "interrupted" };

/** What a function is called with, of what the SDK passes. */
export type Handler = (context: Record<string, unknown>) => unknown;

/** The SDK keeps it private, since its own server protocol is the public way to call it. */
export const handlerOf = (fn: InngestFunction.Like): Handler => (fn as InngestFunction.Any)["fn"];

/** Converts any thrown value to an error. */
export function errorOf(value: unknown): RunError {
  const isObject = typeof value === "object" && value !== null;
  const { name = "Error", message, stack } = (isObject ? value : {}) as Partial<Error>;
  const fallback = isObject ? "The step failed without a message." : String(value);
  return { name: String(name), message: String(message ?? fallback), ...(stack ? { stack } : {}) };
}

const unsupported = (what: string): CallResult => ({
  kind: "failed",
  error: {
    name: "UnsupportedOperation",
    message: `The embedded executor doesn't support ${what}.`,
  },
});

/** A step's result as a later call reads it back. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const PART = /(\d+)([smhdw])/g;

/** Milliseconds, or text such as "1h30m". @returns milliseconds; undefined if it's something else */
export function parseSleep(time: unknown): number | undefined {
  if (typeof time === "number") return time;
  if (typeof time !== "string" || time.replace(PART, "") !== "") return undefined;
  const parts = [...time.matchAll(PART)];
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * UNIT_MS[unit as "s"], 0);
}

type StepId = string | { id: string };
const labelOf = (step: StepId) => (typeof step === "string" ? step : step.id);

/**
 * Calls a function until it ends, waits, or has to be called again. New steps' results are added to the run. A function
 * that waits is never resumed: a later call begins it again.
 * @param beforeStep called before a step begins; resolves to whether it may
 */
export function call(
  { run, plan: { maxAttempts }, handler }: HeldRun,
  { client, withinStep }: Context,
  beforeStep: () => Promise<boolean>,
): Promise<CallResult> {
  const finished = new Map(run.steps.map((step) => [step.id, step]));
  const uses = new Map<string, number>();
  let current: string | undefined;

  return new Promise((resolve) => {
    const end = (result: CallResult): Promise<never> => {
      resolve(result);
      return new Promise(() => {});
    };

    /** Repeated IDs are told apart by their order. */
    function idOf(label: string): string {
      const nth = uses.get(label) ?? 0;
      uses.set(label, nth + 1);
      return nth === 0 ? label : `${label} ${nth}`;
    }

    function add(result: StepResult): void {
      run.steps.push(result);
      current = undefined;
    }

    async function runStep(step: StepId, work: () => unknown): Promise<unknown> {
      const label = labelOf(step);
      const id = idOf(label);
      const known = finished.get(id);
      if (known && "error" in known) throw new StepError(id, known.error);
      if (known) return known.data;
      if (current !== undefined)
        return end(unsupported(`steps in parallel ("${current}", "${label}")`));
      current = label;
      if (!(await beforeStep())) return end({ kind: "interrupted" });
      const { attempt } = run;
      try {
        add({ id, data: stored(await withinStep(run, work)) });
      } catch (thrown) {
        const error = errorOf(thrown);
        const isFinal = thrown instanceof NonRetriableError || attempt + 1 >= maxAttempts;
        if (!isFinal) return end({ kind: "retry", error });
        add({ id, error });
      }
      run.attempt = 0;
      if (attempt > 0) return end({ kind: "call again" });
      const result = run.steps.at(-1) as StepResult;
      if ("error" in result) throw new StepError(id, result.error);
      return result.data;
    }

    async function sleep(step: StepId, time: unknown): Promise<void> {
      const id = idOf(labelOf(step));
      if (finished.has(id)) return;
      const ms = parseSleep(time);
      if (ms === undefined) return end(unsupported(`a sleep of "${time}" ("${labelOf(step)}")`));
      // The result is written in advance, since nothing claims the run before the sleep is over.
      add({ id, data: null });
      return end({ kind: "sleep", ms });
    }

    const tools = {
      run: (step: StepId, work: (...input: unknown[]) => unknown, ...input: unknown[]) =>
        runStep(step, () => work(...input)),
      sleep,
      sendEvent: (step: StepId, events: Parameters<Inngest["send"]>[0]) =>
        runStep(step, () => client.send(events)),
    };
    const step = new Proxy(tools as Record<string, unknown>, {
      get: (known, name: string) =>
        known[name] ?? ((id: StepId) => end(unsupported(`step.${name} ("${labelOf(id)}")`))),
    });

    const { event, attempt } = run;
    const context = { event, events: [event], runId: run.id, step, attempt, maxAttempts };
    new Promise((begin) => begin(handler(context))).then(
      (output) => resolve({ kind: "completed", output }),
      (thrown) => {
        const isFinal = thrown instanceof NonRetriableError || thrown instanceof StepError;
        const isRetried = !isFinal && run.attempt + 1 < maxAttempts;
        resolve({ kind: isRetried ? "retry" : "failed", error: errorOf(thrown) });
      },
    );
  });
}
