import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { confirming, fillBatch, makeBatchSchool } from "#test/batches.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { makeMember } from "#test/staff.ts";
import { confirmGifts } from "./confirm.ts";
import { remindOfPromises } from "./emails.ts";
import { closeBatch } from "./mutations.ts";

// The reminders are for every school.
isolateDatabase();

describe("emails to the team", () => {
  const emailsOf = async ({ schoolId }: { schoolId: string }, kind: string) => {
    const members = await db().membership.findMany({
      where: { schoolId },
      include: { cardholder: true },
    });
    const to = members.map(({ cardholder }) => cardholder.email);
    const emails = await db().email.findMany({ where: { kind, to: { in: to } } });
    return emails.map(({ text }) => text);
  };

  it("say that a batch is closed, once, to those who confirm", async () => {
    const school = await makeBatchSchool();
    await makeMember({ kind: "school", schoolId: school.schoolId }, "viewer");
    const { batchId } = await fillBatch(school, 2, { dollar_amount: 10.5 });
    await Promise.all([closeBatch(school.scope, batchId), closeBatch(school.scope, batchId)]);
    const emails = await emailsOf(school, "batch-closed");
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain("Gifts: 2\nTotal: $21");
    expect(emails[0]).toContain(`/school/batches/${batchId}`);
  });

  it("remind of a promise on its day, once, however often the job runs", async () => {
    const school = await makeBatchSchool();
    const { ids, batchId } = await fillBatch(school, 4, { dollar_amount: 10 });
    await closeBatch(school.scope, batchId);
    await confirmGifts(school.scope, confirming([ids[0] as string]), false);
    const dueAt = new Date("2026-11-25T22:00:00Z");
    await db().donation.updateMany({
      where: { id: { in: ids } },
      data: { estimatedConfirmationAt: dueAt },
    });
    const past = { estimatedConfirmationAt: new Date("2026-11-24T22:00:00Z") };
    await db().donation.update({ where: { id: ids[1] as string }, data: past });
    const hoursBefore = (hours: number) => new Date(dueAt.getTime() - hours * 3_600_000);
    await remindOfPromises(hoursBefore(11));
    expect(await emailsOf(school, "promise-due")).toEqual([]);
    await Promise.all([remindOfPromises(hoursBefore(9)), remindOfPromises(hoursBefore(9))]);
    await remindOfPromises(hoursBefore(8));
    const emails = await emailsOf(school, "promise-due");
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain("expect your confirmation by Nov 25, 2026, 5:00 PM EST");
    expect(emails[0]).toContain("Due: 2 gifts\nTotal: $20\nLate: 1 gift");
    // The next day's promises are another reminder.
    const nextDay = new Date("2026-11-26T22:00:00Z");
    const later = { estimatedConfirmationAt: nextDay };
    await db().donation.update({ where: { id: ids[2] as string }, data: later });
    await remindOfPromises(new Date("2026-11-26T14:00:00Z"));
    expect(await emailsOf(school, "promise-due")).toHaveLength(2);
  });
});
