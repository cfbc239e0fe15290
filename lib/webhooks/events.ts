/** Reading what a bank was told. */
import { Prisma } from "../../generated/prisma/client.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { db } from "../database/prisma.ts";
import { ServiceError } from "../errors.ts";
import { readPage } from "../pages.ts";
import { createdBetween, tallied, talliedBetween } from "../tallies.ts";
import { deliveriesOf } from "./deliveries.ts";
import type { Event, EventDetail, EventFilters } from "./events-contract.ts";
import { type EventRow, serializeEvent } from "./serialize.ts";

const { sql } = Prisma;
type Sql = Prisma.Sql;

const COLUMNS = sql`id, type, created_at as "createdAt", donation_id as "donationId", sequence, body`;

const BY = { at: sql`created_at`, id: sql`id` };

/** The total, where it need not be counted: a donation has few events. */
function totalOf(scope: BankScope, filters: EventFilters, where: Sql[]): Sql | undefined {
  const { type: status, donation_id: donationId, from, to } = filters;
  if (donationId !== undefined) return undefined;
  if (!from && !to) return tallied("events", scope.bankId, status);
  const rows = { table: sql`event`, where, createdAt: BY.at };
  return talliedBetween({ list: "events", owner: scope.bankId, status, from, to, rows });
}

/** One page of this bank's events, newest first. */
export async function listEvents(scope: BankScope, filters: EventFilters): Promise<Page<Event>> {
  const { type, donation_id: donationId, from, to, limit, cursor } = filters;
  const where = [sql`bank_id = ${scope.bankId}::uuid`];
  if (type !== undefined) where.push(sql`type = ${type}`);
  if (donationId !== undefined) where.push(sql`donation_id = ${donationId}::uuid`);
  return readPage<EventRow, Event>(
    {
      key: listKey("events", scope.bankId, filters),
      limit,
      cursor,
      columns: COLUMNS,
      from: sql`event`,
      where: [...where, ...createdBetween(BY.at, { from, to })],
      by: BY,
      total: totalOf(scope, filters, where),
    },
    serializeEvent,
  );
}

/** One event of this bank, and where it went. @throws ServiceError EVENT_NOT_FOUND */
export async function getEvent(scope: BankScope, eventId: string): Promise<EventDetail> {
  const row = await db().event.findFirst({ where: { id: eventId, bankId: scope.bankId } });
  if (!row) throw new ServiceError("EVENT_NOT_FOUND");
  return { ...serializeEvent(row), deliveries: await deliveriesOf(scope, eventId) };
}
