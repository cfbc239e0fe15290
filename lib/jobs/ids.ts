/** The ids of a job that log lines carry. */
import type { LogContext } from "../log.ts";

/** The fields of a job's data that may be logged: our own ids, never an address. */
const IDS = [
  "donation_id",
  "school_id",
  "delivery_id",
  "endpoint_id",
  "replay_id",
  "mail_id",
] as const;

/** The ids that an event's data holds. */
export function idsIn(data: unknown): LogContext {
  const given = (data ?? {}) as Record<string, unknown>;
  const entries = IDS.map((name) => [name, given[name]] as const);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [(typeof IDS)[number], string] => typeof entry[1] === "string",
    ),
  );
}
