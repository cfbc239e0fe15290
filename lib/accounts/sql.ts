/** SQL of a bank's accounts. */
import type { InferResult } from "kysely";
import { kysely } from "../database/tables.ts";

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
