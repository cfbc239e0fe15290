/** SQL of webhook endpoints. Deleted ones are never found. */
import { sql } from "kysely";
import { now } from "../../database/expressions.ts";
import { type Parameters, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

/** The public columns of an endpoint. */
const SHOWN = [
  ...(["id", "url", "description", "eventTypes", "status"] as const),
  ...(["disabledReason", "failingSince", "createdAt"] as const),
] as const;

type OneOf = { endpointId: string; bankId: string };

/** Endpoints of a bank as they are listed. */
export const listedEndpoints = (bankId: string) =>
  kysely
    .selectFrom("webhookEndpoint")
    .select(SHOWN)
    .where("bankId", "=", bankId)
    .where("status", "<>", "deleted");

/** The number of endpoints that a bank has, and that it has added within a day. */
export const countEndpoints = statement((given: Parameters<{ bankId: string }>) =>
  kysely
    .selectFrom("webhookEndpoint")
    .select((of) => [
      of.fn.countAll<number>().filterWhere("status", "<>", "deleted").as("present"),
      of.fn
        .countAll<number>()
        .filterWhere("createdAt", ">", sql<Date>`now() - interval '1 day'`)
        .as("added"),
    ])
    .where("bankId", "=", given.bankId),
);

type NewEndpointRow = {
  id: string;
  bankId: string;
  url: string;
  description: string | null;
  /** None for all. */
  eventTypes: string[];
  secretKeyId: string;
  sealedSecret: Buffer;
};

export const insertEndpoint = statement((given: Parameters<NewEndpointRow>) =>
  kysely
    .insertInto("webhookEndpoint")
    .values({
      id: given.id,
      bankId: given.bankId,
      url: given.url,
      description: given.description,
      eventTypes: given.eventTypes,
      secretKeyId: given.secretKeyId,
      sealedSecret: given.sealedSecret,
    })
    .returning(SHOWN),
);

type Changes = {
  url: string | null;
  /** Null clears it; see `changesDescription`. */
  description: string | null;
  changesDescription: boolean;
  /** None for all; null to leave them. */
  eventTypes: string[] | null;
  status: "enabled" | "disabled" | null;
};

/** Changes the given fields. Enabling an endpoint clears the reason why it was disabled. */
export const updateEndpoint = statement((given: Parameters<OneOf & Changes>) =>
  kysely
    .updateTable("webhookEndpoint")
    .set((of) => {
      const status = sql<string | null>`${given.status}::text`;
      return {
        url: of.fn.coalesce(sql<string>`${given.url}::text`, "url"),
        description: sql<string | null>`case when ${given.changesDescription}::boolean
          then ${given.description}::text else description end`,
        eventTypes: of.fn.coalesce(sql<string[]>`${given.eventTypes}::text[]`, "eventTypes"),
        status: of.fn.coalesce(sql<string>`${status}`, "status"),
        disabledReason: sql<string | null>`case
          when ${status} = 'enabled' then null
          when ${status} = 'disabled' and status = 'enabled' then 'disabled by the bank'
          else disabled_reason end`,
        failingSince: sql<Date | null>`case
          when ${status} = 'enabled' then null else failing_since end`,
      };
    })
    .where("id", "=", given.endpointId)
    .where("bankId", "=", given.bankId)
    .where("status", "<>", "deleted")
    .returning(SHOWN),
);

export const markDeleted = statement((given: Parameters<OneOf>) =>
  kysely
    .updateTable("webhookEndpoint")
    .set({ status: "deleted" })
    .where("id", "=", given.endpointId)
    .where("bankId", "=", given.bankId)
    .where("status", "<>", "deleted")
    .returning("id"),
);

type Rotation = OneOf & { secretKeyId: string; sealedSecret: Buffer; overlapMs: number };

/** One statement, so that concurrent rotations each keep the secret that they replace. */
export const replaceSecret = statement((given: Parameters<Rotation>) =>
  kysely
    .updateTable("webhookEndpoint")
    .set((of) => ({
      previousSecretKeyId: of.ref("secretKeyId"),
      sealedPreviousSecret: of.ref("sealedSecret"),
      secretKeyId: given.secretKeyId,
      sealedSecret: given.sealedSecret,
      previousSecretExpiresAt: sql<Date>`now() + ${given.overlapMs} * interval '1 millisecond'`,
    }))
    .where("id", "=", given.endpointId)
    .where("bankId", "=", given.bankId)
    .where("status", "<>", "deleted")
    .returning(sql<Date>`previous_secret_expires_at`.as("expiresAt")),
);

/** Reads an endpoint's status and locks the endpoint until the transaction ends. */
export const lockStatus = statement((given: Parameters<OneOf>) =>
  kysely
    .selectFrom("webhookEndpoint")
    .select("status")
    .where("id", "=", given.endpointId)
    .where("bankId", "=", given.bankId)
    .where("status", "<>", "deleted")
    .forShare(),
);

/** Guarded on the status, so that only one of many failing attempts sends the email. */
export const disableEndpoint = statement(
  (given: Parameters<{ endpointId: string; reason: string }>) =>
    kysely
      .updateTable("webhookEndpoint as p")
      .from("bank as b")
      .set({ status: "disabled", disabledReason: given.reason })
      .whereRef("b.id", "=", "p.bankId")
      .where("p.id", "=", given.endpointId)
      .where("p.status", "=", "enabled")
      .returning(["p.bankId", "p.url", "b.contactEmail", "b.name as bankName"]),
);

export const clearFailing = statement(
  (given: Parameters<{ endpointId: string }>) =>
    kysely
      .updateTable("webhookEndpoint")
      .set({ failingSince: null })
      .where("id", "=", given.endpointId)
      .where("failingSince", "is not", null),
  { name: "clear-failing" },
);

/** Marks an endpoint as failing, unless it already is. @returns how long it had been failing before */
export const markFailing = statement((given: Parameters<{ endpointId: string }>) =>
  kysely
    .with("marked", (db) =>
      db
        .updateTable("webhookEndpoint")
        .set({ failingSince: now })
        .where("id", "=", given.endpointId)
        .where("failingSince", "is", null),
    )
    .selectFrom("webhookEndpoint")
    .select(
      sql<number>`(extract(epoch from now() - failing_since) * 1000)::float8`.as("failingForMs"),
    )
    .where("id", "=", given.endpointId)
    .where("failingSince", "is not", null),
);
