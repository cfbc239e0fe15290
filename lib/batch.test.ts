import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { batch, batchedLookup } from "./batch.ts";

const identity = (item: string) => item;
const names = (count: number) => Array.from({ length: count }, (_, n) => `item ${n}`);

/** Work that records its batches and ends when the test says so. */
function recordingBatch(act: (items: string[]) => Promise<void> = async () => {}) {
  const batches: string[][] = [];
  const ask = batch(identity, async (items) => {
    batches.push(items);
    await act(items);
    return items.map((item) => `done: ${item}`);
  });
  return { ask, batches };
}

it("a batch is retried a few times if the database rolled it back to resolve a deadlock", async () => {
  let rollbacks = 2;
  const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
  const { ask, batches } = recordingBatch(async () => {
    if (rollbacks-- > 0) throw deadlock;
  });
  expect(await Promise.all(["a", "b"].map(ask))).toEqual(["done: a", "done: b"]);
  expect(batches).toEqual(Array(3).fill(["a", "b"]));
  rollbacks = Number.POSITIVE_INFINITY;
  await expect(ask("c")).rejects.toBe(deadlock);
});

describe("concurrent calls", () => {
  it("share a batch, and each gets its own result", async () => {
    const { ask, batches } = recordingBatch();
    const items = names(50);
    expect(await Promise.all(items.map(ask))).toEqual(items.map((item) => `done: ${item}`));
    expect(batches).toEqual([items]);
  });

  it("are split into batches, none of which contains a key twice", async () => {
    const { ask, batches } = recordingBatch();
    await Promise.all([...names(70), ...names(3)].map(ask));
    expect(batches.flat()).toHaveLength(73);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(64);
      expect(new Set(batch).size).toBe(batch.length);
    }
  });

  it("wait for the batch that runs, then share the next one", async () => {
    const batchesOfOneTry = async () => {
      const { ask, batches } = recordingBatch((items) => wait(items.includes("first") ? 20 : 0));
      const first = ask("first");
      await vi.waitUntil(() => batches.length === 1, { interval: 1 });
      const second = ask("second");
      await wait(10);
      await Promise.all([first, second, ask("third")]);
      return batches;
    };
    // A busy machine may pause a try for longer than items wait.
    await expect.poll(batchesOfOneTry).toEqual([["first"], ["second", "third"]]);
  });

  it("do not wait for another batch that hangs", async () => {
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { ask } = recordingBatch((items) =>
      items.includes("hangs") ? hanging : Promise.resolve(),
    );
    const first = ask("hangs");
    await wait(50);
    expect(await ask("works")).toBe("done: works");
    release();
    expect(await first).toBe("done: hangs");
  });
});

describe("a failure", () => {
  it("affects only the item that caused it", async () => {
    const { ask } = recordingBatch(async (items) => {
      if (items.includes("item 20")) throw new Error("at fault");
    });
    const outcomes = await Promise.allSettled(names(64).map(ask));
    const failed = outcomes.flatMap(({ status }, n) => (status === "rejected" ? [n] : []));
    expect(failed).toEqual([20]);
  });

  it("affects all items if the database is unavailable, and later calls are attempted again", async () => {
    let isUnavailable = true;
    const { ask, batches } = recordingBatch(async () => {
      await wait(20);
      if (isUnavailable) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    });
    const outcomes = await Promise.allSettled(names(300).map(ask));
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(batches.length).toBeLessThanOrEqual(2);
    isUnavailable = false;
    expect(await ask("later")).toBe("done: later");
  });
});

describe("a lookup", () => {
  it("queries each key once, returns what exists, and queries again the next time", async () => {
    const queries: string[][] = [];
    const find = batchedLookup(
      async (keys) => {
        queries.push(keys);
        return keys
          .filter((key) => key !== "missing")
          .map((key) => ({ key, turn: queries.length }));
      },
      ({ key }) => key,
    );
    const found = await Promise.all(["a", "missing", "a", "b"].map(find));
    expect(found.map((row) => row?.key)).toEqual(["a", undefined, "a", "b"]);
    expect(queries).toEqual([["a", "missing", "b"]]);
    expect((await find("a"))?.turn).toBe(2);
  });

  it("is repeated after one that failed", async () => {
    let fails = true;
    const find = batchedLookup(
      async (keys) => {
        if (fails) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
        return keys;
      },
      (key) => key,
    );
    const [first, second] = await Promise.allSettled([find("a"), find("b")]);
    expect([first?.status, second?.status]).toEqual(["rejected", "rejected"]);
    fails = false;
    expect(await find("a")).toBe("a");
  });
});
