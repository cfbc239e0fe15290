/** SQL of events: recording them, with a delivery to each endpoint. */
import { type Expression, type InferResult, type Selectable, type SqlBool, sql } from "kysely";
import { given, raw } from "../../database/expressions.ts";
import { type Parameters, recordset, statement } from "../../database/statement.ts";
import { kysely, type Tables } from "../../database/tables.ts";

/** @property onlyTo the only endpoint to deliver to; null for all that are enabled */
type EventToRecord = Pick<
  Selectable<Tables["event"]>,
  "id" | "bankId" | "donationId" | "type" | "sequence" | "body" | "createdAt" | "onlyTo"
>;

/** Whether endpoint `p` receives event `e`: a test of its own, or any other event of a type it subscribes to. */
export const receives = sql<SqlBool>`(case when e.only_to is null
  then p.event_types = '{}' or e.type = any(p.event_types) else e.only_to = p.id end)`;

/**
 * Writes events, and a delivery of each to every endpoint of its bank that receives it, which is skipped if the endpoint is
 * disabled. @returns the deliveries
 */
export const insertEvents = statement(
  (given: Parameters<{ events: EventToRecord[] }>) =>
    raw<{ id: string; endpointId: string; bankId: string; status: string }>(sql`
      with requested as (
        select * from ${recordset(given.events, "requested", {
          id: "uuid",
          bankId: "uuid",
          donationId: "uuid",
          type: "text",
          sequence: "int4",
          body: "text",
          createdAt: "timestamptz",
          onlyTo: "uuid",
        })}
      ), recorded as (
        insert into event (id, bank_id, donation_id, type, sequence, body, created_at, only_to)
        select id, bank_id, donation_id, type, sequence, body, created_at, only_to from requested
        returning id, bank_id, type, created_at, only_to
      ), delivery as (
        insert into webhook_delivery (id, event_id, endpoint_id, created_at, status, settled_at)
        select gen_random_uuid(), e.id, p.id, e.created_at,
          case p.status when 'enabled' then 'pending' else 'skipped' end, case p.status when 'disabled' then now() end
        from recorded as e join webhook_endpoint as p on p.bank_id = e.bank_id
        where p.bank_id = any(array(select bank_id from recorded)) and p.status <> 'deleted' and ${receives}
        returning id, event_id, endpoint_id, status
      )
      select delivery.id, endpoint_id, bank_id, status from delivery join recorded on recorded.id = event_id`),
  { name: "record-events" },
);

export const CREATED_AT = sql.ref<Date>("e.createdAt");

/** Exactly as in the partial index. */
const IS_TEST = sql<SqlBool>`e.only_to is not null`;

type Filters = Partial<Record<"type" | "donationId", string | undefined>> & {
  test?: boolean | undefined;
};

export const listedEvents = (bankId: string, { type, donationId, test }: Filters = {}) =>
  kysely
    .selectFrom("event as e")
    .leftJoin("donation as d", "d.id", "e.donationId")
    .select(["e.id", "e.type", "e.createdAt", "e.donationId", "e.sequence", "e.body"])
    .select(["d.metadata", "d.cardholderMessage"])
    .where("e.bankId", "=", bankId)
    .$if(test !== undefined, (all) => all.where(({ not }) => (test ? IS_TEST : not(IS_TEST))))
    .where(({ and }) => and(given({ "e.type": type, "e.donationId": donationId })));

export type EventRow = InferResult<ReturnType<typeof listedEvents>>[number];

/** A total less the number of these events. */
export const lessCount = (total: Expression<number>, events: ReturnType<typeof listedEvents>) =>
  sql<number>`${total} - (${events.clearSelect().select(sql`count(*)`.as("count"))})`;
