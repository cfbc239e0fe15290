/** Emails to billing contacts about statements: that one was closed, and, once, that it's overdue. */
import { type Transaction, transaction } from "../../database/transaction.ts";
import { formatDay } from "../../dates.ts";
import { queueEmails } from "../../email/queue.ts";
import { statementEmail } from "../../email/templates/notices.ts";
import { formatDollarsAndCents } from "../../money.ts";
import * as sql from "./sql.ts";

async function send(tx: Transaction, notices: sql.Notice[], isOverdue: boolean): Promise<void> {
  const emails = notices.map(({ overdueId, to, tenant, statementId, ...notice }) => {
    const room = tenant.startsWith("bank:") ? "/bank/statements" : "/school/remittances";
    const cents = isOverdue ? notice.leftCents : notice.closingCents;
    const content = statementEmail({
      ...notice,
      path: `${room}/${statementId}`,
      total: formatDollarsAndCents(notice.totalCents),
      amount: formatDollarsAndCents(cents),
      dueOn: formatDay(notice.dueOn),
      isOverdue,
    });
    const kind = isOverdue ? ("statement-overdue" as const) : ("statement-closed" as const);
    return {
      ...content,
      ...(isOverdue && { id: overdueId }),
      to,
      kind,
      tenant,
      cardholderId: null,
    };
  });
  await queueEmails(tx, emails);
}

/** Tells the billing contacts of both sides, where there are some, and something is or was due. */
export const announceStatement = async (tx: Transaction, statementId: string): Promise<void> =>
  send(tx, await sql.findClosedNotices({ statementId }, tx), false);

/** Tells both sides once of what is overdue. The next run handles the rest. @returns how many emails that took */
export const announceOverdue = (limit: number): Promise<number> =>
  transaction(async (tx) => {
    const notices = await sql.findOverdueNotices({ limit }, tx);
    await send(tx, notices, true);
    return notices.length;
  });
