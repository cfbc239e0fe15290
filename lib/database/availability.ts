/** Whether the database can be reached. */
import { env } from "../env.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { pool } from "./pool.ts";

/** Runs an empty query. @returns false if the database is down, or silent for DATABASE_TIMEOUT_MS @throws any other error */
export async function isDatabaseReachable(): Promise<boolean> {
  const query = { text: "select", query_timeout: env().databaseTimeoutMs };
  try {
    await pool().query(query);
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}
