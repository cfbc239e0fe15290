/** Test events, which are sent like all others. */
import type { BankScope } from "../../auth/scopes.ts";
import { runForOne } from "../../database/run.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { ServiceError } from "../../errors.ts";
import type { EventType } from "../event-types.ts";
import { recordEvent } from "../events/record.ts";
import { lockStatus } from "./sql.ts";

async function requireEnabled(tx: Transaction, scope: BankScope, id: string): Promise<void> {
  // Locked until the event has its delivery, so that the endpoint is not disabled in between.
  const endpoint = await runForOne(lockStatus({ endpointId: id, bankId: scope.bankId }), tx);
  if (!endpoint) throw new ServiceError("ENDPOINT_NOT_FOUND");
  if (endpoint.status !== "enabled") throw new ServiceError("ENDPOINT_DISABLED");
}

/**
 * Sends a test event to one endpoint: `webhook.test`, or a sample of another type.
 * @param sample the data of the type's example
 * @throws ServiceError ENDPOINT_NOT_FOUND, ENDPOINT_DISABLED
 */
export async function sendTestEvent(
  scope: BankScope,
  endpointId: string,
  type: EventType = "webhook.test",
  sample: object = {},
) {
  const eventId = await transaction(async (tx) => {
    await requireEnabled(tx, scope, endpointId);
    return recordEvent(tx, {
      bankId: scope.bankId,
      donationId: null,
      type,
      sequence: 0,
      data: type === "webhook.test" ? { endpoint_id: endpointId } : { ...sample, test: true },
      at: new Date(),
      onlyTo: endpointId,
    });
  });
  return { event_id: eventId };
}
