/**
 * The options of a function that the executor implements. Others are rejected by name at startup: a limit
 * that is silently ignored would be discovered in production.
 */
import { Cron } from "croner";
import { z } from "zod";

/** The library also accepts nicknames and dates, which an Inngest server does not. */
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

/** A number is a limit without a key; a limit of 0 is none. */
const limit = z.preprocess(
  (given) => (typeof given === "object" ? given : { limit: given }),
  z.strictObject({
    limit: z.number().optional(),
    key: z
      .string()
      .regex(/^event\.data(\.[A-Za-z_]\w*)+$/, "not a path in event.data")
      .default("event.data")
      .transform((key) => key.split(".").slice(2)),
  }),
);

/** An Inngest server's. */
const [MAX_LIMITS, DEFAULT_RETRIES] = [2, 4];

/** A function as the SDK describes it when it is synced. */
const config = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(trigger),
  steps: z.record(z.string(), z.object({ retries: z.object({ attempts: z.number() }).optional() })),
  concurrency: z.preprocess((given) => [given ?? []].flat(), z.array(limit).max(MAX_LIMITS)),
});

/** What the executor needs to know about a function. */
export type Plan = {
  id: string;
  /** Names of the events that start it. */
  events: string[];
  /** Its cron expressions, in UTC: five fields, or six with seconds in front. */
  schedules: string[];
  maxAttempts: number;
  /** None, one, or two limits of its concurrent runs: of all, or for each value at a path in the event's data. */
  concurrency: { limit: number; keyPath: string[] }[];
};

/**
 * Reads one function's configuration.
 * @throws Error that names the function and the option that isn't supported
 */
export function readPlan(given: { id: string }): Plan {
  const read = config.safeParse(given);
  if (!read.success) {
    const what = z.prettifyError(read.error);
    throw new Error(`The embedded executor can't run ${given.id}:\n${what}`);
  }
  const { id, triggers, steps, concurrency } = read.data;
  const retries = Object.values(steps)[0]?.retries?.attempts ?? DEFAULT_RETRIES;
  return {
    id,
    events: triggers.flatMap(({ event }) => event ?? []),
    schedules: triggers.flatMap(({ cron }) => cron ?? []),
    maxAttempts: retries + 1,
    concurrency: concurrency.flatMap((of) =>
      of.limit ? { limit: of.limit, keyPath: of.key } : [],
    ),
  };
}
