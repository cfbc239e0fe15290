/** SQL that several parts of webhooks share. */
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/**
 * Locks a bank's row until the transaction ends: of two that count what a bank has, the second waits here
 * and counts what the first has added. Donations take key-share locks, which do not wait for this one.
 */
export const lockBank = statement((given: Parameters<{ bankId: string }>) =>
  kysely.selectFrom("bank").select("id").where("id", "=", given.bankId).forNoKeyUpdate(),
);
