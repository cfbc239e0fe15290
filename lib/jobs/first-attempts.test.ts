/** What becomes of a group's members. The work is real rows of pushes; their attempts are played. */
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { donationBody, makeBank, makeSchool } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { donationRequest } from "../donations/contract.ts";
import { pushCredit } from "../donations/push/push.ts";
import { PUSHES } from "../donations/push/sql.ts";
import { REMOTE } from "./engines.ts";
import type { Jobs } from "./enqueue.ts";
import { createFirstAttempts, type GroupKind } from "./first-attempts.ts";
import { createGroups } from "./groups.ts";
import { HOLD_MS, heldFor, requeue } from "./sweep.ts";

type Push = Jobs["donation/push.requested"];
type Play = GroupKind<"donation/push.requested">["attempt"];

beforeEach(async () => {
  await db().outbox.deleteMany();
});

/** Accepted donations, one for each play. The jobs of their pushes were taken. */
async function accept(plays: Play[]) {
  const bank = await makeBank();
  const members: Push[] = [];
  for (const _ of plays) {
    const school = await makeSchool();
    const body = donationRequest.parse(donationBody(school));
    const { donation_id } = await requestDonation(bank.scope, body);
    members.push({ donation_id, school_id: body.school_id, bank_id: bank.bankId });
  }
  await db().outbox.deleteMany();
  const kind: GroupKind<"donation/push.requested"> = {
    work: PUSHES,
    memberOf: ({ donation_id: id, generation = 0, attempts_before: attemptsBefore = 0 }) => {
      return { id, generation, attemptsBefore };
    },
    attempt: (member, watch) => {
      const nth = members.findIndex(({ donation_id }) => donation_id === member.id);
      return (plays[nth] as Play)(member, watch);
    },
  };
  const known = createGroups();
  return { kind, members, known, attempts: createFirstAttempts(known) };
}

/** Of the job for a second attempt. */
const second = { attempt: 2, attempts_before: 1, alone: true };

const requested = async () => (await db().outbox.findMany()).map(({ data }) => data as Push);
const creditOf = (id: string) => db().credit.findUniqueOrThrow({ where: { donationId: id } });

const succeeds: Play = (_member, watch) => watch(async () => true);
const fails: Play = async ({ id }, watch) => {
  await watch(async () => {});
  const nextAttemptAt = new Date(Date.now() + 60_000);
  const data = { attemptCount: { increment: 1 }, nextAttemptAt };
  await db().credit.update({ where: { donationId: id }, data });
  return false;
};
const breaks: Play = async () => {
  throw new Error("a fault of ours");
};

/** Is answered when it is told to be. */
function slow(then: Play) {
  const answered = Promise.withResolvers<void>();
  const play: Play = async (member, watch) => {
    await watch(() => answered.promise);
    return then(member, (call) => call());
  };
  return { play, answer: answered.resolve };
}

it("leaves nothing to do where all succeed", async () => {
  const { kind, members, known, attempts } = await accept([succeeds, succeeds]);
  expect(await attempts.make(kind, members)).toEqual({ finished: 2, unanswered: 0 });
  expect(await requested()).toEqual([]);
  expect(members.some(({ school_id }) => known.isAlone(school_id))).toBe(false);
});

it("lets what has failed continue alone, with its second attempt when that is due", async () => {
  const { kind, members, known, attempts } = await accept([succeeds, fails]);
  expect(await attempts.make(kind, members)).toEqual({ finished: 1, unanswered: 0 });
  const failed = members[1] as Push;
  const { nextAttemptAt } = await creditOf(failed.donation_id);
  expect(await requested()).toEqual([
    { ...failed, ...second, generation: 1, not_before: nextAttemptAt.toISOString() },
  ]);
  expect(members.map(({ school_id }) => known.isAlone(school_id))).toEqual([false, true]);
});

it("does not try what has become slow since its group was formed", async () => {
  const { kind, members, known, attempts } = await accept([breaks, succeeds]);
  const [first] = members as [Push];
  known.leaveAlone(first.school_id);
  expect(await attempts.make(kind, members)).toEqual({ finished: 1, unanswered: 0 });
  expect(await requested()).toEqual([{ ...first, generation: 1, attempt: 1, alone: true }]);
});

