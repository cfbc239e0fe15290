/** The sandbox's time: what waits for its next attempt is attempted now. */
import type { BankApiScope, BankScope } from "../auth/scopes.ts";
import { singleFlight } from "../batch.ts";
import { closeStatements } from "../books/statements/close.ts";
import { affected, run, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { announceRecurrence } from "../donations/events.ts";
import { getDonation } from "../donations/history/queries.ts";
import { CORRECTIONS, PUSHES } from "../donations/sql.ts";
import { env } from "../env.ts";
import { ServiceError, tooManyToday } from "../errors.ts";
import { requeue } from "../jobs/sweep.ts";
import { storageDay } from "../storage/usage.ts";
import { DELIVERIES } from "../webhooks/delivery/sql.ts";
import { type Advanced, MAX_CLOSED_A_DAY } from "./contract.ts";

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

/** Announces a recurring donation's next date now. @returns how many dates were ahead */
async function recurNow(donationId: string): Promise<number> {
  const at = new Date();
  const due = kysely
    .updateTable("donation")
    .set({ recurrenceDueAt: at })
    .where("id", "=", donationId)
    .where("recurrenceDueAt", ">", at);
  const count = await affected(due);
  if (count > 0) await announceRecurrence(donationId, at);
  return count;
}

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
    recurrences: await recurNow(donationId),
  };
}

const closedToday = (bankId: string) =>
  kysely
    .selectFrom("statement")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("bankId", "=", bankId)
    .where("closedAt", ">=", new Date(storageDay()));

/** A bank's concurrent requests share one close, so that they can't pass its limit together. */
const closing = singleFlight<{ statement_ids: string[] }>();

/**
 * Closes a bank's open statement, as if its period had ended.
 * @throws ServiceError RATE_LIMITED until the day ends, NOT_FOUND in production
 */
export async function closeStatement(scope: BankScope): Promise<{ statement_ids: string[] }> {
  requireSandbox();
  return closing(scope.bankId, async () => {
    const { count } = await runForRow(closedToday(scope.bankId));
    if (count >= MAX_CLOSED_A_DAY) throw tooManyToday("statements", MAX_CLOSED_A_DAY);
    const closed = await closeStatements(scope, scope.bankId, "now");
    return { statement_ids: closed.map(({ statementId }) => statementId) };
  });
}
