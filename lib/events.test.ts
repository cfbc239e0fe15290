import { beforeEach, expect, it } from "vitest";
import { db } from "./database/prisma.ts";
import { transaction } from "./database/transaction.ts";
import { promiseJobs, relayBell, relayJobs, wakeRelay } from "./events.ts";

beforeEach(async () => {
  await db().outbox.deleteMany();
});

const job = (donation_id: string) =>
  ({ name: "donation/push.requested", data: { donation_id, school_id: "s" } }) as const;

const promise = (...ids: string[]) => transaction((tx) => promiseJobs(tx, ids.map(job)));

type Sent = { id: string; data: { donation_id?: string } };

it("hands over what was promised, in order, and only once", async () => {
  await promise("a", "b");
  await promise("c");
  const sent: string[] = [];
  const send = async (events: Sent[]) => sent.push(...events.map((e) => e.data.donation_id ?? ""));
  expect(await relayJobs(send as never)).toBe(3);
  expect(await relayJobs(send as never)).toBe(0);
  expect(sent).toEqual(["a", "b", "c"]);
});

it("hands over nothing of a transaction that did not commit", async () => {
  const failing = transaction(async (tx) => {
    await promiseJobs(tx, [job("never")]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await relayJobs(async () => {})).toBe(0);
});

it("keeps jobs that the engine did not take, and sends them again under the same ids", async () => {
  await promise("a");
  const ids: string[] = [];
  const refuse = async (events: Sent[]) => {
    ids.push(...events.map(({ id }) => id));
    throw new Error("the engine is away");
  };
  await expect(relayJobs(refuse as never)).rejects.toThrow("the engine is away");
  await relayJobs((async (events: Sent[]) => ids.push(...events.map(({ id }) => id))) as never);
  expect(ids[0]).toBe(ids[1]);
});

it("lets two relays share the work without sending anything twice", async () => {
  await promise(...Array.from({ length: 100 }, (_, n) => `d-${n}`));
  const sent: string[] = [];
  const send = async (events: Sent[]) => {
    sent.push(...events.map(({ id }) => id));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const relay = async () => {
    while ((await relayJobs(send as never, 10)) > 0);
  };
  await Promise.all([relay(), relay(), relay()]);
  expect(sent).toHaveLength(100);
  expect(new Set(sent).size).toBe(100);
});

it("rings once for each commit", () => {
  let rung = 0;
  const count = () => {
    rung++;
  };
  relayBell().on("ring", count);
  wakeRelay();
  relayBell().off("ring", count);
  expect(rung).toBe(1);
});
