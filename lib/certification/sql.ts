/** SQL of certifications: the runs, their gifts, and what the bank's client sent. */
import { type InferResult, sql } from "kysely";
import type { BankApiScope } from "../auth/scopes.ts";
import { now, raw } from "../database/expressions.ts";
import { kysely } from "../database/tables.ts";
import type { Cents } from "../money.ts";
import type { OmittedFields } from "../webhooks/events/body.ts";
import { RUN_MS, type StepName, type StepResult } from "./contract.ts";

export const certifications = (bankId: string) =>
  kysely.selectFrom("certification").selectAll().where("bankId", "=", bankId);

export type CertificationRow = InferResult<ReturnType<typeof certifications>>[number];

export const findBank = (id: string) =>
  kysely.selectFrom("bank").select("name").where("id", "=", id);

/** How many runs a bank has started today, in UTC. */
export const startedToday = ({ bankId }: BankApiScope) =>
  kysely
    .selectFrom("certification")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("bankId", "=", bankId)
    .where("createdAt", ">=", sql<Date>`date_trunc('day', now(), 'UTC')`);

type NewRun = {
  id: string;
  bankId: string;
  endpointId: string;
  seed: number;
  probeUrl: string;
  appUrls: string[];
  steps: StepName[];
};

/** @returns no row if another one runs */
export const insertRun = (run: NewRun) =>
  kysely
    .insertInto("certification")
    .values(run)
    .onConflict((on) => on.column("bankId").where("status", "=", "running").doNothing())
    .returning("id");

const HELD = "a certification delivers to it";

/** Deliveries that aren't the run's are skipped from now on. @returns no row unless it's the bank's, and enabled */
export const holdEndpoint = (bankId: string, endpointId: string) =>
  raw<{ id: string }>(sql`
    update webhook_endpoint set status = 'disabled', disabled_reason = ${HELD}
    where id = ${endpointId} and bank_id = ${bankId} and status = 'enabled' returning id`);

export const setAccount = (id: string, accountId: string) =>
  raw(sql`update certification set account_id = ${accountId}::uuid where id = ${id}::uuid`);

/** Once per step, however often a process is lost while it tries one. */
export const addResult = (id: string, result: StepResult) =>
  raw(sql`
    update certification set results = results || jsonb_build_array(${JSON.stringify(result)}::jsonb)
    where id = ${id} and status = 'running'
      and not results @> jsonb_build_array(jsonb_build_object('step', ${result.step}::text))`);

/** Ends a run, and gives its endpoint back. */
export const endRun = (id: string, status: "passed" | "failed", report: string | null) =>
  raw(sql`
    with ended as (
      update certification set status = ${status}, report = ${report}, ended_at = now()
      where id = ${id} and status = 'running' returning endpoint_id
    )
    update webhook_endpoint set status = 'enabled', disabled_reason = null
    where id in (select endpoint_id from ended) and status = 'disabled' and disabled_reason = ${HELD}`);

/** Runs that should have ended: their work was lost. */
export const lateRuns = kysely
  .selectFrom("certification")
  .select(["id", "bankId"])
  .where("status", "=", "running")
  .where("createdAt", "<", sql<Date>`now() - ${sql.lit(2 * RUN_MS)} * interval '1 millisecond'`);

/** A school that takes gifts on the sandbox's own platform, with a fund, and the bank's own program if it has one. */
export const findGivingTerms = (bankId: string) =>
  raw<{
    schoolId: string;
    fundId: string;
    programId: string | null;
    pointsPerDollar: number | null;
  }>(sql`
    select s.id as school_id, f.fund_id, p.program_id, p.points_per_dollar
    from school s
    join platform_config c on c.school_id = s.id and c.adapter = 'stub'
    join lateral (
      select fund_id from fund where school_id = s.id and retired_at is null order by position limit 1
    ) f on true
    left join lateral (
      select program_id, points_per_dollar from loyalty_program where bank_id = ${bankId} order by program_id limit 1
    ) p on true
    where s.active and s.minimum_donation_cents <= 1000 order by s.id limit 1`);

/** What is known of a request of the bank's client. */
export type Try = {
  at: string;
  keyId: string;
  idempotencyKey: string | null;
  reference: string | null;
  /** Null if nothing was answered. */
  status: number | null;
};

export type Gift = {
  id: string;
  amountCents: Cents;
  points: number;
  tries: Try[];
};

