import { beforeEach, expect, it } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import { db } from "#lib/database/prisma.ts";
import { getCardholderDonation, getDonation } from "#lib/donations/history/queries.ts";
import { getReceipt } from "#lib/receipts/issue.ts";
import {
  type BatchSchool,
  confirming,
  fillBatch,
  makeBatchSchool,
  pushAgain,
} from "#test/batches.ts";
import { makeCardholder } from "#test/factories.ts";
import { makeMember } from "#test/staff.ts";
import { confirmGifts } from "./confirm.ts";
import { closeBatch, correctNumber } from "./mutations.ts";
import { getGift } from "./queries.ts";

let school: BatchSchool;
let admin: Awaited<ReturnType<typeof makeMember<"school">>>;
let person: Awaited<ReturnType<typeof makeCardholder>>;
let id: string;

beforeEach(async () => {
  school = await makeBatchSchool();
  admin = await makeMember({ kind: "school", schoolId: school.schoolId }, "admin");
  person = await makeCardholder();
  const batch = await fillBatch({ ...school, bank: person.bank }, 1, {
    service_user_id: person.accountId,
  });
  id = batch.ids[0] as string;
  await closeBatch(school.scope, batch.batchId);
  await confirmGifts(school.scope, confirming([id]), false);
});

const CORRECTION = { confirmation_number: "OSU-7", reason: "Typed twice" };
const correct = (shown = "OSU-0", scope = admin.scope) =>
  correctNumber(scope, id, CORRECTION, shown);
const events = () =>
  db().event.findMany({ where: { donationId: id }, orderBy: { sequence: "asc" } });

it("a corrected number is what the bank, the donor, and the school see, and the bank is told", async () => {
  await pushAgain(id);
  const issued = await getReceipt(person.scope, id);
  await correct();
  expect(await getDonation(person.bank.scope, id)).toMatchObject({
    status: "completed",
    school_confirmation_id: "OSU-7",
  });
  expect((await getCardholderDonation(person.scope, id)).school_confirmation_id).toBe("OSU-7");
  expect((await getGift(school.scope, id)).school_confirmation_id).toBe("OSU-7");
  const { correction, ...receipt } = await getReceipt(person.scope, id);
  expect(receipt.school_confirmation_id).toBe("OSU-7");
  expect(correction?.replaces).toEqual([issued.receipt_number]);
  const told = await events();
  expect(told.map(({ type, sequence }) => [type, sequence])).toEqual([
    ["donation.completed", 1],
    ["donation.updated", 2],
  ]);
  expect(JSON.parse(told[1]?.body ?? "")).toMatchObject({
    data: {
      donation_id: id,
      sequence: 2,
      status: "completed",
      school_confirmation_id: "OSU-7",
      bank_user_id: (await db().account.findUniqueOrThrow({ where: { id: person.accountId } }))
        .bankUserId,
    },
  });
  const [entry] = await db().auditEntry.findMany({
    where: { tenant: admin.scope.tenant, action: "gift.correct" },
  });
  expect(entry).toMatchObject({
    actor: nameOfActor(admin.scope.actor),
    details: { from: "OSU-0", to: "OSU-7", reason: "Typed twice" },
  });
  // The file that had the wrong one doesn't bring it back.
  await expect(confirmGifts(school.scope, confirming([id]), false)).rejects.toMatchObject({
    violations: [{ msg: "This gift was already confirmed with another number" }],
  });
});

it("is refused if nobody has settled the gift, someone else corrected it first, or it isn't an admin's", async () => {
  await expect(correct()).rejects.toMatchObject({ violations: [{ loc: ["body", "shown"] }] });
  await pushAgain(id);
  const other = await makeMember(
    { kind: "school", schoolId: (await makeBatchSchool()).schoolId },
    "admin",
  );
  await expect(correct("OSU-0", other.scope)).rejects.toHaveProperty("violations");
  await expect(correct("OSU-0", school.scope)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const both = await Promise.allSettled([correct(), correct()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await events()).map(({ sequence }) => sequence)).toEqual([1, 2]);
});
