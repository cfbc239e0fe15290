import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { holdDonation } from "#lib/donations/operations.ts";
import { push } from "#test/attempts.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeBank,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { whileLocking } from "#test/lock-order.ts";
import { makeMember } from "#test/staff.ts";
import { MAX_CASES_A_DAY } from "./contract.ts";
import { answerCase, openCase } from "./mutations.ts";
import { countOpenCases, findCase, findCaseOfGift, findOwnCase, listCases } from "./queries.ts";

let schoolId: string;
let person: Cardholder;
beforeAll(async () => {
  schoolId = await makeSchool();
  person = await makeCardholder();
});

async function give(by = person, changes = {}): Promise<string> {
  const body = donationBody(schoolId, { service_user_id: by.accountId, ...changes });
  return (await requestDonation(by.bank.scope, donationRequestOf(body))).donation_id;
}

const WRONG_FUND = { kind: "wrong_fund", words: "It was for rowing." } as const;
const NOT_MINE = { kind: "not_mine", words: "I never gave this." } as const;
const ANSWER = { answer: "We looked into it." };

/** A gift with a case, and members of the teams that see it. */
async function reported(report: typeof WRONG_FUND | typeof NOT_MINE = WRONG_FUND) {
  const by = await makeCardholder();
  const gift = await give(by);
  expect(await openCase(by.scope, gift, report)).toBe("opened");
  const [bank, school, operator] = await Promise.all([
    makeMember({ kind: "bank", bankId: by.bank.bankId }, "support"),
    makeMember({ kind: "school", schoolId }, "processor"),
    makeMember({ kind: "operator" }, "support"),
  ]);
  const { id } = (await findOwnCase(by.scope, gift)) ?? expect.unreachable();
  return { by, gift, id, bank: bank.scope, school: school.scope, operator: operator.scope };
}

const eventsOf = async (donationId: string) =>
  (await db().event.findMany({ where: { donationId }, orderBy: { sequence: "asc" } })).map(
    ({ type, sequence }) => `${type} ${sequence}`,
  );

describe("opening a case", () => {
  it("is for one's own gift, one at a time", async () => {
    const gift = await give();
    const both = await Promise.all([
      openCase(person.scope, gift, WRONG_FUND),
      openCase(person.scope, gift, WRONG_FUND),
    ]);
    expect(both.sort()).toEqual(["open_before", "opened"]);
    const stranger = await makeCardholder(person.bank);
    for (const id of [gift, randomUUID()]) {
      await expect(openCase(stranger.scope, id, WRONG_FUND)).rejects.toThrow("No donation");
    }
    expect(await findOwnCase(stranger.scope, gift)).toBeNull();
    expect(await findOwnCase(person.scope, gift)).toMatchObject({ ...WRONG_FUND, endedAt: null });
  });

  it("is limited for each person and day", async () => {
    const [by, other] = [await makeCardholder(), await makeCardholder()];
    for (let n = 0; n < MAX_CASES_A_DAY; n++) {
      expect(await openCase(by.scope, await give(by), WRONG_FUND)).toBe("opened");
    }
    const last = await give(by);
    expect(await openCase(by.scope, last, WRONG_FUND)).toBe("too_many");
    expect(await openCase(other.scope, await give(other), WRONG_FUND)).toBe("opened");
    await pool().query(
      "update gift_case set created_at = now() - interval '25 hours' where cardholder_id = $1",
      [by.cardholderId],
    );
    expect(await openCase(by.scope, last, WRONG_FUND)).toBe("opened");
  });
});

describe("a gift that isn't the donor's", () => {
  it("is held at once, its bank is told, and the answer that it stands releases it", async () => {
    const { by, gift, id, bank } = await reported(NOT_MINE);
    expect(await push(gift)).toBe("held");
    expect(await eventsOf(gift)).toEqual(["donation.held 1"]);
    const event = await db().event.findFirstOrThrow({ where: { donationId: gift } });
    expect(JSON.parse(event.body).data).toMatchObject({ status: "pending", held: true });
    const logged = await db().auditEntry.findMany({
      where: { subject: gift, tenant: { not: null } },
    });
    // It would identify the person to the bank and the school.
    expect(logged.map(({ tenant, action, actor }) => [tenant, action, actor]).sort()).toEqual([
      [`bank:${by.bank.bankId}`, "donation.hold", "cases"],
      [`school:${schoolId}`, "donation.hold", "cases"],
    ]);
    expect(await answerCase(bank, id, ANSWER)).toBe(true);
    const { generation } = await db().credit.findUniqueOrThrow({ where: { donationId: gift } });
    expect(await push(gift, { generation })).toBe("completed");
  });

  it("stays held for another reason, and a confirmed one is never held", async () => {
    const gift = await give();
    await holdDonation(system, gift, "a doubt");
    await openCase(person.scope, gift, NOT_MINE);
    const { scope } = await makeMember({ kind: "operator" }, "support");
    const { id = "" } = (await findOwnCase(person.scope, gift)) ?? {};
    expect(await answerCase(scope, id, ANSWER)).toBe(true);
    expect(await push(gift)).toBe("held");
    const confirmed = await give();
    await push(confirmed);
    await openCase(person.scope, confirmed, NOT_MINE);
    expect(await eventsOf(confirmed)).toEqual(["donation.completed 1"]);
  });
});

