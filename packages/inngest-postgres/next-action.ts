/** Interprets the SDK's response to a call. */
import type { StepResult } from "./store.ts";

/** A response from the SDK with its body parsed. */
export type SdkResponse = { status: number; noRetry: boolean; body: unknown };

/** An error as the SDK serializes it. */
export type RunError = { name: string; message: string } & Record<string, unknown>;

/** What happens next. `steps` are the results in the response. */
export type NextAction = { steps: StepResult[] } & (
  | { kind: "continue" }
  /** The next call requests one step by its ID. */
  | { kind: "call"; stepId: string }
  | { kind: "sleep"; ms: number }
  | { kind: "retry"; error: RunError }
  | { kind: "completed"; output: unknown }
  | { kind: "failed"; error: RunError }
);

/** One operation of a response; `op` is its opcode. */
type Operation = { id: string; op: string; name?: string; displayName?: string } & Partial<
  Record<"data" | "error", unknown>
>;

const unsupported = (steps: StepResult[], what: string): NextAction => ({
  kind: "failed",
  steps,
  error: {
    name: "UnsupportedOperation",
    message: `The embedded executor doesn't support ${what}.`,
  },
});

/** Converts any thrown value to an error. */
export function errorOf(value: unknown, fallback = "The step failed without a message."): RunError {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Partial<RunError>;
  const { name = "Error", message, error = fallback } = fields;
  return { ...fields, name: String(name), message: String(message ?? error) };
}

const labelOf = ({ displayName, name, id }: Operation) => displayName ?? name ?? id;

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const PART = /(\d+)([smhdw])/g;

/** Parses the SDK's "1h30m" ("" is zero) to milliseconds; undefined if it's something else. */
export function parseSleep(text: string): number | undefined {
  if (text.replace(PART, "") !== "") return undefined;
  const parts = [...text.matchAll(PART)];
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * UNIT_MS[unit as "s"], 0);
}

function sleep(operation: Operation, steps: StepResult[]): NextAction {
  const ms = parseSleep(operation.name ?? "");
  if (ms === undefined) {
    return unsupported(steps, `a sleep of "${operation.name}" ("${labelOf(operation)}")`);
  }
  // The result is written in advance, since nothing claims the run before the sleep is over.
  return { kind: "sleep", steps: [...steps, { id: operation.id, data: null }], ms };
}

/** Interprets a list of operations. */
function afterOperations(operations: Operation[]): NextAction {
  const steps = operations.flatMap(({ id, op, data = null, error }): StepResult[] => {
    if (op === "StepFailed") return [{ id, error: errorOf(error) }];
    return op === "StepRun" ? [{ id, data }] : [];
  });
  // All others decide what happens next.
  const pending = operations.filter(({ op }) => op !== "StepRun" && op !== "StepFailed");
  const [next, another] = pending;
  if (!next) return { kind: "continue", steps };
  if (another) {
    const names = pending.map((operation) => `"${labelOf(operation)}"`).join(", ");
    return unsupported(steps, `steps in parallel (${names})`);
  }
  switch (next.op) {
    case "RunComplete":
      return { kind: "completed", steps, output: next.data ?? null };
    case "StepPlanned":
      return { kind: "call", steps, stepId: next.id };
    case "StepError":
      return { kind: "retry", steps, error: errorOf(next.error) };
    case "Sleep":
      return sleep(next, steps);
    default:
      return unsupported(steps, `${next.op} ("${labelOf(next)}")`);
  }
}

/** Interprets the response to an attempt (the first is 0). The last attempt isn't retried. */
export function nextAction(sdk: SdkResponse, attempt: number, maxAttempts: number): NextAction {
  const { status, noRetry, body } = sdk;
  if (status === 200) return { kind: "completed", steps: [], output: body };
  const next: NextAction =
    status === 206
      ? afterOperations([body].flat() as Operation[])
      : {
          kind: "retry",
          steps: [],
          error: errorOf(body, `The function responded with ${status}.`),
        };
  const isFinal = noRetry || attempt + 1 >= maxAttempts;
  return next.kind === "retry" && isFinal ? { ...next, kind: "failed" } : next;
}
