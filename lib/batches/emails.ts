/** Emails to a school's processors and admins about their batches. */
import { type Transaction, transaction } from "../database/transaction.ts";
import type { EmailKind } from "../email/limits.ts";
import { queueEmails } from "../email/queue.ts";
import type { Composed } from "../email/templates/compose.ts";
import { batchClosedEmail, promiseDueEmail } from "../email/templates/notices.ts";
import { log } from "../log.ts";
import { type Cents, formatDollars } from "../money.ts";
import { findByRole } from "../staff/memberships.ts";
import { findTenantName } from "../staff/tenants.ts";
import * as sql from "./sql.ts";

/** How long before a promise passes its school is reminded: in the morning, of promises that end at 5 PM. */
const AHEAD_MS = 10 * 3_600_000;

async function emailTeam(tx: Transaction, schoolId: string, kind: EmailKind, content: Composed) {
  const people = await findByRole(tx, { kind: "school", schoolId }, ["processor", "admin"]);
  const mail = { kind, tenant: `school:${schoolId}`, ...content } as const;
  await queueEmails(
    tx,
    people.map(({ cardholderId, email: to }) => ({ to, cardholderId, ...mail })),
  );
}

type Closed = { batchId: string; number: number; giftCount: number; amountCents: Cents };

/** Tells a school's team that a batch is ready. @param tx the transaction that closes it */
export async function announceClosed(tx: Transaction, schoolId: string, closed: Closed) {
  const schoolName = (await findTenantName({ kind: "school", schoolId }, tx)) ?? "";
  const content = { ...closed, schoolName, amount: formatDollars(closed.amountCents) };
  await emailTeam(tx, schoolId, "batch-closed", batchClosedEmail(content));
}

/**
 * Reminds schools of what they have promised donors for today, once a day, however often this runs.
 * @returns how many schools were reminded
 */
export async function remindOfPromises(at = new Date()): Promise<number> {
  let reminded = 0;
  const until = new Date(at.getTime() + AHEAD_MS);
  for (const due of await sql.findDuePromises({ at, until })) {
    const { schoolId, timeZone, dueCents } = due;
    try {
      const isFirst = await transaction(async (tx) => {
        const [claimed] = await sql.claimReminder({ schoolId, at, timeZone }, tx);
        if (!claimed) return false;
        const content = promiseDueEmail({ ...due, amount: formatDollars(dueCents) });
        await emailTeam(tx, schoolId, "promise-due", content);
        return true;
      });
      if (isFirst) reminded++;
    } catch (error) {
      // Another school's team is reminded all the same.
      log().error({ err: error, school_id: schoolId }, "couldn't remind a school of its promises");
    }
  }
  return reminded;
}
