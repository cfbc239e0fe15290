/** The ids of a job that log lines carry. */
import type { LogContext } from "../log.ts";

/** The fields of a job's data that may be logged: our own ids, never an address. */
const IDS = new Set("donation_id school_id delivery_id endpoint_id replay_id mail_id".split(" "));

/** The ids that an event's data holds. */
export const idsIn = (data: object): LogContext =>
  Object.fromEntries(
    Object.entries(data).filter(([name, value]) => IDS.has(name) && typeof value === "string"),
  );
