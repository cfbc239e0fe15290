/** The email about a closed statement. */
import type { Transaction } from "../../database/transaction.ts";
import { formatDay } from "../../dates.ts";
import { queueEmails } from "../../email/queue.ts";
import { statementClosedEmail } from "../../email/templates/notices.ts";
import { asCents, formatDollarsAndCents, toCents } from "../../money.ts";
import type { ClosedStatement } from "./contract.ts";
import type { Book } from "./sql.ts";

/** Tells the bank's billing contact, if there is one and something is or was due. */
export async function announceStatement(
  tx: Transaction,
  { bankId, bankName, billingEmail: to }: Book,
  statement: ClosedStatement,
): Promise<void> {
  const isEmpty = statement.groups.length === 0 && statement.closing_cents === 0;
  if (to === null || isEmpty) return;
  const tenant = `bank:${bankId}` as const;
  const facts = {
    bankName,
    number: statement.number,
    total: formatDollarsAndCents(toCents(statement.total_usd)),
    closing: formatDollarsAndCents(asCents(statement.closing_cents)),
    dueOn: formatDay(statement.due_on),
  };
  const email = { to, kind: "statement-closed", cardholderId: null, tenant } as const;
  await queueEmails(tx, [{ ...email, ...statementClosedEmail(facts) }]);
}
