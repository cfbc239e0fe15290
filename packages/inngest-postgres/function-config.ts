/**
 * The function options that the executor supports. Others are rejected by name at startup: a silently
 * ignored limit would only be discovered in production.
 */
import { Cron } from "croner";
import type { Inngest, InngestFunction } from "inngest";
import { z } from "zod";

/** The library also accepts nicknames and dates, which an Inngest server doesn't. */
const CRON = /^\S+(\s+\S+){4,5}$/;

function isCron(cron: string): boolean {
  try {
    return CRON.test(cron) && new Cron(cron, { timezone: "UTC" }).nextRun() !== null;
  } catch {
    return false;
  }
}

const trigger = z.strictObject({
  event: z
    .string()
    .regex(/^[^*]*$/, "wildcards aren't supported")
    .optional(),
  cron: z.string().refine(isCron, "not a cron expression in UTC").optional(),
});

/** A number is a limit without a key; 0 means no limit. */
const limit = z.preprocess(
  (value) => (typeof value === "object" ? value : { limit: value }),
  z.strictObject({
    limit: z.number().optional(),
    key: z
      .string()
      .regex(/^event\.data(\.[A-Za-z_]\w*)+$/, "not a path in event.data")
      .default("event.data")
      .transform((key) => key.split(".").slice(2)),
  }),
);

/** The same as an Inngest server's. */
const [MAX_LIMITS, DEFAULT_RETRIES] = [2, 4];

/** A function's configuration as the SDK registers it with a server. */
const config = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(trigger),
  steps: z.record(z.string(), z.object({ retries: z.object({ attempts: z.number() }).optional() })),
  concurrency: z.preprocess((value) => [value ?? []].flat(), z.array(limit).max(MAX_LIMITS)),
});

/** What the executor needs to know about a function. */
export type Plan = {
  id: string;
  events: string[];
  /** Its cron expressions, in UTC: five fields, or six, starting with seconds. */
  schedules: string[];
  maxAttempts: number;
  /** Up to two limits on its concurrent runs: in total, or per value at a path in the event's data. */
  concurrency: { limit: number; keyPath: string[] }[];
};

/** Not a real URL: the executor calls functions in this process, and receives the client's requests there. */
export const BASE_URL = new URL("http://embedded.invalid/");

/**
 * Reads a function's configuration.
 * @throws Error that names the function and the unsupported option
 */
export function readPlans(client: Inngest, fn: InngestFunction.Like): Plan[] {
  // The SDK's own reading of the options, which a server gets as JSON.
  const options = { baseUrl: BASE_URL, appPrefix: client.id };
  const configs = (fn as InngestFunction.Any)["getConfig"](options);
  return JSON.parse(JSON.stringify(configs)).map(readPlan);
}

function readPlan(input: { id: string }): Plan {
  const parsed = config.safeParse(input);
  if (!parsed.success) {
    const problems = z.prettifyError(parsed.error);
    throw new Error(`The embedded executor can't run ${input.id}:\n${problems}`);
  }
  const { id, triggers, steps, concurrency } = parsed.data;
  const retries = Object.values(steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES;
  return {
    id,
    events: triggers.flatMap(({ event }) => event ?? []),
    schedules: triggers.flatMap(({ cron }) => cron ?? []),
    maxAttempts: retries + 1,
    concurrency: concurrency.flatMap(({ limit, key }) => (limit ? { limit, keyPath: key } : [])),
  };
}
