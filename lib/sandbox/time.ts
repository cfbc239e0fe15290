/** The sandbox's time: what waits for its next attempt is attempted now. */
import type { BankApiScope } from "../auth/scopes.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { getDonation } from "../donations/history/queries.ts";
import { CORRECTIONS, PUSHES } from "../donations/sql.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { requeue } from "../jobs/sweep.ts";
import { DELIVERIES } from "../webhooks/delivery/sql.ts";
import type { Advanced } from "./contract.ts";

/** The latest of a donation's webhooks and corrections that are looked at. */
const MAX_WAITING = 200;

/** @throws ServiceError NOT_FOUND in production, where time passes by itself */
function requireSandbox(): void {
  if (env().environment === "production") throw new ServiceError("NOT_FOUND");
}

const waitingCorrections = (donationId: string) =>
  kysely
    .selectFrom("correction")
    .select("id")
    .where("donationId", "=", donationId)
    .where("status", "=", "pending")
    .orderBy("id", "desc")
    .limit(MAX_WAITING);

const waitingDeliveries = (donationId: string) =>
  kysely
    .selectFrom("webhookDelivery as w")
    .innerJoin("event as e", "e.id", "w.eventId")
    .select("w.id")
    .where("e.donationId", "=", donationId)
    .where("w.status", "=", "pending")
    .orderBy("w.id", "desc")
    .limit(MAX_WAITING);

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/**
 * Makes a donation's waiting attempts due now. Each kind of work in its own transaction, since settlement locks them in
 * an order of its own.
 * @throws ServiceError DONATION_NOT_FOUND, NOT_FOUND in production
 */
export async function advanceDonation(scope: BankApiScope, donationId: string): Promise<Advanced> {
  requireSandbox();
  await getDonation(scope, donationId);
  const [corrections, deliveries] = [
    idsOf(await run(waitingCorrections(donationId))),
    idsOf(await run(waitingDeliveries(donationId))),
  ];
  return {
    donation_id: donationId,
    pushes: await requeue(PUSHES, { waiting: [donationId] }),
    corrections: await requeue(CORRECTIONS, { waiting: corrections }),
    deliveries: await requeue(DELIVERIES, { waiting: deliveries }),
  };
}
