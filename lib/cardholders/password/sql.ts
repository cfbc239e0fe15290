/** SQL of the links that set a password. */
import { sql } from "kysely";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

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

type GoodLink = { tokenHash: Buffer; maxRefused: number };

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
