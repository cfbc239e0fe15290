/** SQL of embedded sessions. */
import { sql } from "kysely";
import { givingTerms } from "../banks/sql.ts";
import { asBoolean } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Theme } from "./theme.ts";

/** A session with the current state of its bank and its account. */
export const selectSession = statement(
  (given: Parameters<{ id: string; standardRate: number }>) =>
    kysely
      .selectFrom("embedSession as e")
      .innerJoin("bank as b", "b.id", "e.bankId")
      .innerJoin("account as a", (join) =>
        join.onRef("a.id", "=", "e.accountId").onRef("a.bankId", "=", "e.bankId"),
      )
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .select(["e.id as sessionId", "e.bankId", "e.accountId", "b.name as bankName"])
      .select(["b.status as bankStatus", "e.keyId"])
      .select(["b.embedOrigins", "a.loyaltyProgramId as programId"])
      .select(["a.preferredSchoolId", "a.preferredFund", "e.schoolId", "e.fundDesignation as fund"])
      .select(["e.amountCents", "e.lockSchool", "e.lockAmount", "e.returnUrl", "e.cancelUrl"])
      .select(["e.cardholderId", "e.expiresAt"])
      .select(({ eb, fn, ref, and }) => [
        fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"),
        fn.coalesce("p.pointsPerDollar", given.standardRate).as("rate"),
        sql<Theme>`coalesce(${ref("e.theme")}, '{}')`.as("theme"),
        // Not if the link has ended since: a new link of the account may be to someone else.
        asBoolean(
          and([
            eb("a.status", "=", sql.lit("active")),
            eb("a.linkedAt", "<=", ref("e.createdAt")),
            eb("a.cardholderId", "=", ref("e.cardholderId")),
          ]),
        ).as("isLinked"),
      ])
      .select([...givingTerms])
      .where("e.id", "=", given.id),
  { name: "embed-session", onRequest: true },
);
