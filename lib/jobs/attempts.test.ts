/** What happens to a group's items. The rows are real pushes; the attempts are fakes. */
import { beforeEach, describe, expect, it } from "vitest";
import { donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { donationRequest } from "../donations/contract.ts";
import { PUSHES } from "../donations/sql.ts";
import { type AttemptResult, Attempts, type Kind } from "./attempts.ts";
import type { GroupOf } from "./enqueue.ts";
import type { ItemJob } from "./groups.ts";
import { requeue } from "./sweep.ts";
import { createTargets, HANGS_AFTER_MS } from "./targets.ts";

type Pushes = Kind<"donation/push.requested">;
type FakeAttempt = Pushes["attempt"];

beforeEach(async () => {
  await db().outbox.deleteMany();
});

/** A group of accepted donations, one per fake attempt. Their push jobs have left the outbox. */
async function groupOf(fakes: FakeAttempt[], lane = "shared 1") {
  const bank = await makeBank();
  const group: GroupOf<"donation/push.requested"> = { lane, owner: "shared 0", items: [] };
  for (const _ of fakes) {
    const body = donationRequest.parse(donationBody(await makeSchool()));
    const { donation_id } = await requestDonation(bank.scope, body);
    group.items.push({ donation_id, school_id: body.school_id, bank_id: bank.bankId });
  }
  await db().outbox.deleteMany();
  const kind: Pushes = {
    work: PUSHES,
    idOf: ({ donation_id: id }) => id,
    attempt: (member, watch) => {
      const nth = group.items.findIndex(({ donation_id }) => donation_id === member.id);
      return (fakes[nth] as FakeAttempt)(member, watch);
    },
  };
  const known = createTargets();
  const attempts = new Attempts(() => known);
  const schools = group.items.map(({ school_id }) => school_id);
  return { group, known, schools, attempt: (times = 0) => attempts.attemptDue(kind, group, times) };
}

const requested = async () =>
  (await db().outbox.findMany()).map(({ data }) => data as unknown as GroupOf<ItemJob>);

const settled = (status: string): AttemptResult => ({ status, dueInMs: 0 });
const succeeds: FakeAttempt = (_member, watch) =>
  watch(async () => ({ ...settled("completed"), answered: true }));
const isDueIn =
  (dueInMs: number): FakeAttempt =>
  async () => ({ status: "pending", dueInMs, answered: false });
const throws: FakeAttempt = async () => {
  throw new Error("an unexpected error");
};

it("leaves nothing to do when all succeed", async () => {
  const { attempt, known, schools } = await groupOf([succeeds, succeeds]);
  expect(await attempt()).toEqual({ items: [], waitMs: 0 });
  expect(schools.map((school) => known.isHealthy(school))).toEqual([true, true]);
});

it("drops items that are settled, held, or of another generation", async () => {
  const fakes = ["failed", "held", "superseded", "gone"].map(
    (status) => async () => settled(status),
  );
  expect(await (await groupOf(fakes)).attempt()).toEqual({ items: [], waitMs: 0 });
});

it("keeps pending items, and wakes once for those due at about the same time", async () => {
  const { attempt, group } = await groupOf([
    succeeds,
    isDueIn(30_000),
    isDueIn(32_800),
    isDueIn(34_000),
  ]);
  const { items, waitMs } = await attempt();
  expect(items).toEqual(group.items.slice(1));
  expect(waitMs).toBe(33_000);
});

it("delays no item by more than two minutes for a shared wake-up: the sweep would consider it lost", async () => {
  const day = 86_400_000;
  const { attempt } = await groupOf([isDueIn(day), isDueIn(day + 119_000), isDueIn(day + 121_000)]);
  expect((await attempt()).waitMs).toBe(day + 119_000);
});

it("counts an unexpected error as a failed attempt of its own item only", async () => {
  const { attempt, group, known, schools } = await groupOf([throws, succeeds]);
  const [item] = group.items;
  expect(await attempt()).toEqual({ items: [item], waitMs: 1_000 });
  const credit = await db().credit.findUniqueOrThrow({
    where: { donationId: item?.donation_id as string },
  });
  expect(credit.attemptCount).toBe(1);
  expect(credit.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
  expect(known.isHealthy(schools[1] as string)).toBe(true);
});

it("fails the whole group if the database is unavailable, after all attempts have ended", async () => {
  let ended = false;
  const unavailable: FakeAttempt = async () => {
    throw Object.assign(new Error("the connection was refused"), { code: "ECONNREFUSED" });
  };
  const later: FakeAttempt = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ended = true;
    return settled("completed");
  };
  await expect((await groupOf([unavailable, later])).attempt()).rejects.toThrow("refused");
  expect(ended).toBe(true);
});

it("a hanging call makes its target unhealthy at once, and a late response doesn't make it healthy", async () => {
  const answered = Promise.withResolvers<void>();
  const slow: FakeAttempt = async (_member, watch) => {
    await watch(() => answered.promise);
    return { ...settled("completed"), answered: true };
  };
  const { attempt, known, schools } = await groupOf([slow, succeeds]);
  const attempting = attempt();
  const [school = ""] = schools;
  await expect.poll(() => known.isUnhealthy(school), { interval: HANGS_AFTER_MS / 10 }).toBe(true);
  answered.resolve();
  expect(await attempting).toEqual({ items: [], waitMs: 0 });
  expect(known.isHealthy(school)).toBe(false);
});

describe("a group that targets share", () => {
  it("moves an unhealthy target's items to a group of their own, unattempted", async () => {
    const { attempt, group, known, schools } = await groupOf([throws, succeeds]);
    known.record(schools[0] as string, "hangs");
    expect(await attempt()).toEqual({ items: [], waitMs: 0 });
    const [first] = group.items;
    expect(await requested()).toEqual([
      {
        lane: `${first?.bank_id} ${first?.school_id}`,
        owner: first?.bank_id,
        items: [{ ...first, generation: 1 }],
      },
    ]);
  });

  it("doesn't move what another run has taken over", async () => {
    const { attempt, group, known, schools } = await groupOf([async () => settled("superseded")]);
    known.record(schools[0] as string, "failed");
    await requeue(PUSHES, { ids: [group.items[0]?.donation_id as string] });
    await db().outbox.deleteMany();
    expect(await attempt()).toEqual({ items: [], waitMs: 0 });
    expect(await requested()).toEqual([]);
  });
});

it("a group of one target keeps its items, even if the target hangs", async () => {
  const { attempt, group, known, schools } = await groupOf([isDueIn(5_000)]);
  const [item] = group.items;
  group.lane = `${item?.bank_id} ${item?.school_id}`;
  known.record(schools[0] as string, "hangs");
  expect(await attempt()).toEqual({ items: [item], waitMs: 5_000 });
  expect(await requested()).toEqual([]);
});

describe("a group that is interrupted", () => {
  it("once: all its items are attempted again", async () => {
    const { attempt } = await groupOf([succeeds, succeeds]);
    expect(await attempt(1)).toEqual({ items: [], waitMs: 0 });
    expect(await requested()).toEqual([]);
  });

  it("twice: each unfinished item gets a group of its own", async () => {
    let followedUp = 0;
    const isSettled: FakeAttempt = async () => {
      followedUp += 1;
      return settled("failed");
    };
    const { attempt, group } = await groupOf([isSettled, throws, throws]);
    const [done] = group.items;
    const where = { donationId: done?.donation_id as string };
    await db().credit.update({
      where,
      data: { status: "refused", settledAt: new Date(), attemptCount: 1 },
    });
    expect(await attempt(2)).toEqual({ items: [], waitMs: 0 });
    const items = (await requested()).map((one) => one.items);
    expect(items).toHaveLength(2);
    expect(followedUp, "settled items are followed up").toBe(1);
    expect(new Set(items.flat())).toEqual(
      new Set(group.items.slice(1).map((item) => ({ ...item, generation: 1 }))),
    );
  });

  it("with a single item: is attempted however often", async () => {
    const { attempt } = await groupOf([succeeds]);
    expect(await attempt(7)).toEqual({ items: [], waitMs: 0 });
  });
});
