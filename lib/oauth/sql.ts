/** SQL of the authorization server: what it keeps, and its signing keys. */
import { sql } from "kysely";
import { inSeconds, insertFrom, now } from "../database/expressions.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

type NewObject = {
  idHash: Buffer;
  kind: string;
  linkId: string;
  grantHash: Buffer | null;
  encryptedPayload: Buffer;
  lifetimeSeconds: number;
};

/**
 * Stores an object of a link, or replaces its content.
 * @returns no row if the link has ended
 */
export const upsertObject = statement((given: Parameters<NewObject>) =>
  insertFrom(
    kysely,
    "oauthObject",
    kysely
      .selectFrom("accountLink as l")
      .select([given.idHash.as("idHash"), given.kind.as("kind"), "l.id as linkId"])
      .select([sql<Buffer | null>`${given.grantHash}::bytea`.as("grantHash")])
      .select([given.encryptedPayload.as("encryptedPayload")])
      .select(inSeconds(given.lifetimeSeconds).as("expiresAt"))
      .where("l.id", "=", given.linkId)
      // The link may be ending: waits for that, and then inserts nothing.
      .forKeyShare("l"),
  )
    .onConflict((on) =>
      on.column("idHash").doUpdateSet((of) => ({
        encryptedPayload: of.ref("excluded.encryptedPayload"),
        expiresAt: of.ref("excluded.expiresAt"),
      })),
    )
    .returning("idHash"),
);

/** Deletes all but the latest objects of this kind that a link has, under the link's lock. */
export const trimObjects = statement(
  (given: Parameters<{ linkId: string; kind: string; kept: number }>) =>
    kysely
      .with("locked", (of) =>
        of.selectFrom("accountLink").select("id").where("id", "=", given.linkId).forNoKeyUpdate(),
      )
      .deleteFrom("oauthObject")
      .where("linkId", "in", (of) => of.selectFrom("locked").select("id"))
      .where("idHash", "in", (of) =>
        of
          .selectFrom("oauthObject")
          .select("idHash")
          .where("linkId", "=", given.linkId)
          .where("kind", "=", given.kind)
          .orderBy("createdAt", "desc")
          .offset(given.kept),
      ),
);

type Named = { idHash: Buffer; kind: string };

/** While the database is unavailable, requests answer 503 soon. */
const READ = { onRequest: true };

export const findObject = statement(
  (given: Parameters<Named>) =>
    kysely
      .selectFrom("oauthObject")
      .select(["encryptedPayload", "consumedAt", "linkId", "grantHash"])
      .where("idHash", "=", given.idHash)
      .where("kind", "=", given.kind),
  READ,
);

/**
 * Deletes what a grant gave, and with the grant itself every token that is just being made, under the link's
 * lock: several rows of a link are locked only after the link itself.
 */
export const revokeGrant = statement((given: Parameters<{ grantHash: Buffer }>) =>
  kysely
    .with("locked", (of) =>
      of
        .selectFrom("accountLink")
        .select("id")
        .where("id", "in", (inner) =>
          inner.selectFrom("oauthObject").select("linkId").where("grantHash", "=", given.grantHash),
        )
        .forNoKeyUpdate(),
    )
    .deleteFrom("oauthObject")
    .where("linkId", "in", (of) => of.selectFrom("locked").select("id"))
    .where("grantHash", "=", given.grantHash)
    .where("kind", "in", [sql.lit("AccessToken"), sql.lit("Grant")]),
);

/** Every key that is published, the newest that may sign first. */
export const findSigningKeys = statement(
  (_: Parameters<object>) =>
    kysely
      .selectFrom("signingKey")
      .select(["kid", "encryptedKey"])
      .where((of) => of.or([of("publishedUntil", "is", null), of("publishedUntil", ">", now)]))
      .orderBy(sql`signs_from <= now()`, "desc")
      .orderBy(sql`case when signs_from <= now() then signs_from end`, "desc")
      .orderBy("signsFrom")
      .orderBy("kid"),
  READ,
);
