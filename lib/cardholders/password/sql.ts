/** SQL of passwords, and of the links that set them. */
import { sql } from "kysely";
import { now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";
import { nameByBank } from "../profile/sql.ts";

/** What a password is checked against: the hash before, and the name that the profile shows or will show. */
export const findPasswordOwner = statement((given: Parameters<{ cardholderId: string }>) =>
  kysely
    .selectFrom("cardholder as c")
    .select(["c.email", "c.passwordHash"])
    .select((of) => of.fn.coalesce("c.displayName", nameByBank(of.ref("c.id"))).as("name"))
    .where("c.id", "=", given.cardholderId),
);

/** @returns no row if it was replaced concurrently */
export const updatePassword = statement(
  (given: Parameters<{ cardholderId: string; from: string | null; to: string }>) =>
    kysely
      .updateTable("cardholder")
      .set({ passwordHash: given.to, passwordChangedAt: now })
      .where("id", "=", given.cardholderId)
      .where("passwordHash", "is not distinct from", given.from)
      .returning("id"),
);

export const deleteLinks = statement((given: Parameters<{ cardholderId: string }>) =>
  kysely.deleteFrom("resetToken").where("cardholderId", "=", given.cardholderId),
);

/** Serializes requests: two that count links concurrently would both find room for one. */
export const lockForLinks = statement((given: Parameters<{ cardholderId: string }>) =>
  kysely
    .selectFrom("cardholder")
    .select("id")
    .where("id", "=", given.cardholderId)
    .forNoKeyUpdate(),
);

type LinkRules = {
  cardholderId: string;
  maxRefused: number;
  minutesToUseIt: number;
  recentHours: number;
};

const isGood = (maxRefused: Parameters<LinkRules>["maxRefused"]) =>
  sql<boolean>`used_at is null and expires_at > now() and refused_count < ${maxRefused}::int`;

/** A cardholder's links: how many today, how many valid, and whether one stays valid for a while. */
export const countLinks = statement((given: Parameters<LinkRules>) =>
  kysely
    .selectFrom("resetToken")
    .crossJoinLateral(kysely.selectNoFrom(isGood(given.maxRefused).as("isGood")).as("judged"))
    .select([
      sql<number>`count(*) filter (where created_at > now() - interval '1 day')::int`.as("today"),
      sql<number>`count(*) filter (where is_good)::int`.as("good"),
      sql<boolean>`coalesce(bool_or(is_good and
        expires_at > now() + make_interval(mins => ${given.minutesToUseIt})), false)`.as("usable"),
      sql<boolean>`coalesce(
        max(created_at) > now() - make_interval(hours => ${given.recentHours}), false)`.as(
        "recent",
      ),
    ])
    .where("cardholderId", "=", given.cardholderId),
);

export const insertLink = statement(
  (given: Parameters<{ tokenHash: Buffer; cardholderId: string; minutes: number }>) =>
    kysely.insertInto("resetToken").values({
      tokenHash: given.tokenHash,
      cardholderId: given.cardholderId,
      expiresAt: sql<Date>`now() + make_interval(mins => ${given.minutes})`,
    }),
);

type GoodLink = { tokenHash: Buffer; maxRefused: number };

/** A link that has neither expired nor been used, and how many passwords were refused with it. */
export const findLink = statement((given: Parameters<{ tokenHash: Buffer }>) =>
  kysely
    .selectFrom("resetToken")
    .select(["cardholderId", "refusedCount"])
    .where("tokenHash", "=", given.tokenHash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now),
);

/** Counts an attempt with a valid link as refused. @returns the link's cardholder */
export const countLinkAttempt = statement((given: Parameters<GoodLink>) =>
  kysely
    .updateTable("resetToken")
    .set({ refusedCount: sql<number>`refused_count + 1` })
    .where("tokenHash", "=", given.tokenHash)
    .where(isGood(given.maxRefused))
    .returning("cardholderId"),
);

export const giveBackLinkAttempt = statement((given: Parameters<{ tokenHash: Buffer }>) =>
  kysely
    .updateTable("resetToken")
    .set({ refusedCount: sql<number>`greatest(refused_count - 1, 0)` })
    .where("tokenHash", "=", given.tokenHash),
);

/** Guarded: of two concurrent requests with one link, only one sets its password. */
export const redeemLink = statement((given: Parameters<{ tokenHash: Buffer }>) =>
  kysely
    .updateTable("resetToken")
    .set({ usedAt: now })
    .where("tokenHash", "=", given.tokenHash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning("cardholderId"),
);
