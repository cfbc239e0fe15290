/** SQL of the identity behind an email address. */
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/**
 * Finds or creates a cardholder in one statement: neither the response nor its time tells a bank whether
 * the address was already known. @returns no row if a concurrent request is creating it
 */
export const findOrInsertCardholder = statement(
  (given: Parameters<{ id: string; email: string; emailKey: string }>) =>
    kysely
      .with("made", (db) =>
        db
          .insertInto("cardholder")
          .values({ id: given.id, email: given.email, emailKey: given.emailKey })
          .onConflict((conflict) => conflict.column("emailKey").doNothing())
          .returning("id"),
      )
      .selectFrom("made")
      .select("id")
      .unionAll((of) =>
        of.selectFrom("cardholder").select("id").where("emailKey", "=", given.emailKey),
      ),
);

/** In the transaction of a caller that may have locked or changed the row. */
export const findEmail = statement((given: Parameters<{ cardholderId: string }>) =>
  kysely.selectFrom("cardholder").select("email").where("id", "=", given.cardholderId),
);