describe("a case", () => {
  it("is seen by the gift's bank and school, and the operator, and by no other team", async () => {
    const { gift, id, bank, school, operator } = await reported();
    for (const scope of [bank, school, operator]) {
      expect(await findCase(scope, id)).toMatchObject({ donationId: gift, ...WRONG_FUND });
      const { items } = await listCases(scope, { areOpen: true, limit: 50 });
      expect(items.map((one) => one.id)).toContain(id);
      expect(await countOpenCases(scope)).toBeGreaterThan(0);
    }
    const others = [
      await makeMember({ kind: "bank", bankId: (await makeBank()).bankId }, "admin"),
      await makeMember({ kind: "school", schoolId: await makeSchool() }, "admin"),
    ];
    for (const { scope } of others) {
      expect(await findCase(scope, id)).toBeNull();
      expect(await answerCase(scope, id, ANSWER)).toBe(false);
      expect((await listCases(scope, { areOpen: true, limit: 50 })).total).toBe(0);
    }
    for (const never of [randomUUID(), "", "x", "\0"]) {
      expect(await findCase(bank, never)).toBeNull();
      expect(await answerCase(bank, never, ANSWER)).toBe(false);
    }
  });

  it("has the donor's words for a school only if it may know who gave", async () => {
    const { gift, school, bank, id } = await reported();
    expect((await findCaseOfGift(school, gift))?.schoolWords).toBe(WRONG_FUND.words);
    await db().donation.update({ where: { id: gift }, data: { shareWithSchool: "nothing" } });
    expect((await findCaseOfGift(school, gift))?.schoolWords).toBeNull();
    expect((await findCase(bank, id))?.words).toBe(WRONG_FUND.words);
  });

  it("ends with one answer, which the donor gets by email and finds with the gift", async () => {
    const { by, gift, id, bank, school, operator } = await reported();
    const answers = await Promise.all(
      [bank, school, operator].map((scope) => answerCase(scope, id, ANSWER)),
    );
    expect(answers.filter((isFirst) => isFirst)).toHaveLength(1);
    const emails = await db().email.findMany({
      where: { to: by.email, kind: "case-answered" },
    });
    expect(emails.map(({ to }) => to)).toEqual([by.email]);
    expect(emails[0]?.text).toContain(ANSWER.answer);
    expect(await findOwnCase(by.scope, gift)).toMatchObject(ANSWER);
    expect((await listCases(bank, { areOpen: false, limit: 9 })).items).toHaveLength(1);
    expect(await countOpenCases(bank)).toBe(0);
    expect(await openCase(by.scope, gift, WRONG_FUND)).toBe("opened");
  });

  it("about whose gift it is isn't a school's to answer", async () => {
    const { id, gift, school } = await reported(NOT_MINE);
    expect(await answerCase(school, id, ANSWER)).toBe(false);
    expect(await push(gift)).toBe("held");
  });

  it("is answered in the order in which a cancel locks its gift", async () => {
    const { id, gift, operator } = await reported(NOT_MINE);
    const answering = () => answerCase(operator, id, ANSWER);
    expect(await whileLocking(["credit", "case"], gift, answering)).toBe(true);
  });

  it("can't be answered by a role without it, or by a member who was removed", async () => {
    const { id, by, bank } = await reported();
    const viewer = await makeMember({ kind: "bank", bankId: by.bank.bankId }, "viewer");
    await expect(answerCase(viewer.scope, id, ANSWER)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await db().sessionFamily.update({
      where: { id: bank.familyId },
      data: { revokedAt: new Date() },
    });
    await expect(answerCase(bank, id, ANSWER)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
