/** SQL for sessions, their tokens, API keys, service keys, and encrypted columns. */
import { sql } from "kysely";
import { asBoolean, inSeconds, now, raw } from "../database/expressions.ts";
import { type Parameters, recordset, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";

/** Open sessions per person. Beyond that, opening one ends the least recently used. */
export const MAX_OPEN_SESSIONS = 100;
/** Ended sessions kept per person until retention deletes them: they record which networks the person used. */
const MAX_ENDED_SESSIONS = 100;

type NewSession = {
  id: string;
  cardholderId: string;
  /** Null for a person without a password. */
  passwordHash: string | null;
  /** The membership to act in; null for the cardholder's own context. */
  membershipId: string | null;
  lifetimeSeconds: number;
  userAgent: string | null;
  networkHash: Uint8Array | null;
  proof: FactorProof | null;
};

/** Staff sessions end after this time without use. */
const STAFF_IDLE_SECONDS = 30 * 60;
export type FactorProof = "app" | "passkey" | "recovery_code";
/** How long it counts as just proved. */
const STEP_UP_SECONDS = 10 * 60;

/** Whether a session (a row of this alias) is open: neither ended, expired, nor idle for too long. */
export const isOpenSession = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column("revoked_at")} is null and ${column("expires_at")} > now()
    and (${column("membership_id")} is null or ${column("last_used_at")}
      > now() - make_interval(secs => ${sql.lit(STAFF_IDLE_SECONDS)})))`;
};

/** Whether a second factor was just proved in a session. Null if none ever was. */
const isRecentlyVerified = (alias: string) =>
  sql<boolean | null>`(${sql.ref(`${alias}.verified_at`)}
    > now() - make_interval(secs => ${sql.lit(STEP_UP_SECONDS)}))`;

/** Ends sessions over the limit, of the one row of `person`. */
const evicted = sql`
    evicted as (
      update session_family set revoked_at = now() where id = any(array(
        select s.id from session_family s join person on person.id = s.cardholder_id
        where ${isOpenSession("s")}
        order by s.last_used_at desc, s.id desc offset ${sql.lit(MAX_OPEN_SESSIONS - 1)}))
    )`;

/** Deletes ended sessions over the limit. */
const deleted = sql`
    deleted as (
      delete from session_family where id = any(array(
        select s.id from session_family s join person on person.id = s.cardholder_id
        where not ${isOpenSession("s")}
        order by s.created_at desc, s.id desc offset ${sql.lit(MAX_ENDED_SESSIONS - 1)}))
    )`;

/**
 * Opens a session if the password still has this hash, and ends and deletes sessions over the limits. The row lock
 * waits for concurrent sign-ins and password changes, and then rechecks the hash.
 * @returns no row if the password was replaced
 */
export const insertSession = statement((params: Parameters<NewSession>) =>
  raw<{ id: string }>(sql`
    with person as materialized (
      select id from cardholder
      where id = ${params.cardholderId}
        and password_hash is not distinct from ${params.passwordHash}::text
      for no key update
    ),
    ${evicted},
    ${deleted}
    insert into session_family (id, cardholder_id, membership_id, expires_at, user_agent,
      network_hash, verified_at, verified_by_recovery_code)
    select ${params.id}::uuid, person.id, ${params.membershipId}::uuid,
      ${inSeconds(params.lifetimeSeconds)}, ${params.userAgent}::text, ${params.networkHash}::bytea,
      case when ${params.proof}::text is not null then now() end,
      coalesce(${params.proof}::text = 'recovery_code', false)
    from person
    returning id`),
);

type Switch = {
  id: string;
  personId: string;
  /** The session to end. */
  from: string;
  /** The membership to act in; null for the cardholder's own context. */
  membershipId: string | null;
  lifetimeSeconds: number;
};

/**
 * Replaces an open session with one in another context, which doesn't outlast it. A membership needs an app or a
 * passkey that was just proved. Locks the person first, as everything that ends sessions does.
 * @returns no row if the session has ended, the membership isn't theirs, or the second factor is missing
 */
export const switchSession = statement((params: Parameters<Switch>) =>
  raw<{ id: string; isVerified: boolean }>(sql`
    with person as materialized (
      select id from cardholder where id = ${params.personId} for no key update
    ),
    target as materialized (
      select m.id from membership m join person on person.id = m.cardholder_id
      where m.id = ${params.membershipId}::uuid
      for key share of m
    ),
    origin as materialized (
      select f.* from session_family f join person on person.id = f.cardholder_id
      where f.id = ${params.from} and ${isOpenSession("f")}
        and (${params.membershipId}::uuid is null
          or (${isRecentlyVerified("f")} and not f.verified_by_recovery_code and exists (select from target)))
      for update of f
    ),
    ended as (
      update session_family set revoked_at = now() where id in (select id from origin)
    ),
    ${deleted}
    insert into session_family (id, cardholder_id, membership_id, expires_at, user_agent,
      network_hash, verified_at, verified_by_recovery_code)
    select ${params.id}::uuid, cardholder_id, ${params.membershipId}::uuid,
      least(expires_at, ${inSeconds(params.lifetimeSeconds)}), user_agent, network_hash, verified_at,
      verified_by_recovery_code
    from origin
    returning id, coalesce(${isRecentlyVerified("session_family")}, false) as is_verified`),
);

/** A session that has neither ended, expired, nor been idle for too long (by the database's clock). */
export const findOpenSession = statement(
  (params: Parameters<{ familyId: string }>) =>
    kysely
      .selectFrom("sessionFamily as f")
      .leftJoin("membership as m", "m.id", "f.membershipId")
      .select(["f.cardholderId", "f.membershipId"])
      .select(["m.kind", "m.schoolId", "m.bankId", "m.role"])
      .select(sql<boolean>`coalesce(${isRecentlyVerified("f")}, false)`.as("isVerified"))
      .where("f.id", "=", params.familyId)
      .where(isOpenSession("f")),
  { name: "session-family", onRequest: true },
);

/** Writes at most once a minute, not on every page view. */
export const updateLastUse = statement(
  (params: Parameters<{ familyId: string }>) =>
    kysely
      .updateTable("sessionFamily")
      .set({ lastUsedAt: now })
      .where("id", "=", params.familyId)
      .where("lastUsedAt", "<", sql<Date>`now() - interval '1 minute'`),
  { name: "session-use" },
);

type RotationParameters = {
  tokenHash: Uint8Array;
  successorHash: Uint8Array;
  graceSeconds: number;
};

/** Unused tokens kept per session, not counting those still within the grace period. */
const MAX_UNUSED_TOKENS = 100;

/**
 * Rotates a refresh token in one statement. Concurrent uses of a token wait for its row lock, and then see in
 * `rotated_at` when it was first used. Each use within the grace period gets its own successor, and none
 * invalidates another. Tokens past the grace period are deleted: a token contains its session's ID, so reuse is
 * detected without its row.
 */
export const rotateToken = statement(
  (params: Parameters<RotationParameters>) =>
    raw<{ familyId: string; inGrace: boolean }>(sql`
    with used as (
      update refresh_token t set rotated_at = coalesce(t.rotated_at, now())
      from session_family f
      where t.token_hash = ${params.tokenHash} and f.id = t.family_id and ${isOpenSession("f")}
      returning f.id as family_id,
        now() <= t.rotated_at + make_interval(secs => ${params.graceSeconds}) as in_grace
    ),
    valid as (
      select family_id, now() - make_interval(secs => ${params.graceSeconds}) as grace_began
      from used where in_grace
    ),
    issued as (
      insert into refresh_token (token_hash, family_id)
      select ${params.successorHash}::bytea, family_id from valid
    ),
    deleted_tokens as (
      delete from refresh_token where token_hash = any(array(
        select t.token_hash from refresh_token t join valid on valid.family_id = t.family_id
        where t.token_hash <> ${params.tokenHash} and (
          t.rotated_at < valid.grace_began
          or t.token_hash in (
            select unused.token_hash from refresh_token unused
            where unused.family_id = valid.family_id and unused.rotated_at is null
              and unused.issued_at < valid.grace_began
            order by unused.issued_at desc offset ${sql.lit(MAX_UNUSED_TOKENS)}))
        for update of t skip locked))
    ),
    -- At most once a minute, to save writes.
    touched as (
      update session_family f set last_used_at = now() from valid
      where f.id = valid.family_id and f.last_used_at < now() - interval '1 minute'
    )
    select family_id, in_grace from used`),
  { name: "refresh-token", onRequest: true },
);

/** Whether a key's last recorded use is older than a minute. */
const isUseUnrecorded = sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`;

