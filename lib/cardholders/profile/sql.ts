/** SQL of the profile: names, accounts, and sums. */
import { type Expression, type NotNull, sql } from "kysely";
import { asBoolean } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";
import { centsIn, giftsIn, givingOf } from "../giving/sql.ts";

type Cardholder = { cardholderId: string };

/**
 * The name from the oldest account, an active and accepted one first. A bank that links the person later cannot change
 * it.
 */
export const nameByBank = (cardholderId: Expression<string>) =>
  kysely
    .selectFrom("account")
    .select("account.displayName")
    .where("account.cardholderId", "=", cardholderId)
    .orderBy(sql`account.status = 'active'`, "desc")
    .orderBy(sql`account.accepted_at is not null`, "desc")
    .orderBy("account.linkedAt")
    .orderBy("account.id")
    .limit(sql.lit(1))
    .$asScalar();

/** Sums of their own gifts, whoever an account belongs to now. */
export const findProfile = statement(
  (given: Parameters<Cardholder>) =>
    kysely
      .selectFrom("cardholder as c")
      .crossJoinLateral((of) =>
        givingOf(of.ref("c.id"))
          .select([
            giftsIn("completed").as("donationCount"),
            centsIn("completed").as("donatedCents"),
          ])
          .as("sums"),
      )
      .select(["c.email", "c.phone", "c.preferredSchoolId", "c.preferredFund", "c.createdAt"])
      .select(["c.taxReceiptEmail", "sums.donationCount", "sums.donatedCents"])
      .select((of) => [
        of.fn.coalesce("c.displayName", nameByBank(of.ref("c.id")), "c.email").as("displayName"),
        asBoolean(
          of.exists(
            of
              .selectFrom("totp")
              .select("totp.keyId")
              .whereRef("totp.cardholderId", "=", "c.id")
              .where("totp.confirmedAt", "is not", null),
          ),
        ).as("mfaEnabled"),
      ])
      .where("c.id", "=", given.cardholderId)
      .$narrowType<{ displayName: NotNull }>(),
  { name: "own-profile" },
);

/** The name that a cardholder has chosen, and the one used otherwise. */
export const findNames = statement((given: Parameters<Cardholder>) =>
  kysely
    .selectFrom("cardholder as c")
    .select((of) => ["c.displayName as chosen", nameByBank(of.ref("c.id")).as("byBank")])
    .where("c.id", "=", given.cardholderId),
);

/**
 * Stores the bank's name for a cardholder who has not chosen one, so that from then on only they can change
 * it. With accounts at several banks it is the oldest account's, which no later link can become.
 */
export const adoptNameByBank = statement((given: Parameters<Cardholder>) =>
  kysely
    .updateTable("cardholder as c")
    .set((of) => ({ displayName: nameByBank(of.ref("c.id")) }))
    .where("c.id", "=", given.cardholderId)
    .where("c.displayName", "is", null),
);

/** Schools that a cardholder follows, has given to, or prefers, by name. */
export const findSchoolsToPrefer = statement((given: Parameters<Cardholder>) =>
  kysely
    .selectFrom("school as s")
    .innerJoin("cardholder as c", (join) => join.on("c.id", "=", given.cardholderId))
    .select(["s.id as schoolId", "s.name", "s.active"])
    .where((of) =>
      of.or([
        of("s.id", "=", of.ref("c.preferredSchoolId")),
        of.and([
          of.ref("s.active"),
          of(
            "s.id",
            "in",
            of
              .selectFrom("followedSchool")
              .select("schoolId")
              .where("cardholderId", "=", given.cardholderId)
              .union(givingOf(given.cardholderId).select("t.schoolId").where("t.count", ">", 0)),
          ),
        ]),
      ]),
    )
    .orderBy("s.sortKey")
    .orderBy("s.id"),
);

/** How many unlinked accounts are shown. */
const UNLINKED_SHOWN = 50;

const COLUMNS = [
  ...(["id", "bankId", "loyaltyProgramId", "status", "linkedAt", "acceptedAt"] as const),
] as const;

/**
 * A person's accounts: all that are linked now, of which a bank may have few (lib/accounts/mutations.ts),
 * and the latest unlinked ones, of which it may have made any number.
 */
export const accountsOf = (cardholderId: Expression<string>) =>
  kysely
    .selectFrom("account")
    .select(COLUMNS)
    .where("cardholderId", "=", cardholderId)
    .where("status", "in", [sql.lit("active"), sql.lit("pending_oauth")])
    .unionAll((of) =>
      of.parens(
        of
          .selectFrom("account")
          .select(COLUMNS)
          .where("cardholderId", "=", cardholderId)
          .where("status", "=", sql.lit("unlinked"))
          .orderBy("linkedAt", "desc")
          .orderBy("id", "desc")
          .limit(sql.lit(UNLINKED_SHOWN)),
      ),
    );

/**
 * Most recently linked first. The sums are of this person's gifts: an account may have been someone else's
 * before.
 */
export const findLoyaltyAccounts = statement(
  (given: Parameters<Cardholder & { standardRate: number }>) =>
    kysely
      .selectFrom(accountsOf(given.cardholderId).as("a"))
      .innerJoin("bank as b", "b.id", "a.bankId")
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .leftJoin(
        givingOf(given.cardholderId)
          .select(["t.accountId", giftsIn("completed").as("count")])
          .select(centsIn("completed").as("totalCents"))
          .groupBy("t.accountId")
          .as("donated"),
        (join) => join.onRef("donated.accountId", "=", "a.id"),
      )
      .select(["a.id", "b.name as bankName", "a.loyaltyProgramId", "a.status", "a.linkedAt"])
      .select((of) => asBoolean(of("a.acceptedAt", "is not", null)).as("accepted"))
      .select([
        sql<number>`coalesce(p.points_per_dollar, ${given.standardRate})`.as("pointsPerDollar"),
        sql<number>`coalesce(donated.count, 0)`.as("donationCount"),
        sql<Cents>`coalesce(donated.total_cents, 0)`.as("donatedCents"),
      ])
      .orderBy("a.linkedAt", "desc")
      .orderBy("a.id", "desc"),
);
