/** Whether the database can be reached. */
import { isDatabaseUnavailable } from "./errors.ts";
import { pool } from "./pool.ts";

/** Runs an empty query. @returns false if the database is unavailable @throws any other error */
export async function isDatabaseReachable(): Promise<boolean> {
  try {
    await pool().query("select");
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}
