/** SQL of events: recording them, with a delivery to each endpoint. */
import { type SqlBool, sql } from "kysely";
import { anyOf, insertFrom } from "../../database/expressions.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely } from "../../database/tables.ts";

export type EventToRecord = {
  id: string;
  bankId: string;
  donationId: string | null;
  type: string;
  sequence: number;
  body: string;
  createdAt: Date;
  /** The only endpoint to deliver to; null for all that are enabled. */
  onlyTo: string | null;
};

/** Whether an endpoint is sent an event: a test if it asked for it, any other if it subscribes to its type. */
export const receives = (endpoint: string, event: string) => {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const types = of(endpoint, "eventTypes");
  return sql<SqlBool>`case when ${of(event, "onlyTo")} is null
    then ${types} = '{}' or ${of(event, "type")} = any(${types})
    else ${of(event, "onlyTo")} = ${of(endpoint, "id")} end`;
};

/** Writes events, and a delivery of each to every enabled endpoint of its bank that receives it. @returns the deliveries */
export const insertEvents = statement(
  (given: Parameters<{ events: EventToRecord[] }>) =>
    kysely
      .with("requested", (db) =>
        db
          .selectFrom(
            recordset(given.events, "requested", {
              ...{ id: "uuid", bankId: "uuid", donationId: "uuid", type: "text", sequence: "int4" },
              ...{ body: "text", createdAt: "timestamptz", onlyTo: "uuid" },
            }),
          )
          .selectAll(),
      )
      .with("recorded", (db) =>
        insertFrom(
          db,
          "event",
          db
            .selectFrom("requested")
            .select(["id", "bankId", "donationId", "type", "sequence", "body", "createdAt"])
            .select("onlyTo"),
        ).returning(["id", "bankId", "createdAt"]),
      )
      .with("delivery", (db) =>
        insertFrom(
          db,
          "webhookDelivery",
          db
            .selectFrom("recorded")
            .innerJoin("requested", "requested.id", "recorded.id")
            .innerJoin("webhookEndpoint as endpoint", "endpoint.bankId", "recorded.bankId")
            .select([sql<string>`gen_random_uuid()`.as("id"), "recorded.id as eventId"])
            .select(["endpoint.id as endpointId", "recorded.createdAt"])
            .where("endpoint.bankId", "=", anyOf(db.selectFrom("recorded").select("bankId")))
            .where("endpoint.status", "=", "enabled")
            .where(receives("endpoint", "requested")),
        ).returning(["id", "eventId", "endpointId"]),
      )
      .selectFrom("delivery")
      .innerJoin("recorded", "recorded.id", "delivery.eventId")
      .select(["delivery.id", "delivery.endpointId", "recorded.bankId"]),
  { name: "record-events" },
);

export const CREATED_AT = sql.ref<Date>("e.createdAt");

type Filters = { type: string | undefined; donationId: string | undefined };

/** Events of a bank as they are listed. */
export const listedEvents = (bankId: string, { type, donationId }: Filters) =>
  kysely
    .selectFrom("event as e")
    .leftJoin("donation as d", "d.id", "e.donationId")
    .select(["e.id", "e.type", "e.createdAt", "e.donationId", "e.sequence", "e.body"])
    .select(["d.metadata", "d.cardholderMessage"])
    .where("e.bankId", "=", bankId)
    .$if(type !== undefined, (all) => all.where("e.type", "=", type as string))
    .$if(donationId !== undefined, (all) => all.where("e.donationId", "=", donationId as string));
