/** SQL of the profile: names, accounts, and sums. */
import { type Expression, type NotNull, sql } from "kysely";
import { asBoolean } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";

type Cardholder = { cardholderId: string };

/** Points per dollar if the bank has set no rate for the program. */
export const STANDARD_RATE = 100;

/**
 * The tallies of what counts as a cardholder's own gifts, by account, day (UTC), school, and status. Triggers maintain
 * them in the transaction that changes a donation (prisma/migrations, giving_tally): a few rows, however many gifts
 * there are. A gift that is undone leaves one of zero.
 */
export const givingOf = (cardholderId: Expression<string> | string) =>
  kysely
    .selectFrom("givingTally as t")
    .where("t.cardholderId", "=", cardholderId)
    .where("t.attributed", "=", sql.lit(true));

const ofStatus = (status: string) => sql`filter (where t.status = ${sql.lit(status)})`;

/** The number of gifts in a status. */
export const giftsIn = (status: string) =>
  sql<number>`coalesce(sum(t.count) ${ofStatus(status)}, 0)::int8`;

/** The sum of gifts in a status. */
export const centsIn = (status: string) =>
  sql<Cents>`coalesce(sum(t.cents) ${ofStatus(status)}, 0)::int8`;

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
              .select("totp.cardholderId")
              .whereRef("totp.cardholderId", "=", "c.id")
              .where("totp.confirmedAt", "is not", null),
          ),
        ).as("mfaEnabled"),
      ])
      .where("c.id", "=", given.cardholderId)
      .$narrowType<{ displayName: NotNull }>(),
  { name: "own-profile" },
);

/** The balance of the account `a`; null if a gift from it has used points since then, or is about to. */
export const currentBalance = [
  sql<number | null>`case when not exists (
      select 1 from donation where account_id = a.id and created_at > a.points_balance_at and status <> 'failed'
    ) then a.points_balance end`.as("pointsBalance"),
  sql<Date | null>`a.points_balance_at`.as("pointsBalanceAt"),
] as const;

/** How many unlinked accounts are shown. */
const UNLINKED_SHOWN = 50;

const COLUMNS = [
  ...(["id", "bankId", "loyaltyProgramId", "status", "linkedAt", "acceptedAt"] as const),
  ...(["pointsBalance", "pointsBalanceAt"] as const),
] as const;

/**
 * A person's accounts: all that are linked now, of which a bank may have few (lib/accounts/bank-and-person.ts),
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
export const findLoyaltyAccounts = statement((given: Parameters<Cardholder>) =>
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
    .select([...currentBalance])
    .select([
      sql<number>`coalesce(p.points_per_dollar, ${sql.lit(STANDARD_RATE)})`.as("pointsPerDollar"),
      sql<number>`coalesce(donated.count, 0)`.as("donationCount"),
      sql<Cents>`coalesce(donated.total_cents, 0)`.as("donatedCents"),
    ])
    .orderBy("a.linkedAt", "desc")
    .orderBy("a.id", "desc"),
);
