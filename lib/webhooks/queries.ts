/** Reading deliveries and their attempts. */
import type { SystemScope } from "../auth/scopes.ts";
import { db } from "../db.ts";

const attempts = {
  orderBy: { id: "asc" },
  select: { attemptedAt: true, responseCode: true, error: true, latencyMs: true },
} as const;

/** A bank's deliveries, newest first, with every attempt. */
export async function listDeliveries(_scope: SystemScope, bankId: string, limit: number) {
  return db().webhookDelivery.findMany({
    where: { endpoint: { bankId } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    include: { attempts, event: { select: { type: true, donationId: true } } },
  });
}

/** Everything that was told about a donation, in order. */
export async function listEventsOf(_scope: SystemScope, donationId: string) {
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