export const insertGift = (
  certificationId: string,
  gift: Omit<Gift, "tries"> & { faults: string[] },
) =>
  kysely
    .insertInto("certificationGift")
    .values({ certificationId, ...gift })
    // A step that a lost process had begun is tried again.
    .onConflict((on) =>
      on
        .columns(["certificationId", "amountCents"])
        .doUpdateSet({ id: gift.id, faults: gift.faults, tries: "[]" }),
    );

export const gifts = (certificationId: string) =>
  kysely
    .selectFrom("certificationGift")
    .select(["id", "amountCents", "points"])
    .select(sql<Try[]>`tries`.as("tries"))
    .where("certificationId", "=", certificationId)
    .orderBy("amountCents");

/** The running certification of a bank, for what its client sends. */
export const runningOf = (bankId: string) =>
  kysely
    .selectFrom("certification")
    .select("id")
    .where("bankId", "=", bankId)
    .where("status", "=", "running");

const MAX_TRIES = 30;

/** Notes a request for a gift. @returns its position, and what is to become of it; no row if it's none of the run's */
export const addTry = (certificationId: string, amountCents: number, noted: Try) =>
  raw<{ id: string; nth: number; fault: string | null }>(sql`
    update certification_gift set tries = tries || jsonb_build_array(${JSON.stringify(noted)}::jsonb)
    where certification_id = ${certificationId} and amount_cents = ${amountCents}
      and jsonb_array_length(tries) < ${sql.lit(MAX_TRIES)}
    returning id, jsonb_array_length(tries) as nth, faults[jsonb_array_length(tries)] as fault`);

export const noteStatus = (giftId: string, nth: number, status: number) =>
  raw(sql`
    update certification_gift set tries = jsonb_set(tries, ${`{${nth - 1},status}`}::text[], ${String(status)}::jsonb)
    where id = ${giftId}`);

export const noteClient = (id: string, version: string | null) =>
  raw(
    sql`update certification set client_version = ${version} where id = ${id} and client_version is null`,
  );

/** An event as it is to be delivered. */
export type DueEvent = OmittedFields & { id: string; type: string; body: string };

const MAX_EVENTS = 500;

/** The events since a run began that would have gone to its endpoint, oldest first. */
export const eventsFor = ({ endpointId, createdAt }: CertificationRow) =>
  raw<DueEvent>(sql`
    select e.id, e.type, e.body, g.metadata, g.cardholder_message
    from webhook_delivery d join event e on e.id = d.event_id left join donation g on g.id = e.donation_id
    where d.endpoint_id = ${endpointId} and d.created_at >= ${createdAt} and e.created_at >= ${createdAt}
    order by e.created_at, e.id limit ${sql.lit(MAX_EVENTS)}`);

export const findDonation = (bankId: string, reference: string) =>
  kysely
    .selectFrom("donation")
    .select(["id", "status", "keyId"])
    .where("bankId", "=", bankId)
    .where("bankTransactionRef", "=", reference);

export const endpointOf = (id: string) =>
  kysely
    .selectFrom("webhookEndpoint")
    .select(["id", "url", "encryptedSecret"])
    .select(
      sql<Buffer | null>`case when previous_secret_expires_at > now() then previous_encrypted_secret end`.as(
        "previousEncryptedSecret",
      ),
    )
    .where("id", "=", id);

/** The keys that earlier runs have made for a bank. */
export const earlierKeys = (bankId: string, createdBy: string, keyId: string) =>
  kysely
    .selectFrom("apiKey")
    .select("keyId")
    .where("bankId", "=", bankId)
    .where("createdBy", "=", createdBy)
    .where("keyId", "<>", keyId)
    .where("revokedAt", "is", null);

export const upsertReport = (of: { bankId: string; report: string; certifiedAt: Date }) =>
  kysely
    .insertInto("bankCertification")
    .values(of)
    .onConflict((on) => on.column("bankId").doUpdateSet({ ...of, recordedAt: now }));

/** Banks with keys of production whose report is missing or older. */
export const uncertifiedBanks = (days: number) =>
  raw<{ bankId: string; name: string; certifiedAt: Date | null }>(sql`
    select b.id as bank_id, b.name, c.certified_at
    from bank b left join bank_certification c on c.bank_id = b.id
    where exists (select from api_key k where k.bank_id = b.id and k.environment = 'production'
        and k.revoked_at is null and coalesce(k.expires_at > now(), true))
      and coalesce(c.certified_at < now() - ${sql.lit(days)} * interval '1 day', true)
    order by b.name, b.id`);
