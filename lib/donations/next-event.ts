/** Events about donations after they have settled. */
import type { Transaction } from "../database/transaction.ts";
import type { EventType } from "../webhooks/event-types.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import { serializeDonation } from "./serialize.ts";
import { raiseSequence } from "./sql.ts";

/** Tells the bank what a donation is like now, with a higher sequence than before. */
export async function recordNextEvent(
  tx: Transaction,
  type: EventType,
  donationId: string,
  at: Date,
): Promise<void> {
  const row = await raiseSequence(tx, donationId);
  const { bankId, sequence } = row;
  const data = { ...serializeDonation(row), bank_user_id: row.bankUserId };
  await recordEvent(tx, { bankId, donationId, type, sequence, data, at });
}
