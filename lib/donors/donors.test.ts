import { describe, expect, it } from "vitest";
import { encryptAddress } from "#lib/cardholders/profile/postal-address.ts";
import { db } from "#lib/database/prisma.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { asCents } from "#lib/money.ts";
import { type BatchSchool, give, makeBatchSchool } from "#test/batches.ts";
import { makeCardholder } from "#test/factories.ts";
import { makeMember } from "#test/staff.ts";
import {
  countThanked,
  countToThank,
  listThanked,
  listToThank,
  markThanked,
  markUnthanked,
  toThankCsv,
} from "./acknowledgments.ts";
import { listDonors } from "./donors.ts";

type Person = Awaited<ReturnType<typeof makeCardholder>>;

/** Gifts of a person, confirmed this many minutes ago. @returns their IDs */
async function giveConfirmed(school: BatchSchool, person: Person, minutesAgo: number[]) {
  const ids = [];
  for (const minutes of minutesAgo) {
    const id = await give({ ...school, bank: person.bank }, { service_user_id: person.accountId });
    const at = new Date(Date.now() - minutes * 60_000);
    await db().donation.update({ where: { id }, data: { status: "completed", completedAt: at } });
    ids.push(id);
  }
  return ids;
}

const donorsAt = ({ scope }: Pick<BatchSchool, "scope">, text?: string) =>
  listDonors(scope, { text, limit: 50 });

const now = () => new Date();
const idsToThank = async ({ scope }: Pick<BatchSchool, "scope">) =>
  (await listToThank(scope, { until: now() }, { limit: 50 })).items.map(
    ({ donationId }) => donationId,
  );

describe("a school's donors", () => {
  it("are those who gave under their name, once each, latest first, with that school's gifts only", async () => {
    const [school, other] = [await makeBatchSchool(), await makeBatchSchool()];
    const [pat, sam] = [await makeCardholder(), await makeCardholder()];
    await giveConfirmed(school, pat, [3, 2]);
    await giveConfirmed(other, pat, [2]);
    await give({ ...school, bank: sam.bank }, { service_user_id: sam.accountId });
    const secret = await giveConfirmed(school, await makeCardholder(), [1]);
    await db().donation.updateMany({
      where: { id: { in: secret } },
      data: { shareWithSchool: "nothing" },
    });
    await give(school);
    const { items, ...counts } = await donorsAt(school);
    expect(items).toMatchObject([
      { email: sam.email, giftCount: 1, confirmedCents: 0 },
      { email: pat.email, name: "Pat Sample", giftCount: 2, confirmedCents: 5_000 },
    ]);
    expect(counts).toMatchObject({ total: 2, donorCount: 2, anonymousCount: 2 });
    const found = await donorsAt(school, pat.email.toUpperCase());
    expect(found).toMatchObject({ total: 1, items: [{ email: pat.email }] });
    expect((await donorsAt(school, "%")).items).toEqual([]);
    const first = await listDonors(school.scope, { limit: 1 });
    const cursor = first.nextCursor ?? "";
    const second = await listDonors(school.scope, { limit: 1, cursor });
    expect(second.items).toMatchObject([{ email: pat.email }]);
    await expect(listDonors(other.scope, { limit: 1, cursor })).rejects.toThrow();
  });
});

