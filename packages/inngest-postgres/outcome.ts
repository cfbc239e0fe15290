/** What a response of the SDK means for its run. */
import type { StepResult } from "./store.ts";

/** A response of the SDK, its body parsed. */
export type SdkResponse = { status: number; noRetry: boolean; body: unknown };

/** An error as the SDK serializes it. */
export type RunError = { name: string; message: string } & Record<string, unknown>;

/** What happens next; `steps` are the results in the response. */
export type Outcome = { steps: StepResult[] } & (
  | { kind: "continue" }
  /** The next call requests one step by its id. */
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

const unsupported = (steps: StepResult[], what: string): Outcome => ({
  kind: "failed",
  steps,
  error: {
    name: "UnsupportedOperation",
    message: `The embedded executor doesn't support ${what}.`,
  },
});

/** Makes an error of any thrown value. */
export function errorOf(
  value: unknown,
  otherwise = "The step failed without a message.",
): RunError {
  const given = (typeof value === "object" && value !== null ? value : {}) as Partial<RunError>;
  const { name = "Error", message, error = otherwise } = given;
  return { ...given, name: String(name), message: String(message ?? error) };
}

const labelOf = ({ displayName, name, id }: Operation) => displayName ?? name ?? id;

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const PART = /(\d+)([smhdw])/g;

/** Reads the SDK's "1h30m", in milliseconds; undefined if it is something else. Zero length is an empty text. */
export function readSleep(text: string): number | undefined {
  if (text.replace(PART, "") !== "") return undefined;
  const parts = [...text.matchAll(PART)];
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * UNIT_MS[unit as "s"], 0);
}

function sleep(operation: Operation, steps: StepResult[]): Outcome {
  const ms = readSleep(operation.name ?? "");
  if (ms === undefined) {
    return unsupported(steps, `a sleep of "${operation.name}" ("${labelOf(operation)}")`);
  }
  // Its result is written in advance: nothing claims the run before the sleep is over.
  return { kind: "sleep", steps: [...steps, { id: operation.id, data: null }], ms };
}

/** What a list of operations means. */
function afterOperations(operations: Operation[]): Outcome {
  const steps = operations.flatMap(({ id, op, data = null, error }): StepResult[] => {
    if (op === "StepFailed") return [{ id, error: errorOf(error) }];
    return op === "StepRun" ? [{ id, data }] : [];
  });
  // They decide what happens next.
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

/** Reads the response to an attempt (counted from 0). The last attempt is not retried. */
export function outcomeOf(answer: SdkResponse, attempt: number, maxAttempts: number): Outcome {
  const { status, noRetry, body } = answer;
  if (status === 200) return { kind: "completed", steps: [], output: body };
  const outcome: Outcome =
    status === 206
      ? afterOperations([body].flat() as Operation[])
      : {
          kind: "retry",
          steps: [],
          error: errorOf(body, `The function responded with ${status}.`),
        };
  const isFinal = noRetry || attempt + 1 >= maxAttempts;
  return outcome.kind === "retry" && isFinal ? { ...outcome, kind: "failed" } : outcome;
}
