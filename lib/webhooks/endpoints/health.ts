/** Endpoint health: an endpoint that responds with 410, or has failed for five days, is disabled. */
import { transaction } from "../../database/transaction.ts";
import { queueEmail } from "../../email/queue.ts";
import { endpointDisabledEmail } from "../../email/templates/notices.ts";
import { clearFailing, disableEndpoint, markFailing } from "./sql.ts";

const DISABLED_AFTER_MS = 5 * 86_400_000;

async function disable(endpointId: string, reason: string): Promise<void> {
  await transaction(async (tx) => {
    const [disabled] = await disableEndpoint({ endpointId, reason }, tx);
    if (!disabled?.contactEmail) return;
    const { bankId, bankName, url, contactEmail: to } = disabled;
    const email = endpointDisabledEmail({ bankName, url, reason });
    await queueEmail(tx, { to, kind: "endpoint-disabled", cardholderId: null, bankId, ...email });
  });
}

/**
 * Updates an endpoint's health after an attempt. Writes the row only if its health changes, so that a busy
 * endpoint is not a hot row.
 */
export async function recordHealth(
  endpointId: string,
  outcome: "delivered" | "pending" | "dead" | "gone",
): Promise<void> {
  if (outcome === "gone") return disable(endpointId, "it responded with 410 Gone");
  if (outcome === "delivered") {
    await clearFailing({ endpointId });
    return;
  }
  const [failing] = await markFailing({ endpointId });
  if ((failing?.failingForMs ?? 0) >= DISABLED_AFTER_MS) {
    await disable(endpointId, "it hasn’t accepted a delivery in five days");
  }
}
