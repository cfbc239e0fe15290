import { afterAll, afterEach, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { getReceipt, type Receipt } from "../contract.ts";
import { getStatement, type YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { draw, drawIn, openThreads, stopDrawing } from "./threads.ts";
import type { Drawing } from "./worker.ts";

const STATEMENT = exampleOf(getStatement.data) as YearStatement;

type Line = YearStatement["donations"][number];

const statementOf = (count: number): Drawing => ({
  kind: "statement",
  content: {
    ...STATEMENT,
    donations: Array.from({ length: count }, () => ({ ...(STATEMENT.donations[0] as Line) })),
  },
});

const threads = openThreads();
afterAll(() => threads.destroy());
afterEach(stopDrawing);

const refused = (code: string) => expect.objectContaining({ code });

it("draws in a thread, always the same bytes", async () => {
  const [one, other] = [await draw(statementOf(3)), await draw(statementOf(3))];
  expect(Buffer.from(one.subarray(0, 5)).toString()).toBe("%PDF-");
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});

it("draws names in other scripts in a thread", async () => {
  const content = { ...(exampleOf(getReceipt.data) as Receipt), donor_name: "محمد 王小明" };
  const drawn = await drawIn(threads, { kind: "receipt", content });
  const expected = await receiptPdf(content);
  expect(Buffer.from(drawn).equals(Buffer.from(expected))).toBe(true);
});

it("stops a drawing that takes too long, and draws the next one", async () => {
  await drawIn(threads, statementOf(1));
  const [thread] = threads.threads.map(({ threadId }) => threadId);
  await expect(drawIn(threads, statementOf(3_000), 20)).rejects.toEqual(
    refused("SERVICE_UNAVAILABLE"),
  );
  expect(threads.threads.map(({ threadId }) => threadId)).not.toContain(thread);
  expect((await drawIn(threads, statementOf(1))).byteLength).toBeGreaterThan(1_000);
});

it("stops a drawing that takes too much memory, and draws the next one", async () => {
  const small = openThreads({ megabytes: 40 });
  // Long enough that only the memory limit applies.
  const hour = 3_600_000;
  await expect(drawIn(small, statementOf(100_000), hour)).rejects.toEqual(
    refused("SERVICE_UNAVAILABLE"),
  );
  const [left] = small.threads;
  expect(left).toBeUndefined();
  await small.destroy();
});

it("rethrows an error, and keeps the thread", async () => {
  const broken = { kind: "statement", content: {} } as unknown as Drawing;
  await expect(drawIn(threads, broken)).rejects.toThrow(TypeError);
  expect((await drawIn(threads, statementOf(1))).byteLength).toBeGreaterThan(1_000);
});