export const findApiKeys = statement(
  (params: Parameters<{ keyIds: readonly string[]; environment: string }>) =>
    kysely
      .selectFrom("apiKey")
      .select(["keyId", "bankId", "secretHash", "scope", "networks", "revokedAt", "releasedAt"])
      .select(asBoolean(sql<boolean>`expires_at <= now()`).as("isExpired"))
      .select(asBoolean(isUseUnrecorded).as("isUseUnrecorded"))
      .where("keyId", "=", sql<string>`any(${params.keyIds})`)
      .where("environment", "=", params.environment),
  { name: "api-keys", onRequest: true },
);

/** Records keys' uses, each at most once a minute. */
export const updateApiKeyUses = statement(
  (params: Parameters<{ uses: { keyId: string; address: string }[] }>) =>
    raw(sql`
      update api_key as k set last_used_at = now(), last_used_address = used.address
      from ${recordset(params.uses, "used", { keyId: "text", address: "text" })}
      where k.key_id = used.key_id and ${isUseUnrecorded}`),
  { name: "api-key-uses" },
);

/** Whether a key is neither revoked nor expired. */
export const isKeyInUse = sql<boolean>`(revoked_at is null and (expires_at is null or expires_at > now()))`;

/** How many keys are in use, and how many were created within 24 hours. */
export const KEY_COUNTS = [
  sql<number>`count(*) filter (where ${isKeyInUse})`.as("inUse"),
  sql<number>`count(*) filter (where created_at > now() - interval '1 day')`.as("today"),
] as const;

