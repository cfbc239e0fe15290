/**
 * The options of a function that the executor implements. Others are rejected by name at startup: a limit
 * that is silently ignored would be discovered in production.
 */

import { readSchedule, type Schedule } from "./cron.ts";

/** A function as the SDK describes it when it is synced. */
export type FunctionConfig = {
  id: string;
  name?: string;
  triggers: Record<string, unknown>[];
  steps: Record<string, { retries?: { attempts?: number } }>;
  concurrency?: unknown;
  idempotency?: string;
} & Record<string, unknown>;

/** The maximum of concurrent runs: of the function, or for each value of a key. */
export type ConcurrencyLimit = { limit: number; keyPath: string[] };

/** What the executor needs to know about a function. */
export type Plan = {
  id: string;
  /** Names of the events that start it. */
  events: string[];
  /** Its cron schedules. */
  schedules: Schedule[];
  /** Set if this is the `onFailure` handler of that function. */
  failureOf: string | undefined;
  maxAttempts: number;
  /** None, one or two. `keyPath` is the path in the event's data of the value that a limit is for. */
  concurrency: ConcurrencyLimit[];
  /** The path in the event's data of the value that starts only one run. */
  idempotencyPath: string[] | undefined;
};

const UNDERSTOOD = new Set(["id", "name", "triggers", "steps", "concurrency", "idempotency"]);
/** Options whose name in the protocol differs from the one in `createFunction`. */
const OPTION_NAMES: Record<string, string> = { cancel: "cancelOn" };
/** The Inngest server's default. */
const DEFAULT_RETRIES = 4;
const FAILURE_EVENT = "inngest/function.failed";
const FAILURE_OF = /^event\.data\.function_id == '([^']+)'$/;
const KEY = /^event\.data((?:\.[A-Za-z_]\w*)+)$/;

/** A function uses an option that the executor does not implement. */
export class UnsupportedOption extends Error {
  override name = "UnsupportedOption";
  constructor(functionId: string, option: string) {
    super(`The embedded executor can't run ${functionId}: it doesn't support ${option}.`);
  }
}

function readCron(id: string, cron: string): Schedule {
  try {
    return readSchedule(cron);
  } catch (error) {
    throw new UnsupportedOption(id, `the \`cron\` "${cron}" (${(error as Error).message})`);
  }
}

type Trigger = { event?: string; failureOf?: string; schedule?: Schedule };

function readTrigger(id: string, trigger: Record<string, unknown>): Trigger {
  const { event, expression, cron, ...others } = trigger;
  const [other] = Object.keys(others);
  if (other) throw new UnsupportedOption(id, `a trigger's \`${other}\``);
  if (cron !== undefined) return { schedule: readCron(id, String(cron)) };
  const failureOf = event === FAILURE_EVENT && FAILURE_OF.exec(String(expression))?.[1];
  if (expression !== undefined && !failureOf) throw new UnsupportedOption(id, "a trigger's `if`");
  if (String(event).includes("*"))
    throw new UnsupportedOption(id, `the wildcard trigger "${event}"`);
  return { event: String(event), failureOf: failureOf || undefined };
}

/** Reads an option that is a path in the event's data. */
function readPath(id: string, option: string, expression: unknown): string[] {
  const path = KEY.exec(String(expression))?.[1];
  if (path === undefined) throw new UnsupportedOption(id, `\`${option}\` "${expression}"`);
  return path.split(".").slice(1);
}

/** The maximum of an Inngest server. */
const MAX_LIMITS = 2;

function readLimit(id: string, option: unknown): ConcurrencyLimit | undefined {
  const { limit, key, scope, ...others } = (
    typeof option === "object" && option !== null ? option : { limit: option }
  ) as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other) throw new UnsupportedOption(id, `\`concurrency.${other}\``);
  if (scope !== undefined && scope !== "fn") {
    throw new UnsupportedOption(id, `\`concurrency.scope\` "${scope}"`);
  }
  const keyPath = key === undefined ? [] : readPath(id, "concurrency.key", key);
  // Both undefined and 0 mean no limit.
  return limit ? { limit: Number(limit), keyPath } : undefined;
}

function readConcurrency(id: string, option: unknown): ConcurrencyLimit[] {
  const options = Array.isArray(option) ? option : [option];
  if (options.length > MAX_LIMITS) throw new UnsupportedOption(id, "a third `concurrency`");
  return options.flatMap((one) => readLimit(id, one) ?? []);
}

/**
 * Reads one function's configuration.
 * @throws UnsupportedOption that names the function and the option
 */
export function readPlan(config: FunctionConfig): Plan {
  for (const [option, value] of Object.entries(config)) {
    if (value === undefined || value === null || UNDERSTOOD.has(option)) continue;
    throw new UnsupportedOption(config.id, `\`${OPTION_NAMES[option] ?? option}\``);
  }
  const { idempotency } = config;
  const triggers = config.triggers.map((trigger) => readTrigger(config.id, trigger));
  const retries = Object.values(config.steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES;
  return {
    id: config.id,
    events: triggers.flatMap(({ event }) => event ?? []),
    schedules: triggers.flatMap(({ schedule }) => schedule ?? []),
    failureOf: triggers.find(({ failureOf }) => failureOf)?.failureOf,
    maxAttempts: retries + 1,
    concurrency: readConcurrency(config.id, config.concurrency),
    idempotencyPath:
      typeof idempotency === "string" ? readPath(config.id, "idempotency", idempotency) : undefined,
  };
}
