/** What a response of the SDK means for its run. */
import { type Due, readRetryAfter, readSleep } from "./duration.ts";
import type { StepResult } from "./store.ts";

/** A response of the SDK, its body parsed. */
export type SdkResponse = {
  status: number;
  noRetry: boolean;
  retryAfter: string | undefined;
  body: unknown;
};

/** An error as the SDK serializes it. */
export type RunError = { name: string; message: string } & Record<string, unknown>;

/** What happens next; `steps` are the results in the response. */
export type Outcome = { steps: StepResult[] } & (
  | { kind: "continue" }
  /** The next call requests one step by its id. */
  | { kind: "call"; stepId: string }
  | { kind: "sleep"; due: Due }
  /** Without `due`, the backoff schedule applies. */
  | { kind: "retry"; due: Due | undefined; error: RunError }
  | { kind: "completed"; output: unknown }
  | { kind: "failed"; error: RunError }
);

/** One operation of a response; `op` is its opcode. */
export type Operation = {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: unknown;
};

/** The names that functions use for operations. */
const OPERATION_NAMES: Record<string, string> = {
  WaitForEvent: "step.waitForEvent",
  WaitForSignal: "step.waitForSignal",
  InvokeFunction: "step.invoke",
  AIGateway: "step.ai.infer",
  Gateway: "step.fetch",
  DeferAdd: "defer",
  DeferAbort: "defer",
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
export function settledSteps(operations: Operation[]): {
  steps: StepResult[];
  pending: Operation[];
} {
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

function sleepUntil(operation: Operation, steps: StepResult[]): Outcome {
  const due = readSleep(operation.name ?? "");
  if (!due) {
    const error = unsupported(`a sleep of "${operation.name}" ("${labelOf(operation)}")`);
    return { kind: "failed", steps, error };
  }
  // The result is written at once: nothing claims the run before the sleep is over.
  return { kind: "sleep", steps: [...steps, { id: operation.id, data: null }], due };
}

/** What a list of operations means. */
function afterOperations(operations: Operation[], retryAfter: Due | undefined): Outcome {
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
      return { kind: "retry", steps, due: retryAfter, error: errorOf(next.error) };
    case "Sleep":
      return sleepUntil(next, steps);
    default: {
      const what = OPERATION_NAMES[next.op] ?? next.op;
      return { kind: "failed", steps, error: unsupported(`${what} ("${labelOf(next)}")`) };
    }
  }
}

function read(answer: SdkResponse): Outcome {
  const { status, noRetry, body } = answer;
  const retryAfter =
    answer.retryAfter === undefined ? undefined : readRetryAfter(answer.retryAfter);
  if (status === 200) return { kind: "completed", steps: [], output: body };
  if (status === 206) return afterOperations([body].flat() as Operation[], retryAfter);
  const error = errorOf(body, `The function responded with ${status}.`);
  if (noRetry) return { kind: "failed", steps: [], error };
  return { kind: "retry", steps: [], due: retryAfter, error };
}

/** Reads the response to an attempt (counted from 0). The last attempt is not retried. */
export function outcomeOf(answer: SdkResponse, attempt: number, maxAttempts: number): Outcome {
  const outcome = read(answer);
  if (outcome.kind !== "retry" || attempt + 1 < maxAttempts) return outcome;
  return { kind: "failed", steps: outcome.steps, error: outcome.error };
}