describe("acknowledgments", () => {
  it("are for confirmed gifts of donors who gave their name, oldest first, each marked once", async () => {
    const school = await makeBatchSchool();
    const person = await makeCardholder();
    const [second = "", first = ""] = await giveConfirmed(school, person, [2, 3]);
    const [secret = ""] = await giveConfirmed(school, person, [4]);
    await db().donation.update({ where: { id: secret }, data: { shareWithSchool: "nothing" } });
    await give(school);
    expect(await idsToThank(school)).toEqual([first, second]);
    const mark = (ids: string[] | null, expected = 0) =>
      markThanked(school.scope, { ids, until: now(), expected });
    const marked = await Promise.all([mark([first, secret]), mark([first])]);
    expect(marked.map((one) => one?.count).sort()).toEqual([0, 1]);
    expect(await idsToThank(school)).toEqual([second]);
    const { items } = await listThanked(school.scope, {}, { limit: 50 });
    const { email } = await db()
      .membership.findUniqueOrThrow({
        where: { id: school.scope.membershipId },
        include: { cardholder: true },
      })
      .then(({ cardholder }) => cardholder);
    expect(items).toMatchObject([{ donationId: first, thankedBy: email }]);
    const stranger = await makeBatchSchool();
    expect(await markUnthanked(stranger.scope, [first])).toBe(0);
    const byStranger = { ids: [second], until: now(), expected: 0 };
    expect(await markThanked(stranger.scope, byStranger)).toMatchObject({ count: 0 });
    expect(await markUnthanked(school.scope, [first])).toBe(1);
    const entries = await db().auditEntry.findMany({
      where: { tenant: school.scope.tenant, action: "acknowledgments.change" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ details }) => details)).toEqual([
      { thanked: [giftNumberOf(first)] },
      { not_thanked: [giftNumberOf(first)] },
    ]);
  });

  it("are found by donor, amount, fund, and day, and only those are marked", async () => {
    const school = await makeBatchSchool();
    const [pat, sam] = [await makeCardholder(), await makeCardholder()];
    await giveConfirmed(school, pat, [3]);
    await giveConfirmed(school, sam, [2, 1]);
    const until = now();
    const count = async (filter: object) =>
      (await countToThank(school.scope, { until, ...filter })).count;
    expect(await count({ text: sam.email })).toBe(2);
    expect(await count({ least: asCents(2_501) })).toBe(0);
    expect(await count({ most: asCents(2_500), fund: "annual-fund" })).toBe(3);
    expect(await count({ fund: "-" })).toBe(0);
    expect(await count({ from: new Date(until.getTime() - 150_000) })).toBe(2);
    expect(await count({ to: new Date(until.getTime() - 150_000) })).toBe(1);
    const all = { ids: null, until, text: sam.email, expected: 2 };
    expect(await markThanked(school.scope, all)).toMatchObject({ count: 2 });
    expect(await count({})).toBe(1);
    expect(await countThanked(school.scope, { text: sam.email })).toMatchObject({ count: 2 });
    expect(await countThanked(school.scope, { text: pat.email })).toMatchObject({ count: 0 });
    const { items } = await listThanked(school.scope, { text: pat.email }, { limit: 5 });
    expect(items).toEqual([]);
  });

  it("marks all that were shown, and none that was confirmed since", async () => {
    const school = await makeBatchSchool();
    const person = await makeCardholder();
    await giveConfirmed(school, person, [9, 8]);
    const until = now();
    const [later] = await giveConfirmed(school, person, [-1]);
    const { count } = await countToThank(school.scope, { until });
    expect(count).toBe(2);
    // One that was being confirmed while the list was read.
    await giveConfirmed(school, person, [7]);
    const all = { ids: null, until, expected: count };
    expect(await markThanked(school.scope, all)).toBeNull();
    expect((await countToThank(school.scope, { until })).count).toBe(3);
    const marked = await markThanked(school.scope, { ...all, expected: 3 });
    expect(marked).toMatchObject({ count: 3 });
    const left = await listToThank(
      school.scope,
      { until: new Date(Date.now() + 120_000) },
      { limit: 5 },
    );
    expect(left.items.map(({ donationId }) => donationId)).toEqual([later]);
    const at = marked?.at ?? now();
    const colleague = await makeMember({ kind: "school", schoolId: school.schoolId }, "processor");
    expect(await markUnthanked(colleague.scope, at)).toBe(0);
    expect(await markUnthanked(school.scope, at)).toBe(3);
  });

  it("are refused to someone who isn't a processor anymore", async () => {
    const school = await makeBatchSchool();
    const { membershipId } = school.scope;
    await db().membership.update({ where: { id: membershipId }, data: { role: "viewer" } });
    const marked = markThanked(school.scope, { ids: null, until: now(), expected: 1 });
    await expect(marked).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("are exported with the address of those who share it, and no value runs as a formula", async () => {
    const school = await makeBatchSchool();
    const [pat, sam] = [await makeCardholder(), await makeCardholder()];
    const [shared = "", named = ""] = [
      ...(await giveConfirmed(school, pat, [2])),
      ...(await giveConfirmed(school, sam, [1])),
    ];
    // As the gift's acceptance records it.
    const encrypted = encryptAddress(pat.cardholderId, "1 Main St\nTestville, OH 43210");
    await db().donation.update({
      where: { id: shared },
      data: {
        shareWithSchool: "address",
        encryptedDonorAddress: encrypted as Uint8Array<ArrayBuffer>,
        cardholderMessage: "=1+1",
      },
    });
    const text = await new Response(await toThankCsv(school.scope, { until: now() })).text();
    expect(text).toContain(
      `Pat Sample,${pat.email},"1 Main St\nTestville, OH 43210",25.00,Annual Fund,`,
    );
    expect(text).toContain(`${giftNumberOf(shared)},`);
    expect(text).toContain("'=1+1");
    expect(text).toContain(`Pat Sample,${sam.email},,25.00`);
    expect(text).toContain(giftNumberOf(named));
    const other = await makeMember(
      { kind: "school", schoolId: (await makeBatchSchool()).schoolId },
      "viewer",
    );
    const theirs = await new Response(await toThankCsv(other.scope, { until: now() })).text();
    expect(theirs.trim().split("\r\n")).toHaveLength(1);
  });
});
