/** Ends durable work without an error when a sandbox reset or retention has deleted its row. */
import { run } from "./run.ts";
import { kysely } from "./tables.ts";

/**
 * Runs work on a row. If the work fails and the row no longer exists, the deletion is assumed to be the cause:
 * nothing is left to do, and a retry would fail again.
 * @returns the work's result, or `gone` if the row does not exist
 * @throws the work's error if the row exists, or if that cannot be checked
 */
export async function unlessDeleted<T>(
  table: "cardholder" | "correction" | "donation" | "email" | "webhookDelivery",
  id: string,
  work: () => Promise<T>,
): Promise<T | "gone"> {
  try {
    return await work();
  } catch (error) {
    const exists = await run(kysely.selectFrom(table).select("id").where("id", "=", id)).then(
      (rows) => rows.length > 0,
      () => true,
    );
    if (exists) throw error;
    return "gone";
  }
}
