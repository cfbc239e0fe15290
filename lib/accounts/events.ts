/** Events about accounts, for the bank's webhook endpoints. */
import type { Transaction } from "../database/transaction.ts";
import { recordEvent } from "../webhooks/events/record.ts";
import type { UNLINKED_BY } from "./contract.ts";
import { type ShownAccount, serializeAccount } from "./serialize.ts";

type Row = ShownAccount & { bankId: string };

/** A cardholder's consent has activated the account. */
export async function recordLinked(tx: Transaction, row: Row): Promise<void> {
  const { bankId, linkedAt: at } = row;
  const data = serializeAccount(row);
  await recordEvent(tx, {
    bankId,
    donationId: null,
    type: "account.linked",
    sequence: 0,
    data,
    at,
  });
}

/** The account is no longer linked. @param by who asked for it */
export async function recordUnlinked(
  tx: Transaction,
  row: Row & { unlinkedAt: Date; unlinkReason: string | null },
  by: (typeof UNLINKED_BY)[number],
): Promise<void> {
  const { bankId, unlinkedAt: at } = row;
  const data = {
    ...serializeAccount(row),
    unlinked_at: at.toISOString(),
    reason: row.unlinkReason,
    requested_by: by,
  };
  const type = "account.unlinked";
  await recordEvent(tx, { bankId, donationId: null, type, sequence: 0, data, at });
}
