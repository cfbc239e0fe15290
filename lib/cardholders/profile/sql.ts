/** SQL for the profile: names, accounts, and totals. */
import { type Expression, type NotNull, sql } from "kysely";
import { asBoolean } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import type { Cents } from "../../money.ts";
import { hasSecondFactor } from "../mfa/sql.ts";

type Cardholder = { cardholderId: string };

/** Points per dollar, unless the bank has set a rate for the program. */
export const DEFAULT_POINTS_PER_DOLLAR = 100;

/**
 * Tallies of the gifts that count as a cardholder's own, by account, day (UTC), school, and status. Triggers update them
 * in the transaction that changes a donation (prisma/migrations, giving_tally), so totals don't read every gift. A tally
 * can be zero.
 */
export const ownGiftTallies = (cardholderId: Expression<string> | string) =>
  kysely
    .selectFrom("givingTally as t")
    .where("t.cardholderId", "=", cardholderId)
    .where("t.attributed", "=", sql.lit(true));

const ofStatus = (status: string) => sql`filter (where t.status = ${sql.lit(status)})`;

export const giftCountIn = (status: string) =>
  sql<number>`coalesce(sum(t.count) ${ofStatus(status)}, 0)::int8`;

export const giftCentsIn = (status: string) =>
  sql<Cents>`coalesce(sum(t.cents) ${ofStatus(status)}, 0)::int8`;

/** Whether a person is in a team. @param cardholderId with its table's name, as the membership has such a column, too */
export const isMember = (cardholderId: Expression<string>) =>
  sql<boolean>`exists (select from membership m where m.cardholder_id = ${cardholderId})`;

/**
 * Whether a person has proved their address: by setting a password, or by accepting an invitation to a team. From then
 * on, a bank's link means nothing to them until they accept it.
 */
const hasProvedAddress = (cardholderId: Expression<string>) =>
  sql<boolean>`(${isMember(cardholderId)} or exists (
    select from cardholder o where o.id = ${cardholderId} and o.password_hash is not null))`;

/**
 * The name from the oldest account, preferring active and then accepted ones. Another bank's later link can't change it
 * while this account is active and accepted, or once the person has proved their address.
 */
export const bankProvidedName = (cardholderId: Expression<string>) =>
  kysely
    .selectFrom("account")
    .select("account.displayName")
    .where("account.cardholderId", "=", cardholderId)
    .where((of) =>
      of.or([of("account.acceptedAt", "is not", null), of.not(hasProvedAddress(cardholderId))]),
    )
    .orderBy(sql`account.status = 'active'`, "desc")
    .orderBy(sql`account.accepted_at is not null`, "desc")
    .orderBy("account.linkedAt")
    .orderBy("account.id")
    .limit(sql.lit(1))
    .$asScalar();

/** Totals cover the cardholder's own gifts, even from accounts that now belong to someone else. */
export const findProfile = statement(
  (params: Parameters<Cardholder>) =>
    kysely
      .selectFrom("cardholder as c")
      .crossJoinLateral((of) =>
        ownGiftTallies(of.ref("c.id"))
          .select([
            giftCountIn("completed").as("donationCount"),
            giftCentsIn("completed").as("donatedCents"),
          ])
          .as("sums"),
      )
      .select(["c.email", "c.phone", "c.preferredSchoolId", "c.preferredFund", "c.createdAt"])
      .select([
        "c.taxReceiptEmail",
        "c.encryptedPostalAddress",
        "sums.donationCount",
        "sums.donatedCents",
      ])
      .select((of) => [
        of.fn
          .coalesce("c.displayName", bankProvidedName(of.ref("c.id")), "c.email")
          .as("displayName"),
        hasSecondFactor(of.ref("c.id")).as("mfaEnabled"),
      ])
      .where("c.id", "=", params.cardholderId)
      .$narrowType<{ displayName: NotNull }>(),
  { name: "own-profile" },
);

/** The balance of the account `a`; null if a gift from it has used points since then, or is about to. */
export const currentBalance = [
  sql<number | null>`case when not exists (
      select 1 from donation where account_id = a.id and created_at > a.points_balance_at and status in ('pending', 'completed')
    ) then a.points_balance end`.as("pointsBalance"),
  sql<Date | null>`a.points_balance_at`.as("pointsBalanceAt"),
] as const;

const MAX_UNLINKED = 50;

const COLUMNS = [
  ...(["id", "bankId", "loyaltyProgramId", "status", "linkedAt", "acceptedAt"] as const),
  ...(["pointsBalance", "pointsBalanceAt"] as const),
] as const;

/**
 * A cardholder's accounts: all linked ones (few per bank, see lib/accounts/bank-and-person.ts), and only the latest
 * unlinked ones, of which there may be any number.
 */
export const accountsOfCardholder = (cardholderId: Expression<string>) =>
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
          .limit(sql.lit(MAX_UNLINKED)),
      ),
    );

/**
 * Most recently linked first. Totals cover only this person's gifts: the account may have belonged to someone else
 * before.
 */
export const findLoyaltyAccounts = statement((params: Parameters<Cardholder>) =>
  kysely
    .selectFrom(accountsOfCardholder(params.cardholderId).as("a"))
    .innerJoin("bank as b", "b.id", "a.bankId")
    .leftJoin("loyaltyProgram as p", (join) =>
      join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
    )
    .leftJoin(
      ownGiftTallies(params.cardholderId)
        .select(["t.accountId", giftCountIn("completed").as("count")])
        .select(giftCentsIn("completed").as("totalCents"))
        .groupBy("t.accountId")
        .as("donated"),
      (join) => join.onRef("donated.accountId", "=", "a.id"),
    )
    .select(["a.id", "b.name as bankName", "a.loyaltyProgramId", "a.status", "a.linkedAt"])
    .select((of) => of.fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"))
    .select((of) => asBoolean(of("a.acceptedAt", "is not", null)).as("accepted"))
    .select([...currentBalance])
    .select([
      sql<number>`coalesce(p.points_per_dollar, ${sql.lit(DEFAULT_POINTS_PER_DOLLAR)})`.as(
        "pointsPerDollar",
      ),
      sql<number>`coalesce(donated.count, 0)`.as("donationCount"),
      sql<Cents>`coalesce(donated.total_cents, 0)`.as("donatedCents"),
    ])
    .orderBy("a.linkedAt", "desc")
    .orderBy("a.id", "desc"),
);
