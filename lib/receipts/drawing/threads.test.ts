import { afterAll, afterEach, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { getReceipt, type Receipt } from "../contract.ts";
import { getStatement, type YearStatement } from "../statements/contract.ts";
import { DRAWING_LIMITS, drawingQueue, whenFree, withinPersonLimit } from "./queue.ts";
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

const idle = { drawing: 0, waiting: [], people: new Map() };
const refused = (code: string) => expect.objectContaining({ code });

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

it("draws in a thread, always the same bytes", async () => {
  const [one, other] = [await draw(statementOf(3)), await draw(statementOf(3))];
  expect(Buffer.from(one.subarray(0, 5)).toString()).toBe("%PDF-");
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  expect(drawingQueue()).toEqual(idle);
});

it("draws names in other scripts in a thread, in the school’s color", async () => {
  const content = { ...(exampleOf(getReceipt.data) as Receipt), donor_name: "محمد 王小明" };
  const drawn = await drawIn(threads, { kind: "receipt", content, color: "#ba0c2f" });
  const expected = await receiptPdf(content, { color: "#ba0c2f" });
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
  // Without a time limit.
  const hour = 3_600_000;
  await expect(drawIn(small, statementOf(100_000), hour)).rejects.toEqual(
    refused("SERVICE_UNAVAILABLE"),
  );
  const [left] = small.threads;
  expect(left).toBeUndefined();
  await small.destroy();
});

it("passes an error on, and keeps the thread", async () => {
  const broken = { kind: "statement", content: {} } as unknown as Drawing;
  await expect(drawIn(threads, broken)).rejects.toThrow(TypeError);
  expect((await drawIn(threads, statementOf(1))).byteLength).toBeGreaterThan(1_000);
});

it("has a limited number of slots and waiting places, and then refuses at once", async () => {
  const { atOnce, waiting } = DRAWING_LIMITS;
  const all = Array.from({ length: atOnce + waiting }, held);
  const begun: number[] = [];
  const under = all.map(({ work }, n) =>
    whenFree(() => {
      begun.push(n);
      return work();
    }),
  );
  await expect(whenFree(async () => "drawn")).rejects.toEqual(refused("SERVICE_UNAVAILABLE"));
  const never = () => expect.unreachable("nothing is read for a document that has no place");
  await expect(withinPersonLimit("somebody", never)).rejects.toEqual(
    refused("SERVICE_UNAVAILABLE"),
  );
  expect(begun).toHaveLength(atOnce);
  for (const { end } of all) end();
  await Promise.all(under);
  // First come, first served.
  expect(begun).toEqual(all.map((_, n) => n));
  expect(drawingQueue()).toEqual(idle);
});

it("frees a slot also if a drawing fails", async () => {
  const fail = () => Promise.reject(new Error("no ink"));
  const places = DRAWING_LIMITS.atOnce + 1;
  const outcomes = await Promise.allSettled(Array.from({ length: places }, () => whenFree(fail)));
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => "rejected"));
  expect(await whenFree(async () => "drawn")).toBe("drawn");
  expect(drawingQueue()).toEqual(idle);
});

it("allows one person two documents at a time, so that others get theirs", async () => {
  const [first, second, other] = [held(), held(), held()];
  const under = [withinPersonLimit("one", first.work), withinPersonLimit("one", second.work)];
  await expect(withinPersonLimit("one", async () => {})).rejects.toMatchObject({
    code: "RATE_LIMITED",
    headers: { "Retry-After": expect.stringMatching(/^\d+$/) },
  });
  under.push(withinPersonLimit("another", other.work));
  first.end();
  await under[0];
  expect(await withinPersonLimit("one", async () => "made")).toBe("made");
  second.end();
  other.end();
  await Promise.all(under);
  expect(drawingQueue()).toEqual(idle);
});
