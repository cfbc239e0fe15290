/** Events about accounts, for the bank's webhook endpoints. */
import type { Transaction } from "../database/transaction.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import type { UNLINKED_BY } from "./contract.ts";
import { type ShownAccount, serializeAccount } from "./serialize.ts";

type Row = ShownAccount & { bankId: string };

const NO_DONATION = { donationId: null, sequence: 0 };

/** A cardholder's consent has activated the account. */
export async function recordLinked(tx: Transaction, row: Row): Promise<void> {
  const { bankId, linkedAt: at } = row;
  const data = serializeAccount(row);
  await recordEvent(tx, { ...NO_DONATION, bankId, type: "account.linked", data, at });
}

/** The account is no longer linked. @param by who asked for it */
export async function recordUnlinked(
  tx: Transaction,
  row: Row & { unlinkedAt: Date; unlinkReason: string | null },
  by: (typeof UNLINKED_BY)[number],
): Promise<void> {
  const { bankId, unlinkedAt: at } = row;
  const ended = { unlinked_at: at.toISOString(), reason: row.unlinkReason, requested_by: by };
  const data = { ...serializeAccount(row), ...ended };
  await recordEvent(tx, { ...NO_DONATION, bankId, type: "account.unlinked", data, at });
}