/** Keys in use, by the hashes of their secrets. */
export const findServiceKeys = statement(
  (params: Parameters<{ hashes: readonly Uint8Array[] }>) =>
    kysely
      .selectFrom("serviceKey")
      .select(["id", "schoolId", "role", "networks", "secretHash"])
      .select(asBoolean(isUseUnrecorded).as("isUseUnrecorded"))
      .where("secretHash", "=", sql<Buffer>`any(${params.hashes})`)
      .where(isKeyInUse),
  { name: "service-keys", onRequest: true },
);

export const findUsableKey = statement((params: Parameters<{ id: string }>) =>
  kysely.selectFrom("serviceKey").select("id").where("id", "=", params.id).where(isKeyInUse),
);

/** Records a use, at most once a minute. */
export const updateServiceKeyUse = statement(
  (params: Parameters<{ id: string }>) =>
    kysely
      .updateTable("serviceKey")
      .set({ lastUsedAt: now })
      .where("id", "=", params.id)
      .where(isUseUnrecorded),
  { name: "service-key-use" },
);

export const encryptedValues = (table: string, id: string, column: string) =>
  raw<{ id: string; value: Buffer }>(sql`
    select distinct ${sql.ref(id)}::text as id, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${sql.ref(column)} is not null`);

/** Replaces values, except those changed meanwhile: they are already encrypted with the first key. */
export function replaceEncrypted(
  table: string,
  id: string,
  column: string,
  values: { id: string; value: Buffer; replacement: Buffer }[],
) {
  const all = (name: keyof (typeof values)[number]) => values.map((value) => value[name]);
  return raw(sql`
    update ${sql.table(table)} as stored set ${sql.ref(column)} = new.replacement
    from unnest(${all("id")}::text[], ${all("value")}::bytea[], ${all("replacement")}::bytea[])
      as new (id, value, replacement)
    where stored.${sql.ref(id)}::text = new.id and stored.${sql.ref(column)} = new.value`);
}
