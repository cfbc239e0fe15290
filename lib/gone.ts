/** The end of durable work whose row is gone: a sandbox was reset, or the row's time was over. */
import { run } from "./database/run.ts";
import { kysely } from "./database/tables.ts";

/**
 * Does work on a row. Where it fails and the row is no longer there, that is why, at whatever point the
 * row went: nothing is left to do, and trying again would never find it.
 * @returns what the work does; `gone` where there is no such row (any more)
 * @throws what the work throws while the row is there, or nobody can tell
 */
export async function unlessGone<T>(
  table: "cardholder" | "donation" | "mail" | "webhookDelivery",
  id: string,
  work: () => Promise<T>,
): Promise<T | "gone"> {
  try {
    return await work();
  } catch (error) {
    const isThere = await run(kysely.selectFrom(table).select("id").where("id", "=", id)).then(
      (rows) => rows.length > 0,
      () => true,
    );
    if (isThere) throw error;
    return "gone";
  }
}
