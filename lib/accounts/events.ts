/** Events about accounts, for the bank's webhook endpoints. */
import type { Transaction } from "../database/transaction.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import type { UNLINKED_BY } from "./contract.ts";
import { type AccountRow, serializeAccount } from "./queries.ts";

type Row = AccountRow & { bankId: string };

const NO_DONATION = { donationId: null, sequence: 0 };

/** A cardholder's consent activated the account. */
export async function recordLinked(tx: Transaction, row: Row): Promise<void> {
  const { bankId, linkedAt: at } = row;
  const data = serializeAccount(row);
  await recordEvent(tx, { ...NO_DONATION, bankId, type: "account.linked", data, at });
}

/** The account was unlinked. @param by who requested it */
export async function recordUnlinked(
  tx: Transaction,
  row: Row & { unlinkedAt: Date; unlinkReason: string | null },
  by: (typeof UNLINKED_BY)[number],
): Promise<void> {
  const { bankId, unlinkedAt: at } = row;
  const unlinked = { unlinked_at: at.toISOString(), reason: row.unlinkReason, requested_by: by };
  const data = { ...serializeAccount(row), ...unlinked };
  await recordEvent(tx, { ...NO_DONATION, bankId, type: "account.unlinked", data, at });
}
