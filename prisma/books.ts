/** The demo bank's books: its months are closed, and paid but for the foundation's last one. */
import { actingFor, type SystemScope } from "#lib/auth/scopes.ts";
import { recordPayment } from "#lib/books/payments/record.ts";
import { closeStatements } from "#lib/books/statements/close.ts";
import { db } from "#lib/database/prisma.ts";
import { asCents } from "#lib/money.ts";
import { stopDrawing } from "#lib/receipts/drawing/threads.ts";
import { DEMO_BANK_ID } from "#lib/sandbox/demo-bank.ts";
import { DEMO_SCHOOL_ID } from "#lib/sandbox/staff.ts";
import { readDueOfClosed } from "./sql.ts";

/** Closes the months, and records what was paid, unless something was. Of UCLA's last month, half is still on its way. */
export async function ensureBooks(scope: SystemScope): Promise<void> {
  const bankId = DEMO_BANK_ID;
  await closeStatements(scope, bankId, null).finally(stopDrawing);
  if (await db().payment.findFirst({ where: { bankId } })) return;
  for (const { schoolId, dueOn, before, last } of await readDueOfClosed({ bankId })) {
    const half = asCents(Math.floor(last / 2));
    const pay = (kind: "received" | "sent", cents: number, day: string) => {
      if (cents === 0) return;
      const wireReference = `FT${day.replaceAll("-", "")}-${schoolId}`;
      const wire = { paymentRef: `${kind} ${wireReference}`, wireReference, valueDate: day };
      const by = kind === "sent" ? actingFor(scope, bankId) : scope;
      const details = { bankId, schoolId, kind, cents: asCents(cents), reason: null };
      return recordPayment(by, { ...details, ...wire });
    };
    const isDemo = schoolId === DEMO_SCHOOL_ID;
    await pay("received", before, dueOn);
    await pay("received", isDemo ? half : last, new Date().toISOString().slice(0, 10));
    if (isDemo) await pay("sent", last - half, new Date().toISOString().slice(0, 10));
  }
}
