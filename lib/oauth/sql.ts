/** SQL of the authorization server: its stored objects and signing keys. */
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
 * Stores a link's object, or replaces its payload.
 * @returns no row if the link has ended
 */
export const upsertObject = statement((params: Parameters<NewObject>) =>
  insertFrom(
    kysely,
    "oauthObject",
    kysely
      .selectFrom("accountLink as l")
      .select([params.idHash.as("idHash"), params.kind.as("kind"), "l.id as linkId"])
      .select([sql<Buffer | null>`${params.grantHash}::bytea`.as("grantHash")])
      .select([params.encryptedPayload.as("encryptedPayload")])
      .select(inSeconds(params.lifetimeSeconds).as("expiresAt"))
      .where("l.id", "=", params.linkId)
      // Waits for a concurrent end of the link, and then inserts nothing.
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

/** Deletes all but a link's latest objects of this kind, under the link's lock. */
export const trimObjects = statement(
  (params: Parameters<{ linkId: string; kind: string; keep: number }>) =>
    kysely
      .with("locked", (of) =>
        of.selectFrom("accountLink").select("id").where("id", "=", params.linkId).forNoKeyUpdate(),
      )
      .deleteFrom("oauthObject")
      .where("linkId", "in", (of) => of.selectFrom("locked").select("id"))
      .where("idHash", "in", (of) =>
        of
          .selectFrom("oauthObject")
          .select("idHash")
          .where("linkId", "=", params.linkId)
          .where("kind", "=", params.kind)
          .orderBy("createdAt", "desc")
          .offset(params.keep),
      ),
);

export type ObjectKey = { idHash: Buffer; kind: string };

/** Fails fast with a 503 while the database is unavailable. */
const READ = { onRequest: true };

export const findObject = statement(
  (params: Parameters<ObjectKey>) =>
    kysely
      .selectFrom("oauthObject")
      .select(["encryptedPayload", "consumedAt", "linkId", "grantHash"])
      .where("idHash", "=", params.idHash)
      .where("kind", "=", params.kind),
  READ,
);

/**
 * Deletes a grant and its access tokens. One that is being created concurrently is useless without its grant.
 * Locks the link first, like everything that locks several of its rows.
 */
export const revokeGrant = statement((params: Parameters<{ grantHash: Buffer }>) =>
  kysely
    .with("locked", (of) =>
      of
        .selectFrom("accountLink")
        .select("id")
        .where("id", "in", (sub) =>
          sub.selectFrom("oauthObject").select("linkId").where("grantHash", "=", params.grantHash),
        )
        .forNoKeyUpdate(),
    )
    .deleteFrom("oauthObject")
    .where("linkId", "in", (of) => of.selectFrom("locked").select("id"))
    .where("grantHash", "=", params.grantHash)
    .where("kind", "in", [sql.lit("AccessToken"), sql.lit("Grant")]),
);

/** Every published key. The newest that may sign comes first. */
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
