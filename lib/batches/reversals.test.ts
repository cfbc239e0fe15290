/** Reversals of gifts that a school has confirmed from a file: the next file carries them, and the school decides there. */
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { agreeToCorrection, refuseCorrection } from "#lib/corrections/decisions.ts";
import { db } from "#lib/database/prisma.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import {
  type BatchSchool,
  confirming,
  fillBatch,
  makeBatchSchool,
  pushAgain,
} from "#test/batches.ts";
import { ask, attempt } from "#test/corrections.ts";
import { confirmGifts } from "./confirm.ts";
import type { FileFormat } from "./contract.ts";
import { batchFile } from "./files.ts";
import { closeBatch } from "./mutations.ts";
import { getBatch, getGift, listReversals } from "./queries.ts";

let school: BatchSchool;
let id: string;
beforeEach(async () => {
  school = await makeBatchSchool();
  id = await giveConfirmed();
});

/** A gift of $25 that the school has confirmed. */
async function giveConfirmed(): Promise<string> {
  const { ids, batchId } = await fillBatch(school, 1);
  await closeBatch(school.scope, batchId);
  await confirmGifts(school.scope, confirming(ids), false);
  expect(await pushAgain(ids[0] as string)).toBe("completed");
  return ids[0] as string;
}

/** Asks for $10 of the gift, which puts the reversal into the open batch. */
async function askForTen(): Promise<string> {
  const correction = await ask(school.bank.scope, id, { kind: "reverse", dollar_amount: 10 });
  expect(await attempt(correction)).toMatchObject({ status: "pending" });
  return correction;
}

const openBatch = () =>
  db().giftBatch.findFirstOrThrow({ where: { schoolId: school.schoolId, closedAt: null } });
const correctionOf = (correction: string) =>
  db().correction.findUniqueOrThrow({ where: { id: correction } });
const linesOf = (correctionId: string) => db().giftBatchLine.findMany({ where: { correctionId } });

async function closeOpen(): Promise<string> {
  const { id: batchId } = await openBatch();
  await closeBatch(school.scope, batchId);
  return batchId;
}

/** A file's lines as cells, by column. */
async function rowsOf(batchId: string, format: FileFormat) {
  const { body } = await batchFile(school.scope, batchId, format);
  const [header = "", ...lines] = (await text(body as never))
    .replace("\ufeff", "")
    .trim()
    .split("\r\n");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(header.split(",").map((name, n) => [name, cells[n]]));
  });
}

const decide = (decision: { confirmation_number?: string; refusal_reason?: string }, of: string) =>
  confirmGifts(school.scope, { gifts: [{ gift: giftNumberOf(of), ...decision }] }, false);

describe("a reversal", () => {
  it("is a line of the next file, which import files leave out, and counts in the batch's total", async () => {
    const correction = await askForTen();
    expect(await attempt(correction)).toMatchObject({ status: "pending" });
    const { ids } = await fillBatch(school, 1);
    const batchId = await closeOpen();
    const rows = await rowsOf(batchId, "csv");
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row.reverses)).toMatchObject({
      gift_number: giftNumberOf(correction),
      reverses: giftNumberOf(id),
      amount: "-10.00",
      bank_name: expect.any(String),
    });
    expect(await getBatch(school.scope, batchId)).toMatchObject({
      gift_count: 1,
      reversal_count: 1,
      dollar_amount: 15,
      undecided_count: 2,
    });
    for (const [format, column] of [
      ["raisers_edge", "GiftID"],
      ["npsp", "Payment_Check_Reference_Number__c"],
    ] as const) {
      const numbers = (await rowsOf(batchId, format)).map((row) => row[column]);
      expect(numbers).toEqual([giftNumberOf(ids[0] as string)]);
    }
  });

  it("happens once the school gives it a number, with the file as it was", async () => {
    const correction = await askForTen();
    const batchId = await closeOpen();
    const [before] = await rowsOf(batchId, "csv");
    expect(await listReversals(school.scope, 9)).toMatchObject([{ id: correction, cents: 1_000 }]);
    const agreed = await decide({ confirmation_number: "ADJ-1" }, correction);
    expect(agreed).toMatchObject({ confirmed: 1 });
    expect(await attempt(correction)).toMatchObject({ status: "succeeded" });
    expect(await getGift(school.scope, id)).toMatchObject({ net_usd: 15, dollar_amount: 25 });
    expect(await correctionOf(correction)).toMatchObject({
      legs: { platform_credit: { state: "done", by: "foundation" }, file: { state: "done" } },
    });
    expect(await decide({ confirmation_number: "ADJ-2" }, correction)).toMatchObject({
      already_decided: 1,
    });
    expect((await rowsOf(batchId, "csv"))[0]).toEqual(before);
    expect(await listReversals(school.scope, 9)).toEqual([]);
  });

  it("doesn't happen if the school refuses it", async () => {
    const correction = await askForTen();
    await closeOpen();
    await decide({ refusal_reason: "Already spent" }, correction);
    expect(await attempt(correction)).toMatchObject({ status: "refused" });
    expect(await correctionOf(correction)).toMatchObject({ refusalReason: "Already spent" });
    expect(await getGift(school.scope, id)).toMatchObject({ net_usd: 25 });
  });

  it("is decided only by its own school, in a closed batch, and not with a batch's one number", async () => {
    const correction = await askForTen();
    await expect(decide({ confirmation_number: "ADJ-1" }, correction)).rejects.toThrow();
    const batchId = await closeOpen();
    const other = await makeBatchSchool();
    const foreign = { gifts: [{ gift: giftNumberOf(correction), confirmation_number: "ADJ-1" }] };
    await expect(confirmGifts(other.scope, foreign, false)).rejects.toThrow();
    const whole = { batch_id: batchId, confirmation_number: "DEP" };
    expect(await confirmGifts(school.scope, whole, false)).toMatchObject({ confirmed: 0 });
    expect(await attempt(correction)).toMatchObject({ status: "pending" });
  });

  it("stays in the file that is still open if the school agrees elsewhere, and leaves it if it refuses", async () => {
    const [agreed, refused] = [await askForTen(), await askForTen()];
    expect(await agreeToCorrection(school.scope, agreed)).toBe(true);
    expect(await attempt(agreed)).toMatchObject({ status: "succeeded" });
    expect(await refuseCorrection(school.scope, refused, "No")).toBe(true);
    expect(await linesOf(refused)).toEqual([]);
    const fileLeg = async () => ((await correctionOf(agreed)).legs as { file: object }).file;
    expect(await fileLeg()).toMatchObject({ state: "pending" });
    const rows = await rowsOf(await closeOpen(), "csv");
    expect(rows.map((row) => row.gift_number)).toEqual([giftNumberOf(agreed)]);
    expect(await fileLeg()).toMatchObject({ state: "done" });
  });
});

it("a gift that the bank wants to cancel in a closed batch asks the school", async () => {
  const { ids, batchId } = await fillBatch(school, 1);
  const [pending = ""] = ids;
  await closeBatch(school.scope, batchId);
  const correction = await ask(school.bank.scope, pending, { kind: "cancel" });
  await attempt(correction);
  expect((await getGift(school.scope, pending)).correction_asked).toBe("cancel");
  await agreeToCorrection(school.scope, correction);
  await attempt(correction);
  expect(await getGift(school.scope, pending)).toMatchObject({
    status: "canceled",
    correction_asked: null,
    net_usd: 0,
  });
});