it("does not wait for a member without a response, holds it, and finishes when it has one", async () => {
  const { play, answer } = slow(succeeds);
  const { kind, members, known, attempts } = await accept([succeeds, play]);
  const begun = performance.now();
  expect(await attempts.make(kind, members)).toEqual({ finished: 1, unanswered: 1 });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(249);
  const [, { donation_id: id, school_id }] = members as [Push, Push];
  const [request] = (await requested()) as [Push];
  expect(request).toMatchObject({ donation_id: id, generation: 1, attempt: 1, held: true });
  expect(known.isAlone(school_id)).toBe(true);
  const before = await creditOf(id);
  expect(before.nextAttemptAt.toISOString()).toBe(request.not_before);
  // For as long as its process waits for it, and no longer.
  await wait(20);
  await attempts.renewHolds();
  expect((await creditOf(id)).nextAttemptAt.getTime()).toBeGreaterThan(
    before.nextAttemptAt.getTime(),
  );
  expect(await heldFor(PUSHES, { id, generation: 1 })).toBeGreaterThan(HOLD_MS - 5_000);
  expect(await heldFor(PUSHES, { id, generation: 0 })).toBe(0);
  answer();
  await attempts.finish();
  const { nextAttemptAt } = await creditOf(id);
  await attempts.renewHolds();
  expect((await creditOf(id)).nextAttemptAt).toEqual(nextAttemptAt);
  expect(await requested()).toEqual([request]);
});

it("lets it continue at once if its late response is a failure", async () => {
  const { play, answer } = slow(fails);
  const { kind, members, attempts } = await accept([play, succeeds]);
  await attempts.make(kind, members);
  await db().outbox.deleteMany();
  answer();
  await attempts.finish();
  const [late] = members as [Push];
  const { nextAttemptAt } = await creditOf(late.donation_id);
  // The request that waits for the hold to end is of an older generation.
  expect(await requested()).toEqual([
    { ...late, ...second, generation: 2, not_before: nextAttemptAt.toISOString() },
  ]);
});

it("waits no longer for one whose responses the others' bridge", async () => {
  const { play, answer } = slow(succeeds);
  const after =
    (ms: number): Play =>
    async (_member, watch) =>
      watch(async () => {
        await wait(ms);
        return true;
      });
  const { kind, members, attempts } = await accept([play, after(200), after(400), after(600)]);
  expect(await attempts.make(kind, members)).toEqual({ finished: 2, unanswered: 2 });
  answer();
  await attempts.finish();
});

it("completes what is settled in the moment in which its group gives up on it", async () => {
  const { play, answer } = slow(succeeds);
  let times = 0;
  const settled: Play = async (member, watch) => {
    times += 1;
    if (times > 1) return true;
    const { id, generation } = member;
    await pushCredit(id, { generation, nextWaitMs: 0, flag: false });
    return play(member, watch);
  };
  const { kind, members, attempts } = await accept([settled, succeeds]);
  expect(await attempts.make(kind, members)).toEqual({ finished: 1, unanswered: 1 });
  expect(times).toBe(2);
  const names = (await db().outbox.findMany()).map(({ name }) => name);
  expect(names).not.toContain("donation/push.requested");
  answer();
});

it("holds what is still open in this process when its group is repeated", async () => {
  const { play, answer } = slow(fails);
  const { kind, members, attempts } = await accept([play, succeeds]);
  const making = attempts.make({ ...kind, work: { ...kind.work, table: "mail" } }, members);
  await expect(making).rejects.toThrow();
  expect(await attempts.takeOver(kind, members)).toMatchObject({ unanswered: 1 });
  const [first] = members as [Push];
  const held = (await requested()).find(({ donation_id }) => donation_id === first.donation_id);
  expect(held).toMatchObject({ generation: 1, attempt: 1, held: true });
  await db().outbox.deleteMany();
  answer();
  await attempts.finish();
  expect(await requested()).toMatchObject([{ generation: 2, attempt: 2 }]);
});

it("makes a limited number at a time for one bank: the rest goes alone", async () => {
  const { play, answer } = slow(succeeds);
  const { kind, members, known } = await accept([play, play, play, play]);
  const attempts = createFirstAttempts(known, { max: { ofABank: 3, inAll: 100 } });
  const made = await Promise.all([
    attempts.make(kind, members.slice(0, 2)),
    attempts.make(kind, members.slice(2)),
  ]);
  expect(made.map(({ unanswered }) => unanswered)).toEqual([2, 1]);
  expect((await requested()).filter(({ held }) => !held)).toHaveLength(1);
  answer();
  await attempts.finish();
});

