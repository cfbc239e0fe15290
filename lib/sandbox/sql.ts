/** SQL of the sandbox page: the version of its state, and the demo bank's inbox. */
import { sql } from "kysely";
import { insertFrom } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

const count = sql<number>`count(*)`.as("count");

/** Whether anything of a bank is pending, and a version that changes whenever the page would. */
export const selectState = statement((given: Parameters<{ bankId: string }>) =>
  kysely
    .with("pending", (db) =>
      db.selectNoFrom((of) => [
        of
          .selectFrom("donation")
          .select(count)
          .where("bankId", "=", given.bankId)
          .where("status", "=", sql.lit("pending"))
          .as("donations"),
        of
          .selectFrom("credit")
          .innerJoin("donation", "donation.id", "credit.donationId")
          .select(({ ref }) => sql`coalesce(sum(${ref("attemptCount")}), 0)`.as("pushes"))
          .where("bankId", "=", given.bankId)
          .where("donation.status", "=", sql.lit("pending"))
          .as("pushes"),
        of
          .selectFrom("webhookDelivery as d")
          .innerJoin("event as e", "e.id", "d.eventId")
          .select(count)
          .where("e.bankId", "=", given.bankId)
          .where("d.status", "=", sql.lit("pending"))
          .as("deliveries"),
      ]),
    )
    .with("latest", (db) =>
      db.selectNoFrom((of) => [
        of
          .selectFrom("donation")
          .select("id")
          .where("bankId", "=", given.bankId)
          .orderBy("createdAt", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .as("donation"),
        of
          .selectFrom("event")
          .select("id")
          .where("bankId", "=", given.bankId)
          .orderBy("createdAt", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .as("event"),
        of
          .selectFrom("webhookAttempt")
          .select(({ fn }) => fn.max("id").as("id"))
          .as("attempt"),
        of
          .selectFrom("sandboxInbox")
          .select(({ fn }) => fn.max("id").as("id"))
          .as("received"),
      ]),
    )
    .selectFrom(["pending", "latest"])
    .select([
      sql<boolean>`pending.donations + pending.deliveries > 0`.as("pending"),
      sql<string>`concat_ws('.', latest.donation, latest.event, latest.attempt, latest.received,
        pending.donations, pending.deliveries, pending.pushes)`.as("version"),
    ]),
);

type Received = { id: string; verified: boolean; body: string };

/** Removes unverified webhooks with an id. */
export const deleteUnverified = statement((given: Parameters<{ id: string }>) =>
  kysely
    .deleteFrom("sandboxInbox")
    .where("webhookId", "=", given.id)
    .where("verified", "is", false),
);

/** Adds a webhook unless its id is stored. @returns it if it was added */
export const insertReceived = statement((given: Parameters<Received>) =>
  insertFrom(
    kysely,
    "sandboxInbox",
    kysely
      .selectNoFrom([
        given.id.as("webhookId"),
        given.verified.as("verified"),
        given.body.as("body"),
      ])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("sandboxInbox").select("id").where("webhookId", "=", given.id))),
      ),
  ).returning("webhookId"),
);

/** Keeps only the newest. */
export const deleteAllBut = statement((given: Parameters<{ kept: number }>) =>
  kysely
    .deleteFrom("sandboxInbox")
    .where("id", "<=", (of) =>
      of
        .selectFrom("sandboxInbox")
        .select("id")
        .orderBy("id", "desc")
        .limit(sql.lit(1))
        .offset(given.kept),
    ),
);
