/** SQL that several sub-rooms of webhooks share. */
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/**
 * Locks a bank's row until the transaction ends, so that concurrent limit checks run one after another.
 * Donations take key-share locks, which do not wait for this one.
 */
export const lockBank = statement((given: Parameters<{ bankId: string }>) =>
  kysely.selectFrom("bank").select("id").where("id", "=", given.bankId).forNoKeyUpdate(),
);
