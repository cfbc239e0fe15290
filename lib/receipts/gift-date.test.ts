/** The date of a gift is decided once, when it settles, and is the same wherever it's stated. */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { confirmGifts } from "#lib/batches/confirm.ts";
import type { FileFormat } from "#lib/batches/contract.ts";
import { batchFile } from "#lib/batches/files.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { getGift } from "#lib/batches/queries.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { givenCsv } from "#lib/reports/files.ts";
import { readPeriod } from "#lib/reports/period.ts";
import { readReport, readReportSchool } from "#lib/reports/queries.ts";
import { setReceiptDetails } from "#lib/schools/participation/receipts.ts";
import { settleAll } from "#lib/settlement/sql.ts";
import { confirming, fillBatch, give, makeBatchSchool, pushAgain } from "#test/batches.ts";
import { makeCardholder, makeSchool, system } from "#test/factories.ts";
import { makeMember } from "#test/staff.ts";
import { getReceipt } from "./issue.ts";
import { getStatement } from "./statements/queries.ts";

type GiftDate = "confirmed" | "accepted";
const choose = (schoolId: string, giftDate: GiftDate) =>
  setReceiptDetails(system, schoolId, { giftDate });

/** A gift accepted on the last evening of a year, which settles in the next one. In New York. */
const [GIVEN, CONFIRMED] = ["2026-01-01T04:59:59.999Z", "2026-01-01T05:00:00.000Z"];

async function giveAround(giftDate: GiftDate | null) {
  const schoolId = await makeSchool();
  const person = await makeCardholder();
  if (giftDate) await choose(schoolId, giftDate);
  const { bankId } = person.bank;
  const id = await give({ schoolId, bank: person.bank }, { service_user_id: person.accountId });
  await pool().query("update donation set created_at = $2 where id = $1", [id, GIVEN]);
  const outcome = {
    id,
    bankId: person.bank.bankId,
    status: "completed" as const,
    reason: null,
    platformCreditId: "N-1",
    keepsPoints: false,
    platformStatus: "posted",
  };
  const at = new Date(CONFIRMED);
  // Its book has to begin before.
  await pool().query("update ledger_book set cut_at = '-infinity' where id = $1", [bankId]);
  const posting = { bankId, completedAt: at, transferId: randomUUID() };
  await settleAll({ outcomes: [{ ...outcome, ...posting, at }] });
  const { scope } = await makeMember({ kind: "school", schoolId }, "processor");
  return { schoolId, person, id, scope };
}

type Given = Awaited<ReturnType<typeof giveAround>>;

/** The date everywhere that states it. */
async function statedDates({ person, id, scope }: Given) {
  const receipt = await getReceipt(person.scope, id);
  const [school, year] = [await readReportSchool(scope), Number(receipt.donation_date.slice(0, 4))];
  const statement = await getStatement(person.scope, year);
  const month = readPeriod({ month: receipt.donation_date.slice(0, 7) }, "2026-11-01");
  const report = await readReport(scope, school, month);
  const { body } = await givenCsv(scope, { year: "2025" });
  const [columns = [], cells = []] = (await text(body))
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return {
    receipt: receipt.donation_date,
    number: receipt.receipt_number.slice(-11, -7),
    statement: statement.donations.map(({ donation_date }) => donation_date).join(),
    list: (await getGift(scope, id)).gift_date,
    report: report.times.map(({ key }) => key).join(),
    record: cells[columns.indexOf("gift_date")],
  };
}

const everywhere = (day: string) => ({
  receipt: day,
  number: day.slice(0, 4),
  statement: day,
  list: day,
  report: day,
  record: day,
});

describe("the date of a gift", () => {
  it.each([
    [null, "2026-01-01"],
    ["confirmed", "2026-01-01"],
    ["accepted", "2025-12-31"],
  ] as const)("where the foundation has chosen %s is %s everywhere", async (rule, day) => {
    expect(await statedDates(await giveAround(rule))).toEqual(everywhere(day));
  });

  it.each([
    ["confirmed", "2026-01-01"],
    ["accepted", "2025-12-31"],
  ] as const)("chosen as %s stays when the foundation chooses the other", async (rule, day) => {
    const gift = await giveAround(rule);
    // Before anything was issued.
    await choose(gift.schoolId, rule === "confirmed" ? "accepted" : "confirmed");
    expect(await statedDates(gift)).toEqual(everywhere(day));
  });
});

const DATE_COLUMNS: [FileFormat, string][] = [
  ["csv", "gift_date"],
  ["raisers_edge", "GFDate"],
  ["npsp", "Donation_Date__c"],
];

it.each(["confirmed", "accepted"] as const)(
  "a closed batch's files (%s) and its receipts agree, whatever is chosen later",
  async (rule) => {
    const batchSchool = await makeBatchSchool();
    const { schoolId, scope } = batchSchool;
    await choose(schoolId, rule);
    const person = await makeCardholder();
    const own = { schoolId, bank: person.bank };
    const {
      ids: [id = ""],
      batchId,
    } = await fillBatch(own, 1, { service_user_id: person.accountId });
    await closeBatch(scope, batchId);
    await choose(schoolId, rule === "confirmed" ? "accepted" : "confirmed");
    const days = await Promise.all(
      DATE_COLUMNS.map(async ([format, column]) => {
        const lines = (await text((await batchFile(scope, batchId, format)).body))
          .replace("\ufeff", "")
          .split("\r\n");
        const [columns = [], cells = []] = lines.map((line) => line.split(","));
        return cells[columns.indexOf(column)]?.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2");
      }),
    );
    await confirmGifts(scope, confirming([id]), false);
    const { gift } = await db().giftBatchLine.findUniqueOrThrow({ where: { donationId: id } });
    await pool().query(
      "update donation set created_at = created_at - interval '3 days' where id = $1",
      [id],
    );
    await pushAgain(id);
    const { donation_date } = await getReceipt(person.scope, id);
    const { date } = gift as { date: string };
    if (rule === "confirmed") {
      // What comes after a file can't be in it. Raiser's Edge requires a date: the day given.
      expect(days).toEqual(["", date, ""]);
      expect(donation_date >= date).toBe(true);
    } else {
      expect(days).toEqual([date, date, date]);
      expect(donation_date < date).toBe(true);
    }
  },
);
