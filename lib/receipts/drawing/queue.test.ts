import { expect, it } from "vitest";
import type { TurnKey } from "../../fair-queue.ts";
import { DRAWING_LIMITS, drawingQueue, drawingTurn, withinPersonLimit } from "./queue.ts";

const idle = { running: 0, waiting: 0 };
const refused = (code: string) => expect.objectContaining({ code });

/** Drawings that end when the test says so. */
function easel() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const draw = (name: string, turn: TurnKey) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return drawingQueue().run(turn, () => {
      begun.push(name);
      return promise;
    });
  };
  const endAll = async () => {
    for (let n = 0; n < begun.length; n++) {
      ends.get(begun[n] as string)?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(drawingQueue().load).toEqual(idle);
  };
  return { begun, draw, endAll };
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => n);

it("a receipt is drawn at once, however many statements and cards there are", async () => {
  const { begun, draw, endAll } = easel();
  for (const n of numbered(6)) {
    draw(`statement ${n}`, drawingTurn.statement(`person ${n}`));
    draw(`card ${n}`, drawingTurn.card);
  }
  expect(begun).toHaveLength(DRAWING_LIMITS.concurrency - 1);
  draw("receipt", drawingTurn.receipt("another"));
  expect(begun).toHaveLength(DRAWING_LIMITS.concurrency);
  expect(begun.at(-1)).toBe("receipt");
  await endAll();
});

it("people take turns, and so do statements and cards", async () => {
  const { begun, draw, endAll } = easel();
  const first = numbered(DRAWING_LIMITS.concurrency - 1).map((n) => `first ${n}`);
  for (const name of first) draw(name, drawingTurn.statement(name));
  for (const name of ["a1", "a2", "b1", "b2"]) draw(name, drawingTurn.statement(name.charAt(0)));
  for (const name of ["card 1", "card 2"]) draw(name, drawingTurn.card);
  await endAll();
  expect(begun).toEqual([...first, "a1", "card 1", "b1", "card 2", "a2", "b2"]);
});

it("an emailed receipt is never refused, and is the next but one", async () => {
  const { begun, draw, endAll } = easel();
  const refusals: Promise<unknown>[] = [];
  for (const n of numbered(DRAWING_LIMITS.concurrency + DRAWING_LIMITS.waiting)) {
    refusals.push(draw(`statement ${n}`, drawingTurn.statement(`s${n}`)).catch((error) => error));
    refusals.push(draw(`receipt ${n}`, drawingTurn.receipt(`r${n}`)).catch((error) => error));
  }
  const before = begun.length;
  draw("email", drawingTurn.emailedReceipt);
  expect(drawingQueue().load.waiting).toBe(DRAWING_LIMITS.waiting);
  await endAll();
  // Before it comes at most one of each other kind.
  expect(begun.indexOf("email")).toBeLessThanOrEqual(before + 2);
  expect(await Promise.all(refusals)).toContainEqual(refused("SERVICE_UNAVAILABLE"));
});

it("allows one person two documents at a time, so that others get theirs", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [one, another] = [drawingTurn.statement("one"), drawingTurn.statement("another")];
  const held = [1, 2].map(() => withinPersonLimit("one", one, () => promise));
  const third = withinPersonLimit("one", drawingTurn.receipt("one"), async () => "drawn");
  await expect(third).rejects.toMatchObject({
    code: "RATE_LIMITED",
    headers: { "Retry-After": expect.stringMatching(/^\d+$/) },
  });
  const other = withinPersonLimit("another", another, async () => "drawn");
  resolve();
  await Promise.all(held);
  expect(await other).toBe("drawn");
  expect(await withinPersonLimit("one", one, async () => "drawn")).toBe("drawn");
  expect(drawingQueue().load).toEqual(idle);
});
