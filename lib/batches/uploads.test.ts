import { describe, expect, it } from "vitest";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import type { InvalidInput } from "#lib/errors.ts";
import { fillBatch, makeBatchSchool } from "#test/batches.ts";
import { readDecisions } from "./confirm.ts";
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
  const shown = {
    problems: [],
    confirmed: { count: 2, cents: 2_000 },
    refused: { count: 1, cents: 1_000 },
    alreadyDecided: 0,
    isApplied: false,
  };
  expect(await readUpload(scope, id)).toEqual({ id, ...shown });
  expect(await undecided(batchId)).toBe(3);
  const { decisions } = await db().decisionUpload.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(decisions)).not.toContain("Pat");

  const other = await keepUpload(scope, csv);
  await Promise.all([applyUpload(scope, id), applyUpload(scope, id)]);
  expect(await undecided(batchId)).toBe(0);
  expect(await readUpload(scope, id)).toMatchObject({ isApplied: true, alreadyDecided: 0 });
  // In another tab, there is nothing left to do.
  expect(await readUpload(scope, other)).toMatchObject({
    confirmed: { count: 0 },
    alreadyDecided: 3,
    isApplied: false,
  });
});

it("a wrong upload names its lines and changes nothing, even if it became wrong since its dry run", async () => {
  const { scope, numbers, batchId } = await closedBatch(2);
  const header = "gift_number,confirmation_number,refusal_reason";
  const wrong = await keepUpload(
    scope,
    `${header}\n${numbers[0]},N-1,\nG-0000000000001,N-2,\n${numbers[1]},N-3,both\n,${"9".repeat(101)},`,
  );
  expect((await readUpload(scope, wrong))?.problems).toEqual([
    { line: 3, text: "Your school has no such gift" },
    { line: 4, text: "Needs either a confirmation_number or a refusal_reason" },
    { line: 5, text: "Names no gift" },
    { line: 5, text: "Its confirmation_number isn't text of up to 100 characters" },
  ]);
  await applyUpload(scope, wrong);
  expect(await undecided(batchId)).toBe(2);
  const first = await keepUpload(scope, `${header}\n${numbers[0]},N-1,\n${numbers[1]},N-2,`);
  const second = await keepUpload(scope, `${header}\n${numbers[0]},M-1,`);
  await applyUpload(scope, second);
  expect(await readUpload(scope, second)).toMatchObject({ isApplied: true });
  await applyUpload(scope, first);
  expect(await undecided(batchId)).toBe(1);
  expect(await readUpload(scope, first)).toMatchObject({
    isApplied: false,
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
  expect(await readUpload(scope, ids[10] as string)).toMatchObject({ isApplied: false });
});

describe("a file that would hold up the process", () => {
  const header = "gift_number,confirmation_number,refusal_reason";
  const problemOf = async (csv: string) => {
    const error = await readDecisions(csv).catch((thrown) => thrown);
    return (error as InvalidInput).violations[0]?.msg;
  };

  it.each([
    ["too many lines", `${header}\n${"a,b\n".repeat(26_000)}`, "Has more than 25000 lines"],
    ["too many columns", `${"x,".repeat(200)}${header}\n`, "Has more than 200 columns"],
    ["a quote in a long value", `${header}\n${"x".repeat(100_000)}"`, /^Invalid Opening Quote/],
  ])("with %s is refused", async (_, csv, problem) => {
    const found = await problemOf(csv);
    expect(found).toMatch(problem);
    expect(found?.length).toBeLessThan(201);
  });

  it("is read in parts, which lose nothing", async () => {
    const reason = "Ümläute, 日本語 and 🎟️";
    const lines = Array.from({ length: 5_000 }, (_, n) => `G-${n},,"${reason} ${n}"`);
    const { lines: found } = await readDecisions([header, ...lines].join("\r\n"));
    expect(found.map(({ decision }) => decision.refusal_reason)).toEqual(
      lines.map((_, n) => `${reason} ${n}`),
    );
  });
});
