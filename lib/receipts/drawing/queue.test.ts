import { expect, it } from "vitest";
import type { TurnKey } from "../../fair-queue.ts";
import { DRAWING_LIMITS, drawingQueue, drawingTurn, withCardholderLimit } from "./queue.ts";

const idle = { running: 0, waiting: 0 };
const refused = (code: string) => expect.objectContaining({ code });

/** Drawings that the test finishes. */
function controlledDrawings() {
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  const draw = (name: string, turn: TurnKey) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    finishers.set(name, resolve);
    return drawingQueue().run(turn, () => {
      started.push(name);
      return promise;
    });
  };
  const finishAll = async () => {
    for (let n = 0; n < started.length; n++) {
      finishers.get(started[n] as string)?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(drawingQueue().load).toEqual(idle);
  };
  return { started, draw, finishAll };
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => n);

it("draws a receipt immediately, however many statements and cards are queued", async () => {
  const { started, draw, finishAll } = controlledDrawings();
  for (const n of numbered(6)) {
    draw(`statement ${n}`, drawingTurn.statement(`person ${n}`));
    draw(`card ${n}`, drawingTurn.card);
  }
  expect(started).toHaveLength(DRAWING_LIMITS.concurrency - 1);
  draw("receipt", drawingTurn.receipt("another"));
  expect(started).toHaveLength(DRAWING_LIMITS.concurrency);
  expect(started.at(-1)).toBe("receipt");
  await finishAll();
});

it("lets people take turns, and statements and cards too", async () => {
  const { started, draw, finishAll } = controlledDrawings();
  const first = numbered(DRAWING_LIMITS.concurrency - 1).map((n) => `first ${n}`);
  for (const name of first) draw(name, drawingTurn.statement(name));
  for (const name of ["a1", "a2", "b1", "b2"]) draw(name, drawingTurn.statement(name.charAt(0)));
  for (const name of ["card 1", "card 2"]) draw(name, drawingTurn.card);
  await finishAll();
  expect(started).toEqual([...first, "a1", "card 1", "b1", "card 2", "a2", "b2"]);
});

it("never refuses an emailed receipt, and draws at most two documents before it", async () => {
  const { started, draw, finishAll } = controlledDrawings();
  const refusals: Promise<unknown>[] = [];
  for (const n of numbered(DRAWING_LIMITS.concurrency + DRAWING_LIMITS.waiting)) {
    refusals.push(draw(`statement ${n}`, drawingTurn.statement(`s${n}`)).catch((error) => error));
    refusals.push(draw(`receipt ${n}`, drawingTurn.receipt(`r${n}`)).catch((error) => error));
  }
  const before = started.length;
  draw("email", drawingTurn.emailedReceipt);
  expect(drawingQueue().load.waiting).toBe(DRAWING_LIMITS.waiting);
  await finishAll();
  expect(started.indexOf("email")).toBeLessThanOrEqual(before + 2);
  expect(await Promise.all(refusals)).toContainEqual(refused("SERVICE_UNAVAILABLE"));
});

it("allows one person two documents at a time, so that others get theirs", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [one, another] = [drawingTurn.statement("one"), drawingTurn.statement("another")];
  const held = [1, 2].map(() => withCardholderLimit("one", one, () => promise));
  const third = withCardholderLimit("one", drawingTurn.receipt("one"), async () => "drawn");
  await expect(third).rejects.toMatchObject({
    code: "RATE_LIMITED",
    headers: { "Retry-After": expect.stringMatching(/^\d+$/) },
  });
  const other = withCardholderLimit("another", another, async () => "drawn");
  resolve();
  await Promise.all(held);
  expect(await other).toBe("drawn");
  expect(await withCardholderLimit("one", one, async () => "drawn")).toBe("drawn");
  expect(drawingQueue().load).toEqual(idle);
});
