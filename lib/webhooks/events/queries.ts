import type { BankApiScope } from "../../auth/scopes.ts";
import type { Page } from "../../contract.ts";
import { db } from "../../database/prisma.ts";
import { requireRow } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { readPage } from "../../pagination/pages.ts";
import { createdBetween, totalBetween, totalOf } from "../../pagination/totals.ts";
import { deliveriesOf } from "../delivery/queries.ts";
import { wholeBody } from "./body.ts";
import { type Event, type EventDetail, type EventFilters, event } from "./contract.ts";
import { CREATED_AT, type EventRow, lessCount, listedEvents } from "./sql.ts";

/** An event with the `data` that was sent. */
const serializeEvent = (row: EventRow): Event =>
  serialize(event, row, { event_id: row.id, data: JSON.parse(wholeBody(row)).data });

export async function listEvents(scope: BankApiScope, filters: EventFilters): Promise<Page<Event>> {
  const { type, donation_id: donationId, test, from, to } = filters;
  const matching = listedEvents(scope.bankId, { type, donationId, test });
  const allTypes = listedEvents(scope.bankId, { type });
  const tallied = () => {
    if (!from && !to) return totalOf("events", scope.bankId, type);
    const list = { list: "events", owner: scope.bankId, status: type } as const;
    return totalBetween({ ...list, from, to, rows: allTypes, createdAt: CREATED_AT });
  };
  /** The total from tallies; undefined for a donation's events and for samples, which are few and counted. */
  const knownTotal = () => {
    if (donationId !== undefined || test === true) return undefined;
    if (test === undefined) return tallied();
    const samples = listedEvents(scope.bankId, { type, test: true });
    return lessCount(tallied(), samples.where(createdBetween(CREATED_AT, filters)));
  };
  return readPage({
    list: "events",
    tenant: scope.bankId,
    filters,
    rows: matching.where(createdBetween(CREATED_AT, filters)),
    by: { at: "e.createdAt", id: "e.id" },
    total: knownTotal(),
    show: serializeEvent,
  });
}

/** One event of this bank, with its deliveries. @throws ServiceError EVENT_NOT_FOUND */
export async function getEvent(scope: BankApiScope, eventId: string): Promise<EventDetail> {
  const one = listedEvents(scope.bankId).where("e.id", "=", eventId);
  const row = await requireRow(one, "EVENT_NOT_FOUND");
  return { ...serializeEvent(row), deliveries: await deliveriesOf(scope, eventId) };
}

export async function listEventsOf(donationId: string) {
  const attempts = {
    orderBy: { id: "asc" },
    select: { attemptedAt: true, responseCode: true, error: true, latencyMs: true },
  } as const;
  return db().event.findMany({
    where: { donationId },
    orderBy: { sequence: "asc" },
    select: {
      id: true,
      type: true,
      sequence: true,
      createdAt: true,
      deliveries: { select: { id: true, endpointId: true, status: true, attempts } },
    },
  });
}
