/** What a response of the SDK means for its run. */
import type { StepResult } from "./store.ts";

/** A response of the SDK, its body parsed. */
export type SdkResponse = {
  status: number;
  noRetry: boolean;
  body: unknown;
};

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
type Operation = {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: unknown;
};

const unsupported = (what: string): RunError => ({
  name: "UnsupportedOperation",
  message: `The embedded executor doesn't support ${what}.`,
});

/** Makes an error of any thrown value. */
export function errorOf(
  value: unknown,
  otherwise = "The function failed without a message.",
): RunError {
  const given = typeof value === "object" && value !== null ? value : {};
  const { name, message, error } = given as Record<string, unknown>;
  return {
    ...given,
    name: String(name ?? "Error"),
    message: String(message ?? error ?? otherwise),
  };
}

const labelOf = ({ displayName, name, id }: Operation) => displayName ?? name ?? id;

/** Separates finished steps from the operations that decide what happens next. */
function settledSteps(operations: Operation[]) {
  const steps: StepResult[] = [];
  const pending: Operation[] = [];
  for (const operation of operations) {
    const { id, op, data = null, error } = operation;
    if (op === "StepRun") steps.push({ id, data });
    else if (op === "StepFailed") steps.push({ id, error: errorOf(error) });
    else pending.push(operation);
  }
  return { steps, pending };
}

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
    const error = unsupported(`a sleep of "${operation.name}" ("${labelOf(operation)}")`);
    return { kind: "failed", steps, error };
  }
  // Its result is written in advance: nothing claims the run before the sleep is over.
  return { kind: "sleep", steps: [...steps, { id: operation.id, data: null }], ms };
}

/** What a list of operations means. */
function afterOperations(operations: Operation[]): Outcome {
  const { steps, pending } = settledSteps(operations);
  const [next, another] = pending;
  if (!next) return { kind: "continue", steps };
  if (another) {
    const names = pending.map((operation) => `"${labelOf(operation)}"`).join(", ");
    return { kind: "failed", steps, error: unsupported(`steps in parallel (${names})`) };
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
    default: {
      const error = unsupported(`${next.op} ("${labelOf(next)}")`);
      return { kind: "failed", steps, error };
    }
  }
}

function read(answer: SdkResponse): Outcome {
  const { status, noRetry, body } = answer;
  if (status === 200) return { kind: "completed", steps: [], output: body };
  if (status === 206) return afterOperations([body].flat() as Operation[]);
  const error = errorOf(body, `The function responded with ${status}.`);
  if (noRetry) return { kind: "failed", steps: [], error };
  return { kind: "retry", steps: [], error };
}

/** Reads the response to an attempt (counted from 0). The last attempt is not retried. */
export function outcomeOf(answer: SdkResponse, attempt: number, maxAttempts: number): Outcome {
  const outcome = read(answer);
  if (outcome.kind !== "retry" || attempt + 1 < maxAttempts) return outcome;
  return { kind: "failed", steps: outcome.steps, error: outcome.error };
}
