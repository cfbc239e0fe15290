import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { unlinkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { requeue } from "#lib/jobs/sweep.ts";
import { readIncidents } from "#lib/operations/incidents.ts";
import { call } from "#test/api.ts";
import * as attempts from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  makeAccount,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { whileLocking } from "#test/lock-order.ts";
import { operation } from "#test/operations.ts";
import { holdDonation, releaseDonation, retryDonation } from "./operations.ts";
import { PUSHES } from "./sql.ts";

let school: string;
let bank: Bank;
beforeAll(async () => {
  school = await makeSchool();
});
beforeEach(async () => {
  bank = await makeBank();
});

async function give(changes = {}): Promise<string> {
  const body = donationBody(school, changes);
  const answer = await call(operation("requestDonation"), { key: bank.key, body });
  return answer.body.data.donation_id;
}

const shown = async (donation_id: string) =>
  (await call(operation("getDonation"), { key: bank.key, params: { donation_id } })).body.data;
const creditOf = (donationId: string) => db().credit.findUniqueOrThrow({ where: { donationId } });
const booked = (partnerReference: string) => db().stubCredit.count({ where: { partnerReference } });
const generationOf = async (id: string) => (await creditOf(id)).generation;
const push = async (id: string, generation?: number) =>
  attempts.push(id, { generation: generation ?? (await generationOf(id)), flag: true });
const unlink = (service_user_id: string, reason = "fraud_review") =>
  call(operation("unlinkAccount"), {
    key: bank.key,
    params: { service_user_id },
    body: { reason },
  });
const overdue = (donationId: string) =>
  db().credit.update({ where: { donationId }, data: { nextAttemptAt: new Date(0) } });

async function incidentsOf(id: string): Promise<string[]> {
  const all = await readIncidents();
  return all
    .filter(({ shown }) => shown.some(({ subject }) => subject === id))
    .map(({ kind }) => kind);
}

describe("a held gift", () => {
  it("stays pending, starts no attempt, and shows as held until it's released", async () => {
    const id = await give();
    expect(await shown(id)).toMatchObject({ status: "pending", held: false });
    expect(await holdDonation(system, id, "call the donor")).toBe(true);
    expect(await holdDonation(system, id, "again")).toBe(false);
    expect(await push(id)).toBe("held");
    expect(await booked(id)).toBe(0);
    expect(await creditOf(id)).toMatchObject({ attemptCount: 0, holdReason: "call the donor" });
    expect(await shown(id)).toMatchObject({ status: "pending", held: true });

    expect(await releaseDonation(system, id, "the donor confirmed")).toBe(true);
    const jobs = await db().outbox.findMany({
      where: { data: { path: ["donation_id"], equals: id } },
      orderBy: { id: "desc" },
    });
    expect(jobs[0]?.data).toMatchObject({ generation: await generationOf(id) });
    expect(await push(id)).toBe("completed");
    expect(await shown(id)).toMatchObject({ status: "completed", held: false });
    const entries = await db().auditEntry.findMany({
      where: { subject: id },
      orderBy: { id: "asc" },
    });
    const logged = entries.map(({ tenant, action, details }) => [
      tenant?.replace(/:.*/, "") ?? null,
      action,
      details,
    ]);
    // Only the operator's own log says why.
    expect(logged).toEqual([
      [null, "donation.hold", { reason: "call the donor" }],
      ["school", "donation.hold", {}],
      ["bank", "donation.hold", {}],
      [null, "donation.release", { reason: "the donor confirmed" }],
      ["school", "donation.release", {}],
      ["bank", "donation.release", {}],
    ]);
  });

  it("is never late, flagged, or pushed again, however long it waits", async () => {
    const id = await give({ dollar_amount: 25.92 });
    expect(await push(id)).toBe("pending");
    expect(await incidentsOf(id)).toEqual(["donation_flagged"]);
    await holdDonation(system, id, "review");
    // The longest held is listed first, whatever other tests hold.
    await db().credit.update({ where: { donationId: id }, data: { heldAt: new Date(0) } });
    await overdue(id);
    const before = await generationOf(id);
    await requeue(PUSHES, { lateByMs: 60_000, atMost: 1_000 });
    expect(await retryDonation(system, id)).toBe(false);
    expect(await generationOf(id)).toBe(before);
    expect(await incidentsOf(id)).toEqual(["donation_held"]);
  });

  it("supersedes the waiting run, so that a release starts the only one", async () => {
    const id = await give();
    const before = await generationOf(id);
    await holdDonation(system, id, "review");
    await releaseDonation(system, id, null);
    expect(await push(id, before)).toBe("superseded");
    expect(await booked(id)).toBe(0);
    expect(await push(id)).toBe("completed");
  });

  it("settles if its attempt is in flight, and isn't flagged if that attempt fails", async () => {
    const inFlight = (id: string) =>
      attempts.push(id, { flag: true }, async (call) => {
        await holdDonation(system, id, "too late");
        return call();
      });
    const id = await give();
    expect(await inFlight(id)).toBe("completed");
    expect(await shown(id)).toMatchObject({ status: "completed", held: false });
    const failing = await give({ dollar_amount: 25.92 });
    expect(await inFlight(failing)).toBe("pending");
    expect(await creditOf(failing)).toMatchObject({ flaggedAt: null, attemptCount: 1 });
  });

  it("is locked in settlement's order", async () => {
    const id = await give();
    const hold = () => holdDonation(system, id, "a doubt");
    expect(await whileLocking(["donation", "credit"], id, hold)).toBe(true);
  });

  it("can't be one that has settled", async () => {
    const id = await give();
    await push(id);
    expect(await holdDonation(system, id, "too late")).toBe(false);
    expect(await releaseDonation(system, id, null)).toBe(false);
  });
});

describe("unlinking for a fraud review", () => {
  it("holds the account's pending gifts, and no others", async () => {
    const [account, other] = [await makeAccount(bank), await makeAccount(bank)];
    const [done, waiting] = [
      await give({ service_user_id: account }),
      await give({ service_user_id: account }),
    ];
    const ofOther = await give({ service_user_id: other });
    await push(done);
    await unlink(account);
    expect(await shown(waiting)).toMatchObject({ status: "pending", held: true });
    expect(await shown(done)).toMatchObject({ status: "completed", held: false });
    expect(await shown(ofOther)).toMatchObject({ held: false });
    expect(await push(waiting)).toBe("held");
    expect(await push(ofOther)).toBe("completed");
  });

  it("holds nothing if unlinked for another reason", async () => {
    const account = await makeAccount(bank);
    const id = await give({ service_user_id: account });
    await unlink(account, "bank_policy");
    expect(await push(id)).toBe("completed");
  });

  it("also holds a gift that is being accepted at that moment", async () => {
    const account = await makeAccount(bank);
    const id = await give({ service_user_id: account });
    // Unlinked before any gift was visible.
    await unlinkAccount(bank.scope, account, { reason: "fraud_review" });
    expect(await shown(id)).toMatchObject({ held: false });
    expect(await push(id)).toBe("held");
    expect(await shown(id)).toMatchObject({ status: "pending", held: true });
    expect(await booked(id)).toBe(0);
  });

  it("doesn't hold a released gift again, even if it's repeated", async () => {
    const account = await makeAccount(bank);
    const id = await give({ service_user_id: account });
    await unlink(account);
    await releaseDonation(system, id, "no fraud");
    await unlink(account);
    expect(await push(id)).toBe("completed");
  });
});
