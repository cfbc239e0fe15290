/** Endpoint health: an endpoint that responds with 410, or has failed for five days, is disabled. The bank knows much earlier. */
import { type Transaction, transaction } from "../../database/transaction.ts";
import { queueEmail } from "../../email/queue.ts";
import type { Composed } from "../../email/templates/compose.ts";
import { endpointDisabledEmail, endpointFailingEmail } from "../../email/templates/notices.ts";
import {
  clearFailing,
  disableEndpoint,
  markFailing,
  markFailureEmailed,
  type Notified,
} from "./sql.ts";

const DISABLED_AFTER_MS = 5 * 86_400_000;
/** Within the first day, even if a single event is retried on schedule. */
const EMAILED_AFTER_MS = 6 * 3_600_000;

/** Emails the bank's contact. @param about no row if someone else has done so */
async function notify(
  tx: Transaction,
  kind: "endpoint-disabled" | "endpoint-failing",
  [about]: Notified[],
  compose: (about: Notified) => Composed,
): Promise<void> {
  if (!about?.contactEmail) return;
  const { bankId, contactEmail: to } = about;
  await queueEmail(tx, { to, kind, cardholderId: null, bankId, ...compose(about) });
}

const disable = (endpointId: string, reason: string) =>
  transaction(async (tx) => {
    const disabled = await disableEndpoint({ endpointId, reason }, tx);
    await notify(tx, "endpoint-disabled", disabled, (about) =>
      endpointDisabledEmail({ ...about, reason }),
    );
  });

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
  const { failingForMs = 0, isEmailed = true } = failing ?? {};
  if (failingForMs >= DISABLED_AFTER_MS) {
    return disable(endpointId, "it hasn’t accepted a delivery in five days");
  }
  if (isEmailed || failingForMs < EMAILED_AFTER_MS) return;
  await transaction(async (tx) => {
    const failed = await markFailureEmailed({ endpointId }, tx);
    await notify(tx, "endpoint-failing", failed, endpointFailingEmail);
  });
}
