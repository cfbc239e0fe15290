import { afterAll, afterEach, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { getReceipt, type Receipt } from "../contract.ts";
import { getStatement, type YearStatement } from "../statements/contract.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { draw, openThreads, stopDrawing } from "./threads.ts";
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
  const drawn = await draw({ kind: "receipt", content }, { threads });
  const expected = await receiptPdf(content);
  expect(Buffer.from(drawn).equals(Buffer.from(expected))).toBe(true);
});

it("stops a drawing that takes too long, and draws the next one", async () => {
  await draw(statementOf(1), { threads });
  const [thread] = threads.threads.map(({ threadId }) => threadId);
  await expect(draw(statementOf(3_000), { threads, timeoutMs: 20 })).rejects.toEqual(
    refused("SERVICE_UNAVAILABLE"),
  );
  expect(threads.threads.map(({ threadId }) => threadId)).not.toContain(thread);
  expect((await draw(statementOf(1), { threads })).byteLength).toBeGreaterThan(1_000);
});

it("stops a drawing that takes too much memory, and draws the next one", async () => {
  const small = openThreads({ megabytes: 40 });
  // Long enough that only the memory limit applies.
  const timeoutMs = 3_600_000;
  await expect(draw(statementOf(100_000), { threads: small, timeoutMs })).rejects.toEqual(
    refused("SERVICE_UNAVAILABLE"),
  );
  const [left] = small.threads;
  expect(left).toBeUndefined();
  await small.destroy();
});

it("rethrows an error, and keeps the thread", async () => {
  const broken = { kind: "statement", content: {} } as unknown as Drawing;
  await expect(draw(broken, { threads })).rejects.toThrow(TypeError);
  expect((await draw(statementOf(1), { threads })).byteLength).toBeGreaterThan(1_000);
});
