import { expect, it } from "vitest";
import { FairQueue, type TurnKey } from "./fair-queue.ts";

const full = expect.objectContaining({ code: "SERVICE_UNAVAILABLE" });

/** A queue of work that ends when the test says so. */
function controlled(limits: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const rejected: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, key: TurnKey, signal?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    const work = () => {
      started.push(name);
      return promise;
    };
    return queue.run(key, work, signal && (() => signal)).catch((error) => {
      expect(error).toEqual(signal?.aborted ? signal.reason : full);
      rejected.push(name);
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** Ends all work in the order in which it started. */
  const endAll = async () => {
    for (let n = 0; n < started.length; n++) await end(started[n] as string);
  };
  return { queue, started, rejected, ask, end, endAll };
}

const idle = { running: 0, waiting: 0 };

it("runs a limited number at once, and the rest round-robin by key", async () => {
  const { queue, started, ask, endAll } = controlled({ concurrency: 2, waiting: 10 });
  for (const name of ["a1", "a2", "a3", "a4"]) ask(name, ["a"]);
  for (const name of ["b1", "b2", "c1"]) ask(name, [name.charAt(0)]);
  expect(started).toEqual(["a1", "a2"]);
  expect(queue.load).toEqual({ running: 2, waiting: 5 });
  await endAll();
  expect(started).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2"]);
  expect(queue.load).toEqual(idle);
});

it("is round-robin within a key, too", async () => {
  const { started, ask, endAll } = controlled({ concurrency: 1, waiting: 10 });
  ask("first", ["x"]);
  for (const n of [1, 2, 3]) ask(`a${n}`, ["/48", "a"]);
  ask("b1", ["/48", "b"]);
  ask("other", ["192.0.2.1"]);
  await endAll();
  expect(started).toEqual(["first", "a1", "other", "b1", "a2", "a3"]);
});

it("when full, rejects the newest item of the key with the most waiting", async () => {
  const { rejected, started, ask, endAll } = controlled({ concurrency: 1, waiting: 3 });
  for (const name of ["a1", "a2", "a3", "a4"]) ask(name, ["a"]);
  ask("a5", ["a"]);
  await Promise.resolve();
  const b = ask("b1", ["b"]);
  await endAll();
  await b;
  expect(rejected).toEqual(["a5", "a4"]);
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});

it("when full, rejects the newest item if all keys have the same number", async () => {
  const { rejected, ask, endAll } = controlled({ concurrency: 1, waiting: 2 });
  for (const name of ["a", "b", "c"]) ask(name, [name]);
  await ask("d", ["d"]);
  expect(rejected).toEqual(["d"]);
  await endAll();
});

it("leaves a slot for other keys, no matter how much one key submits", async () => {
  const { started, ask, end, endAll } = controlled({
    concurrency: 2,
    waiting: 5,
    concurrencyPerKey: 1,
  });
  for (const name of ["a1", "a2"]) ask(name, ["a"]);
  expect(started).toEqual(["a1"]);
  ask("b1", ["b"]);
  expect(started).toEqual(["a1", "b1"]);
  await end("b1");
  expect(started).toEqual(["a1", "b1"]);
  await endAll();
  expect(started).toEqual(["a1", "b1", "a2"]);
});

it("removes an item that is aborted while waiting, and keeps the order of the others", async () => {
  const { queue, started, rejected, ask, endAll } = controlled({ concurrency: 1, waiting: 5 });
  const gone = new AbortController();
  ask("a1", ["a"]);
  const left = ask("a2", ["a", "x"], gone.signal);
  ask("b1", ["b"]);
  gone.abort();
  await left;
  expect(queue.load).toEqual({ running: 1, waiting: 1 });
  await ask("a3", ["a"], gone.signal);
  expect(rejected).toEqual(["a2", "a3"]);
  await endAll();
  expect(started).toEqual(["a1", "b1"]);
  expect(queue.load).toEqual(idle);
});

it("frees a slot if the work fails", async () => {
  const queue = new FairQueue({ concurrency: 1, waiting: 1 });
  const failing = queue.run(["a"], () => Promise.reject(new Error("failed")));
  const next = queue.run(["a"], async () => "done");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
  expect(queue.load).toEqual(idle);
});
