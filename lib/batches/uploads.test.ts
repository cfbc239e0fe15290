import { expect, it } from "vitest";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { fillBatch, makeBatchSchool } from "#test/batches.ts";
import { closeBatch } from "./mutations.ts";
import { applyUpload, keepUpload, readUpload } from "./uploads.ts";

async function closedBatch(count: number) {
  const { scope, ...school } = await makeBatchSchool();
  const filled = await fillBatch(school, count, { dollar_amount: 10 });
  await closeBatch(scope, filled.batchId);
  return { ...filled, scope: scope as SchoolScope };
}

const undecided = (batchId: string) =>
  db().giftBatchLine.count({ where: { batchId, decidedAt: null } });

it("an upload is shown before it decides anything, and does it once", async () => {
  const { scope, numbers, batchId } = await closedBatch(3);
  const csv = `gift_number,donor_name,confirmation_number,refusal_reason
${numbers[0]},Pat,N-1,
${numbers[1]},Pat,N-2,
${numbers[2]},Pat,,No such fund`;
  const id = await keepUpload(scope, csv);
  const shared = { cents: 1_000, repeats: false };
  const shown = {
    problems: [],
    problemCount: 0,
    confirmed: { count: 2, cents: 2_000 },
    refused: { count: 1, cents: 1_000 },
    alreadyDecided: 0,
    // Refusals first, each with what the donor will read.
    decisions: [
      { ...shared, line: 4, gift: numbers[2], refusal_reason: "No such fund" },
      { ...shared, line: 2, gift: numbers[0], confirmation_number: "N-1" },
      { ...shared, line: 3, gift: numbers[1], confirmation_number: "N-2" },
    ],
    result: null,
  };
  expect(await readUpload(scope, id)).toEqual(shown);
  expect(await undecided(batchId)).toBe(3);
  const { decisions } = await db().decisionUpload.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(decisions)).not.toContain("Pat");

  const other = await keepUpload(scope, csv);
  await Promise.all([applyUpload(scope, id), applyUpload(scope, id)]);
  expect(await undecided(batchId)).toBe(0);
  expect(await readUpload(scope, id)).toMatchObject({
    result: { confirmed: 2, refused: 1, alreadyDecided: 0 },
  });
  // In another tab, there is nothing left to do.
  await applyUpload(scope, other);
  expect(await readUpload(scope, other)).toMatchObject({
    result: { confirmed: 0, refused: 0, alreadyDecided: 3 },
  });
});

it("a wrong upload names its lines and changes nothing, even if it became wrong since its dry run", async () => {
  const { scope, numbers, batchId } = await closedBatch(2);
  const header = "gift_number,confirmation_number,refusal_reason";
  const wrong = await keepUpload(
    scope,
    `${header}\n${numbers[0]},N-1,\nG-0000000000001,N-2,\n${numbers[1]},N-3,both\n,N-4,`,
  );
  expect((await readUpload(scope, wrong))?.problems).toEqual([
    { line: 3, column: "gift_number", text: "Your school has no such gift" },
    { line: 4, column: null, text: "Needs either a confirmation_number or a refusal_reason" },
    { line: 5, column: "gift_number", text: "Names no gift" },
  ]);
  await applyUpload(scope, wrong);
  expect(await undecided(batchId)).toBe(2);
  const first = await keepUpload(scope, `${header}\n${numbers[0]},N-1,\n${numbers[1]},N-2,`);
  const second = await keepUpload(scope, `${header}\n${numbers[0]},M-1,`);
  await applyUpload(scope, second);
  expect(await readUpload(scope, second)).toMatchObject({ result: { confirmed: 1 } });
  await applyUpload(scope, first);
  expect(await undecided(batchId)).toBe(1);
  expect(await readUpload(scope, first)).toMatchObject({
    result: null,
    problems: [{ line: 2 }],
  });
});

it("a school's uploads are its own, and only its latest are kept", async () => {
  const { scope } = await closedBatch(1);
  const other = await closedBatch(1);
  const ids = [];
  for (let n = 0; n < 11; n++) ids.push(await keepUpload(scope, "gift_number\n"));
  expect(await readUpload(scope, ids[0] as string)).toBeNull();
  await applyUpload(scope, ids[0] as string);
  expect(await readUpload(other.scope, ids[10] as string)).toBeNull();
  await applyUpload(other.scope, ids[10] as string);
  expect(await readUpload(scope, ids[10] as string)).toMatchObject({ result: null });
});

it("a page of a large upload reads its own decisions, and checks none again", async () => {
  const { scope, numbers, batchId } = await closedBatch(102);
  const lines = numbers.map((number, n) => `${number},N-${n}`);
  const id = await keepUpload(scope, ["gift_number,confirmation_number", ...lines].join("\n"));
  // Whatever became of the gifts, the page shows what was checked.
  await db().giftBatchLine.deleteMany({ where: { batchId } });
  const pageOf = async (page: number) =>
    (await readUpload(scope, id, page))?.decisions.map(({ line }) => line);
  expect(await pageOf(1)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  expect(await pageOf(2)).toEqual([102, 103]);
  expect(await pageOf(3)).toEqual([]);
  // What is wrong is found before anything is decided, and kept for the page.
  await applyUpload(scope, id);
  const upload = await readUpload(scope, id);
  expect(upload).toMatchObject({ problemCount: 102, result: null });
  expect(upload?.problems).toHaveLength(100);
});
