/** How an endpoint fares: one that is gone, or has failed for five days, is disabled. */
import { pool } from "../../database/pool.ts";
import { transaction } from "../../database/transaction.ts";
import { queueEmail } from "../../email/queue.ts";
import { endpointDisabledEmail } from "../../email/templates/endpoint-disabled.ts";

/** An endpoint that has taken nothing for so long is disabled. */
export const DISABLED_AFTER_MS = 5 * 86_400_000;

type Disabled = { bank_id: string; url: string; contact_email: string | null; name: string };

async function disable(endpointId: string, reason: string): Promise<void> {
  await transaction(async (tx) => {
    // Guarded on the status, so that of many attempts that find it failing, one mails.
    const { rows } = await tx.query<Disabled>(
      `update webhook_endpoint set status = 'disabled', disabled_reason = $2
       from bank where bank.id = bank_id and webhook_endpoint.id = $1 and status = 'enabled'
       returning bank_id, url, contact_email, name`,
      [endpointId, reason],
    );
    const disabled = rows[0];
    if (!disabled?.contact_email) return;
    const { url, name: bankName } = disabled;
    const mail = await endpointDisabledEmail({ bankName, url, reason });
    const { contact_email: to, bank_id: bankId } = disabled;
    await queueEmail(tx, { to, kind: "endpoint-disabled", cardholderId: null, bankId, ...mail });
  });
}

/**
 * Notes what came of an attempt. The endpoint's row changes only when its health does, so that a busy
 * endpoint is no hot row.
 */
export async function noteHealth(
  endpointId: string,
  outcome: "delivered" | "pending" | "dead" | "gone",
): Promise<void> {
  if (outcome === "gone") return disable(endpointId, "it answered 410 Gone");
  if (outcome === "delivered") {
    await pool().query({
      name: "endpoint-works",
      text: `update webhook_endpoint set failing_since = null
             where id = $1 and failing_since is not null`,
      values: [endpointId],
    });
    return;
  }
  const { rows } = await pool().query<{ failing_for_ms: number }>(
    `with noted as (
       update webhook_endpoint set failing_since = now() where id = $1 and failing_since is null
     )
     select extract(epoch from now() - failing_since) * 1000 as failing_for_ms
     from webhook_endpoint where id = $1 and failing_since is not null`,
    [endpointId],
  );
  if (Number(rows[0]?.failing_for_ms ?? 0) >= DISABLED_AFTER_MS) {
    await disable(endpointId, "it has taken nothing for five days");
  }
}
