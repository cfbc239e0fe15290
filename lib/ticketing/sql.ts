/** SQL of ticketing: configurations, accounts on platforms, and the tables of the sandbox's platform. */
import { type SqlBool, sql } from "kysely";
import { insertFrom, optimizationFence } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { Cents } from "../money.ts";
import type { CreditInstruction } from "./adapter.ts";

export const findConfigurations = statement(
  (given: Parameters<{ schoolIds: string[] }>) =>
    kysely
      .selectFrom("platformConfig")
      .select(["schoolId", "adapter", "keyId", "sealed"])
      .where(sql<SqlBool>`school_id = any(${given.schoolIds})`),
  { name: "platform-config" },
);

type WantedAccount = { key: string; schoolId: string; emailKey: string };

/** The known accounts of fans, each with its lookup key. */
export const findAccounts = statement(
  (given: Parameters<{ fans: WantedAccount[] }>) =>
    kysely
      .selectFrom(
        recordset(given.fans, "wanted", { key: "text", schoolId: "text", emailKey: "text" }),
      )
      .crossJoinLateral((db) =>
        db
          .selectFrom("platformAccount as a")
          .select("a.platformAccountId")
          .whereRef("a.schoolId", "=", "wanted.schoolId")
          .whereRef("a.emailKey", "=", "wanted.emailKey")
          .offset(optimizationFence)
          .as("found"),
      )
      .select(["wanted.key", "found.platformAccountId as accountId"]),
  { name: "platform-accounts" },
);

type KnownAccount = { schoolId: string; emailKey: string; accountId: string };

/** Two pushes for one fan may collide here; the platform returned the same account to both. */
export const insertAccount = statement(
  (given: Parameters<KnownAccount>) =>
    kysely
      .insertInto("platformAccount")
      .values({
        schoolId: given.schoolId,
        emailKey: given.emailKey,
        platformAccountId: given.accountId,
      })
      .onConflict((on) => on.doNothing()),
  { name: "remember-platform-account" },
);

/** Counts a credit request. @returns how many there were, and whether an operator has released it */
export const countRequest = statement((given: Parameters<{ partnerReference: string }>) =>
  kysely
    .insertInto("stubFault")
    .values({ partnerReference: given.partnerReference, requestCount: 1 })
    .onConflict((on) =>
      on
        .column("partnerReference")
        .doUpdateSet((of) => ({ requestCount: of("stubFault.requestCount", "+", 1) })),
    )
    .returning(["requestCount", "released"]),
);

export const markReleased = statement((given: Parameters<{ partnerReference: string }>) =>
  kysely
    .insertInto("stubFault")
    .values({ partnerReference: given.partnerReference, requestCount: 0, released: true })
    .onConflict((on) => on.column("partnerReference").doUpdateSet({ released: true })),
);

type NewCredit = {
  partnerReference: string;
  schoolId: string;
  fanId: string;
  amountCents: Cents;
  instruction: CreditInstruction;
};

/** As a ticket office hands them out: OSU-26-118204. The sequence alone makes them unique. */
const confirmationNumber = sql<string>`
  coalesce(school.monogram, upper(left(credit.school_id, 3))) || to_char(now(), '-YY-')
    || nextval('stub_credit_number')`;

/** Books credits, at most one per partner reference. @returns the new ones */
export const insertCredits = statement(
  (given: Parameters<{ credits: NewCredit[] }>) =>
    insertFrom(
      kysely,
      "stubCredit",
      kysely
        .selectFrom(
          recordset(given.credits, "credit", {
            ...{ partnerReference: "text", schoolId: "text", fanId: "text" },
            ...{ amountCents: "int8", instruction: "jsonb" },
          }),
        )
        .leftJoin("school", "school.id", "credit.schoolId")
        .select(confirmationNumber.as("id"))
        .select(["partnerReference", "schoolId", "fanId", "amountCents", "instruction"]),
    )
      .onConflict((on) => on.column("partnerReference").doNothing())
      .returning(["id", "partnerReference"]),
  { name: "stub-credits" },
);

const bookedCredits = kysely
  .selectFrom("stubCredit")
  .select(["id as creditId", sql<string>`'posted'`.as("status"), "partnerReference"])
  .select(["amountCents", "createdAt"]);

export const findCredits = statement((given: Parameters<{ partnerReferences: string[] }>) =>
  bookedCredits.where(sql<SqlBool>`partner_reference = any(${given.partnerReferences})`),
);

type Page = { from: Date; to: Date; afterId: string; limit: number };

/** Credits after a time and id, in order. */
export const listCredits = statement((given: Parameters<Page>) =>
  bookedCredits
    .where("createdAt", ">=", given.from)
    .where("createdAt", "<", given.to)
    .where(sql<SqlBool>`(created_at, id) > (${given.from}, ${given.afterId})`)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(given.limit),
);

type NewFan = { id: string; schoolId: string; email: string };

/** Creates or finds a fan. */
export const upsertFan = statement((given: Parameters<NewFan>) =>
  kysely
    .insertInto("stubFan")
    .values({
      id: given.id,
      schoolId: given.schoolId,
      emailKey: sql<string>`lower(${given.email})`,
    })
    .onConflict((on) =>
      on
        .columns(["schoolId", "emailKey"])
        .doUpdateSet((of) => ({ emailKey: of.ref("excluded.emailKey") })),
    )
    .returning("id"),
);
