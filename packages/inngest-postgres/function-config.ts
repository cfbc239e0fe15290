/**
 * The options of a function that the executor implements. Others are rejected by name at startup: a limit
 * that is silently ignored would be discovered in production.
 */
import { Cron } from "croner";

/** A function as the SDK describes it when it is synced. */
export type FunctionConfig = {
  id: string;
  name?: string;
  triggers: Record<string, unknown>[];
  steps: Record<string, { retries?: { attempts?: number } }>;
  concurrency?: unknown;
} & Record<string, unknown>;

/** The maximum of concurrent runs: of the function, or for each value of a key. */
export type ConcurrencyLimit = { limit: number; keyPath: string[] };

/** What the executor needs to know about a function. */
export type Plan = {
  id: string;
  /** Names of the events that start it. */
  events: string[];
  /** Its cron expressions, in UTC: five fields, or six with seconds in front. */
  schedules: string[];
  maxAttempts: number;
  /** None, one or two. `keyPath` is the path in the event's data of the value that a limit is for. */
  concurrency: ConcurrencyLimit[];
};

const UNDERSTOOD = new Set(["id", "name", "triggers", "steps", "concurrency"]);
/** The Inngest server's default. */
const DEFAULT_RETRIES = 4;
const KEY = /^event\.data((?:\.[A-Za-z_]\w*)+)$/;

/** A function uses an option that the executor does not implement. */
export class UnsupportedOption extends Error {
  override name = "UnsupportedOption";
  constructor(functionId: string, option: string) {
    super(`The embedded executor can't run ${functionId}: it doesn't support ${option}.`);
  }
}

/** The library also accepts nicknames and dates, which an Inngest server does not. */
const FIELDS = /^\S+(\s+\S+){4,5}$/;

function readCron(id: string, cron: string): string {
  try {
    if (FIELDS.test(cron) && new Cron(cron, { timezone: "UTC" }).nextRun()) return cron;
  } catch {
    // As one that matches no time.
  }
  throw new UnsupportedOption(id, `the \`cron\` "${cron}"`);
}

function readTrigger(id: string, trigger: Record<string, unknown>) {
  const { event, cron, ...others } = trigger;
  const [other] = Object.keys(others);
  if (other) throw new UnsupportedOption(id, `a trigger's \`${other}\``);
  if (cron !== undefined) return { schedule: readCron(id, String(cron)) };
  if (String(event).includes("*"))
    throw new UnsupportedOption(id, `the wildcard trigger "${event}"`);
  return { event: String(event) };
}

/** Reads a limit's key: a path in the event's data. */
function readKey(id: string, key: unknown): string[] {
  const path = KEY.exec(String(key))?.[1];
  if (path === undefined) throw new UnsupportedOption(id, `\`concurrency.key\` "${key}"`);
  return path.split(".").slice(1);
}

/** The maximum of an Inngest server. */
const MAX_LIMITS = 2;

function readLimit(id: string, option: unknown): ConcurrencyLimit | undefined {
  const { limit, key, ...others } = (
    typeof option === "object" && option !== null ? option : { limit: option }
  ) as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other) throw new UnsupportedOption(id, `\`concurrency.${other}\``);
  const keyPath = key === undefined ? [] : readKey(id, key);
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
    throw new UnsupportedOption(config.id, `\`${option}\``);
  }
  const triggers = config.triggers.map((trigger) => readTrigger(config.id, trigger));
  const retries = Object.values(config.steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES;
  return {
    id: config.id,
    events: triggers.flatMap(({ event }) => event ?? []),
    schedules: triggers.flatMap(({ schedule }) => schedule ?? []),
    maxAttempts: retries + 1,
    concurrency: readConcurrency(config.id, config.concurrency),
  };
}
