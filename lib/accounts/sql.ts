/** SQL of linking accounts, and of listing them. */
import { type InferResult, sql } from "kysely";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/**
 * The current state before linking: the account, whether the preferred school exists, and the bank's apps.
 */
export const findLinkContext = statement(
  (given: Parameters<{ bankId: string; bankUserId: string; schoolId: string | null }>) =>
    kysely
      .selectFrom("bank as b")
      .leftJoin("account as a", (join) =>
        join.on("a.bankId", "=", given.bankId).on("a.bankUserId", "=", given.bankUserId),
      )
      .leftJoin("school as s", (join) => join.on("s.id", "=", sql<string>`${given.schoolId}`))
      .select(["a.id as accountId", "a.status as accountStatus", "s.active as schoolActive"])
      .select(["b.appSchemes", "b.redirectUris", "b.status as bankStatus"])
      .where("b.id", "=", given.bankId)
      // The bank isn't suspended until the link is made.
      .forShare("b"),
);

/** A bank's accounts, with what it is shown of them. */
export const accountsOf = (bankId: string) =>
  kysely
    .selectFrom("account")
    .select([
      ...(["id", "bankUserId", "email", "displayName", "status", "linkedAt"] as const),
      ...(["lastActiveAt", "loyaltyProgramId", "preferredSchoolId", "preferredFund"] as const),
      ...(["phone", "taxReceiptEmail", "metadata", "donationCount"] as const),
      "lifetimeDonatedCents",
    ])
    .where("bankId", "=", bankId);

export type ShownAccount = InferResult<ReturnType<typeof accountsOf>>[number];
