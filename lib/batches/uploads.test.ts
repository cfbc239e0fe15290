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

const nothing = { numbers: new Map<string, string>(), accepted: new Set<string>() };

const apply = (scope: SchoolScope, id: string, numbers: [string, string][] = [], accepted = [""]) =>
  applyUpload(scope, id, { numbers: new Map(numbers), accepted: new Set(accepted) });

it("an upload is shown before it decides anything, and does it once", async () => {
  const { scope, numbers, batchId } = await closedBatch(3);
  const csv = `gift_number,donor_name,confirmation_number,refusal_reason
${numbers[0]},Pat,N-1,
${numbers[1]},Pat,N-2,
${numbers[2]},Pat,,No such fund`;
  const id = await keepUpload(scope, csv);
  const shared = { cents: 1_000, repeats: false, wrong: null, reason: null };
  const shown = {
    problems: [],
    problemCount: 0,
    count: 3,
    ready: { count: 2, cents: 2_000 },
    declined: { count: 1, cents: 1_000 },
    wrong: { count: 0, cents: 0 },
    alreadyDecided: 0,
    // Refusals first, each with what the donor will read.
    rows: [
      { ...shared, line: 4, gift: numbers[2], number: "", reason: "No such fund" },
      { ...shared, line: 2, gift: numbers[0], number: "N-1" },
      { ...shared, line: 3, gift: numbers[1], number: "N-2" },
    ],
    createdAt: expect.any(Date),
  };
  expect(await readUpload(scope, id)).toEqual(shown);
  expect(await undecided(batchId)).toBe(3);
  const { decisions } = await db().decisionUpload.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(decisions)).not.toContain("Pat");

  const other = await keepUpload(scope, csv);
  const both = await Promise.all([apply(scope, id), apply(scope, id)]);
  expect(both.map((one) => one?.left)).toEqual([0, 0]);
  expect(both.reduce((sum, one) => sum + (one?.decided ?? 0), 0)).toBe(3);
  expect(await undecided(batchId)).toBe(0);
  expect(await readUpload(scope, id)).toMatchObject({ rows: [], ready: { count: 0 } });
  // In another tab, there is nothing left to do.
  expect(await apply(scope, other)).toEqual({ decided: 0, left: 0 });
});

it("wrong rows stay, with what is wrong, until they are corrected in place", async () => {
  const { scope, numbers, batchId } = await closedBatch(5);
  const [a = "", b = "", c = "", d = "", e = ""] = numbers;
  const id = await keepUpload(
    scope,
    `gift_number,amount,confirmation_number,refusal_reason
${a},10.00,N-1,\n${b},57.00,N-2,\n${c},,n/a,\n${d},,N-4,both\nG-0000000000001,,N-5,\n,,N-6,\n${e},,N-7,`,
  );
  const upload = await readUpload(scope, id);
  expect(upload?.problems).toEqual([
    { line: 6, text: "Your school has no such gift." },
    { line: 7, text: "Names no gift." },
  ]);
  expect(upload?.rows.map(({ line, wrong }) => [line, wrong?.as])).toEqual([
    [3, "doubt"],
    [4, "number"],
    [5, "final"],
    [2, undefined],
    [8, undefined],
  ]);
  expect(upload?.rows[0]?.wrong?.text).toBe(
    "Your file says 57.00 for the amount. In our file, it’s 10.00.",
  );
  expect(upload?.wrong.count).toBe(3);
  // A number typed in is as wrong as one in the file; one left blank is left for later.
  expect(
    await apply(scope, id, [
      [a, "N-1\0"],
      [e, ""],
    ]),
  ).toEqual({ decided: 0, left: 5 });
  expect(await undecided(batchId)).toBe(5);
  const typed = (await readUpload(scope, id))?.rows.find(({ gift }) => gift === a);
  expect(typed).toMatchObject({ number: "N-1\ufffd", wrong: { as: "number" } });
  const corrected: [string, string][] = [
    [a, "N-1"],
    [c, "N-3"],
    [d, "N-4"],
  ];
  expect(await apply(scope, id, corrected, [b, d])).toEqual({ decided: 3, left: 2 });
  expect((await readUpload(scope, id))?.rows.map(({ line }) => line)).toEqual([5, 8]);
  const lines = await db().giftBatchLine.findMany({ where: { batchId } });
  expect(lines.map(({ confirmationNumber }) => confirmationNumber).sort()).toEqual([
    "N-1",
    "N-2",
    "N-3",
    null,
    null,
  ]);
});

it("a row that was decided otherwise since isn't decided again", async () => {
  const { scope, numbers, batchId } = await closedBatch(2);
  const header = "gift_number,confirmation_number";
  const first = await keepUpload(scope, `${header}\n${numbers[0]},N-1\n${numbers[1]},N-2`);
  const second = await keepUpload(scope, `${header}\n${numbers[0]},M-1`);
  expect(await apply(scope, second)).toEqual({ decided: 1, left: 0 });
  expect(await apply(scope, first)).toEqual({ decided: 1, left: 1 });
  expect(await undecided(batchId)).toBe(0);
  expect((await readUpload(scope, first))?.rows).toMatchObject([
    { line: 2, wrong: { as: "final" } },
  ]);
});

it("a school's uploads are its own, and only its latest are kept", async () => {
  const { scope } = await closedBatch(1);
  const other = await closedBatch(1);
  const ids = [];
  for (let n = 0; n < 11; n++) ids.push(await keepUpload(scope, "gift_number\n"));
  expect(await readUpload(scope, ids[0] as string)).toBeNull();
  expect(await applyUpload(scope, ids[0] as string, nothing)).toBeNull();
  expect(await readUpload(other.scope, ids[10] as string)).toBeNull();
  expect(await applyUpload(other.scope, ids[10] as string, nothing)).toBeNull();
  expect(await readUpload(scope, ids[10] as string)).toMatchObject({ rows: [], problemCount: 1 });
});

it("a part of a large upload reads its own rows, and checks none again", async () => {
  const { scope, numbers, batchId } = await closedBatch(102);
  const lines = numbers.map((number, n) => `${number},N-${n}`);
  const id = await keepUpload(scope, ["gift_number,confirmation_number", ...lines].join("\n"));
  // Whatever became of the gifts, the page shows what was checked.
  await db().giftBatchLine.deleteMany({ where: { batchId } });
  const pageOf = async (page: number) =>
    (await readUpload(scope, id, page))?.rows.map(({ line }) => line);
  expect(await pageOf(1)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  expect(await pageOf(2)).toEqual([102, 103]);
  expect(await pageOf(3)).toEqual([]);
  // What is wrong is found before anything is decided, and kept for the page.
  expect(await apply(scope, id)).toEqual({ decided: 0, left: 102 });
  expect(await readUpload(scope, id)).toMatchObject({ wrong: { count: 102 }, ready: { count: 0 } });
});