it("holds nothing that was requested again meanwhile, and does not continue it", async () => {
  const { play, answer } = slow(fails);
  const { kind, members, attempts } = await accept([play, succeeds]);
  await attempts.make(kind, members);
  const [{ donation_id: id }] = members as [Push];
  await requeue(PUSHES, { ids: [id] });
  const { nextAttemptAt } = await creditOf(id);
  await attempts.renewHolds();
  expect((await creditOf(id)).nextAttemptAt).toEqual(nextAttemptAt);
  await db().outbox.deleteMany();
  answer();
  await attempts.finish();
  expect(await requested()).toEqual([]);
});

it("ends what it has begun when it is repeated: what is unfinished goes alone, the rest is completed", async () => {
  const tried: string[] = [];
  const settles: Play = async ({ id, generation }) => {
    tried.push(id);
    const status = await pushCredit(id, { generation, nextWaitMs: 0, flag: false });
    return status !== "pending";
  };
  const { kind, members, attempts } = await accept([settles, breaks, fails]);
  await expect(attempts.make(kind, members)).rejects.toThrow(
    "1 of 3 first attempts were interrupted",
  );
  await db().outbox.deleteMany();
  const [settled, broken] = members as [Push, Push];
  const all = { ...kind, attempt: settles };
  expect(await attempts.takeOver(all, members)).toEqual({ alone: 1, unanswered: 0 });
  expect(await requested()).toEqual([{ ...broken, generation: 1, attempt: 1, alone: true }]);
  // The one that has failed continues by itself since then: its attempt notices that.
  expect(tried).toEqual([settled.donation_id, settled.donation_id, members[2]?.donation_id]);
});

describe("with a remote engine", () => {
  it("makes no run for a member that has left its group; the process finishes it", async () => {
    const { play, answer } = slow(succeeds);
    const { kind, members, known } = await accept([play]);
    const attempts = createFirstAttempts(known, { of: () => REMOTE });
    expect(await attempts.make(kind, members)).toEqual({ finished: 0, unanswered: 1 });
    expect(await requested()).toEqual([]);
    answer();
    await attempts.finish();
    expect(await requested()).toEqual([]);
  });

  it("gives what is still open when the process stops a run that waits for the hold", async () => {
    const { play, answer } = slow(succeeds);
    const { kind, members, known } = await accept([play]);
    const attempts = createFirstAttempts(known, { of: () => REMOTE, graceMs: 10 });
    await attempts.make(kind, members);
    await attempts.finish();
    const [member] = members;
    const request = { generation: 2, attempt: 1, alone: true, held: true };
    expect(await requested()).toMatchObject([{ ...member, ...request }]);
    answer();
  });

  it("tries work that is kept apart however many attempts are open, and waits for all", async () => {
    const { kind, members, known } = await accept([succeeds, fails]);
    const attempts = createFirstAttempts(known, {
      of: () => REMOTE,
      max: { ofABank: 0, inAll: 0 },
    });
    for (const { school_id } of members) known.leaveAlone(school_id);
    expect(await attempts.make(kind, members, true)).toEqual({ finished: 1, unanswered: 0 });
    expect(await requested()).toMatchObject([{ attempt: 2, attempts_before: 1 }]);
  });

  it("gives what a group that is kept apart left over runs of its own, with the right attempt", async () => {
    const { kind, members, attempts } = await accept([succeeds, succeeds]);
    const [tried, untried] = members as [Push, Push];
    const data = { attemptCount: 3, generation: 1 };
    for (const { donation_id: donationId } of members) {
      await db().credit.update({ where: { donationId }, data });
    }
    await attempts.takeOver(
      kind,
      [
        { ...tried, generation: 1, attempts_before: 2 },
        { ...untried, generation: 1, attempts_before: 3 },
      ],
      true,
    );
    const jobs = await requested();
    const attemptOf = ({ donation_id: id }: Push) =>
      jobs.find(({ donation_id }) => donation_id === id);
    expect(attemptOf(tried)).toMatchObject({ attempt: 2, own_run: true });
    expect(attemptOf(untried)).toMatchObject({ attempt: 1, own_run: true });
  });
});
