/** Reading endpoints; and, for operators, whose things are and what a donation has told. */
import type { BankScope, SystemScope } from "../auth/scopes.ts";
import type { Page } from "../contract.ts";
import { listKey } from "../cursor.ts";
import { db } from "../database/prisma.ts";
import { kysely } from "../database/tables.ts";
import { ServiceError } from "../errors.ts";
import { readPage } from "../pagination/pages.ts";
import type { Endpoint, EndpointFilters } from "./contract.ts";
import { serializeEndpoint } from "./serialize.ts";

const there = { status: { not: "deleted" } } as const;

/** One endpoint of this bank. @throws ServiceError ENDPOINT_NOT_FOUND */
export async function getEndpoint(scope: BankScope, endpointId: string): Promise<Endpoint> {
  const row = await db().webhookEndpoint.findFirst({
    where: { id: endpointId, bankId: scope.bankId, ...there },
  });
  if (!row) throw new ServiceError("ENDPOINT_NOT_FOUND");
  return serializeEndpoint(row);
}

/** One page of this bank's endpoints, newest first. */
export async function listEndpoints(
  scope: BankScope,
  { limit, cursor }: EndpointFilters,
): Promise<Page<Endpoint>> {
  return readPage(
    {
      key: listKey("webhook-endpoints", scope.bankId, {}),
      limit,
      cursor,
      rows: kysely
        .selectFrom("webhookEndpoint")
        .select([
          "id",
          "url",
          "description",
          "status",
          "disabledReason",
          "failingSince",
          "createdAt",
        ])
        .where("bankId", "=", scope.bankId)
        .where("status", "<>", "deleted"),
      by: { at: "createdAt", id: "id" },
    },
    serializeEndpoint,
  );
}

/** Whose endpoint it is, or null where there is no such endpoint. */
export async function bankOfEndpoint(_scope: SystemScope, id: string): Promise<string | null> {
  const row = await db().webhookEndpoint.findFirst({ where: { id, ...there } });
  return row?.bankId ?? null;
}

/** Whose event it is, or null where there is no such event. */
export async function bankOfEvent(_scope: SystemScope, id: string): Promise<string | null> {
  const row = await db().event.findUnique({ where: { id }, select: { bankId: true } });
  return row?.bankId ?? null;
}

/** Whose replay it is, or null where there is no such replay. */
export async function bankOfReplay(_scope: SystemScope, id: string): Promise<string | null> {
  const row = await db().eventReplay.findUnique({ where: { id }, select: { bankId: true } });
  return row?.bankId ?? null;
}

/** Everything that was told about a donation, in order. */
export async function listEventsOf(_scope: SystemScope, donationId: string) {
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
