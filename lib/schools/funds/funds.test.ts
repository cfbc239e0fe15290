import { describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { findGiftTerms } from "#lib/donations/history/queries.ts";
import { getReceipt } from "#lib/receipts/issue.ts";
import { getStatement } from "#lib/receipts/statements/queries.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { makeSchoolMember } from "#test/staff.ts";
import { getSchool } from "../queries.ts";
import { MAX_FUNDS } from "./contract.ts";
import { changeFund, createFund } from "./mutations.ts";
import { listFunds } from "./queries.ts";

async function makeAdmin() {
  const { scope, token } = await makeSchoolMember("admin");
  const { schoolId } = scope;
  const send = async (id: string, options: object) => {
    const { status, body } = await call(operation(id), { token, ...options });
    return { status, data: body.data, code: body.error?.code, violations: body.detail };
  };
  const create = (body: object) =>
    send("createSchoolFund", { body: { name: "Facilities", deductibility: "full", ...body } });
  const change = (fund_id: string, body: object) =>
    send("changeSchoolFund", { params: { fund_id }, body });
  const audited = async () =>
    (
      await db().auditEntry.findMany({
        where: { tenant: `school:${schoolId}`, action: { startsWith: "fund." } },
        orderBy: { id: "asc" },
      })
    ).map(({ action, subject, details }) => [action, subject, details]);
  return { scope, schoolId, create, change, audited };
}

async function give({ bank, accountId }: Cardholder, schoolId: string, fund: string, usd = 100) {
  const fields = { service_user_id: accountId, fund_designation: fund, dollar_amount: usd };
  const request = donationRequestOf(donationBody(schoolId, fields));
  return requestDonation(bank.scope, request);
}

describe("a school's funds", () => {
  it("are created last, with an ID from their name", async () => {
    const { scope, schoolId, create } = await makeAdmin();
    const { status, data } = await create({
      name: "Women’s Rowing & Crew",
      description: "Boats.",
      deductibility: "quid_pro_quo",
      good_faith_value_usd: 40,
      minimum_donation_usd: 75,
      platform_code: "ATH-1",
      attraction_id: "attr-1",
      venue_id: "venue-1",
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      fund_id: "womens-rowing-crew",
      name: "Women’s Rowing & Crew",
      description: "Boats.",
      deductibility: "quid_pro_quo",
      good_faith_value_usd: 40,
      minimum_donation_usd: 75,
      platform_code: "ATH-1",
      attraction_id: "attr-1",
      venue_id: "venue-1",
      retired_at: null,
    });
    expect((await listFunds(scope)).items.map(({ fund_id }) => fund_id)).toEqual([
      "annual-fund",
      "rowing",
      "womens-rowing-crew",
    ]);
    expect((await getSchool(schoolId)).funds.at(-1)).toMatchObject({ minimum_donation_usd: 75 });
  });

  it("have IDs of their own, whatever their names", async () => {
    const { create } = await makeAdmin();
    expect((await create({ name: "Röwing" })).data.fund_id).toBe("rowing-2");
    expect((await create({ name: "サッカー" })).data.fund_id).toBe("fund");
    expect((await create({ name: "x".repeat(100) })).data.fund_id).toHaveLength(60);
  });

  it("are changed by field, and each change is in the school's log", async () => {
    const { change, audited } = await makeAdmin();
    const changes = { name: "General", platform_code: "GEN" };
    expect((await change("annual-fund", changes)).data).toMatchObject(changes);
    expect((await change("annual-fund", changes)).status).toBe(200);
    expect((await change("annual-fund", { platform_code: null })).data.platform_code).toBeNull();
    expect(await audited()).toEqual([
      ["fund.change", "annual-fund", changes],
      ["fund.change", "annual-fund", { platform_code: null }],
    ]);
  });

  it("have a value of benefits exactly if their class has one", async () => {
    const { create, change } = await makeAdmin();
    const value = { loc: ["body", "good_faith_value_usd"], type: "value_error" };
    const quid = { deductibility: "quid_pro_quo" };
    expect((await create(quid)).violations).toMatchObject([value]);
    expect((await create({ good_faith_value_usd: 5 })).violations).toMatchObject([value]);
    expect((await change("rowing", quid)).violations).toMatchObject([value]);
    expect((await change("rowing", { ...quid, good_faith_value_usd: 5 })).status).toBe(200);
    expect((await change("rowing", { good_faith_value_usd: null })).violations).toMatchObject([
      value,
    ]);
    expect((await change("rowing", { deductibility: "none" })).data).toMatchObject({
      good_faith_value_usd: null,
    });
  });

  it("have distinct names while in use", async () => {
    const { create, change } = await makeAdmin();
    const taken = [{ loc: ["body", "name"], type: "value_error" }];
    for (const name of ["ROWING", "annual-fund", "Annual fund", "  "]) {
      expect((await create({ name })).violations, name).toMatchObject(taken);
    }
    expect((await change("rowing", { name: "annual fund" })).violations).toMatchObject(taken);
    expect((await change("rowing", { retired: true })).status).toBe(200);
    expect((await create({ name: "Rowing" })).data.fund_id).toBe("rowing-2");
    expect((await change("rowing", { retired: false })).violations).toMatchObject(taken);
  });

  it("are limited in number, even when created at the same time", async () => {
    const { scope } = await makeAdmin();
    const made = await Promise.allSettled(
      Array.from({ length: MAX_FUNDS }, (_, n) =>
        createFund(scope, { name: `Fund ${n}`, description: "", deductibility: "full" }),
      ),
    );
    const refused = made.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject(Array(2).fill({ reason: { code: "TOO_MANY_FUNDS" } }));
    expect((await listFunds(scope)).total).toBe(MAX_FUNDS);
  });

  it("keep one in use, even when two are retired at the same time", async () => {
    const { scope } = await makeAdmin();
    const retired = await Promise.allSettled(
      ["annual-fund", "rowing"].map((id) => changeFund(scope, id, { retired: true })),
    );
    expect(retired.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(retired.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "LAST_FUND" },
    });
  });

  it("of another school answer as if they didn't exist", async () => {
    const [one, other] = [await makeAdmin(), await makeAdmin()];
    await one.create({ name: "Facilities" });
    expect(await other.change("facilities", { name: "Mine" })).toMatchObject({
      status: 404,
      code: "FUND_NOT_FOUND",
    });
  });
});

describe("a retired fund", () => {
  it("isn't offered, and a gift that names it goes to the school as written", async () => {
    const [{ schoolId, change }, person] = [await makeAdmin(), await makeCardholder()];
    const before = await give(person, schoolId, "rowing");
    await change("rowing", { retired: true });
    const { funds, fund_count } = await getSchool(schoolId);
    expect([funds.map(({ fund_id }) => fund_id), fund_count]).toEqual([["annual-fund"], 1]);
    expect(before.fund_id).toBe("rowing");
    expect(await give(person, schoolId, "rowing")).toMatchObject({
      fund_id: null,
      fund_designation: "rowing",
    });
    await push(before.donation_id);
    expect(await getReceipt(person.scope, before.donation_id)).toMatchObject({
      fund_name: "Rowing",
      deductibility: "full",
    });
    await change("rowing", { retired: false });
    expect((await give(person, schoolId, "Rowing")).fund_id).toBe("rowing");
  });
});

describe("a fund's minimum", () => {
  it("applies to gifts for it, and to no others", async () => {
    const [{ schoolId, change }, person] = [await makeAdmin(), await makeCardholder()];
    await change("rowing", { minimum_donation_usd: 50 });
    await expect(give(person, schoolId, "Rowing", 49.99)).rejects.toMatchObject({
      violations: [
        { msg: "The minimum donation to this fund is $50", type: "below_school_minimum" },
      ],
    });
    expect((await give(person, schoolId, "rowing", 50)).status).toBe("pending");
    expect((await give(person, schoolId, "annual-fund", 5)).status).toBe("pending");
    await change("rowing", { minimum_donation_usd: 1 });
    await expect(give(person, schoolId, "rowing", 4)).rejects.toMatchObject({
      violations: [{ msg: "The minimum donation to this school is $5" }],
    });
  });
});

describe("a change of a fund's terms", () => {
  const BENEFITS = { deductibility: "quid_pro_quo", good_faith_value_usd: 30 };

  it("never touches receipts of gifts accepted before, issued or not", async () => {
    const [{ schoolId, change }, person] = [await makeAdmin(), await makeCardholder()];
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await give(person, schoolId, "rowing")).donation_id);
    const [issued, completed, pending] = ids as [string, string, string];
    for (const id of [issued, completed]) await push(id);
    const first = await getReceipt(person.scope, issued);
    await change("rowing", BENEFITS);
    await push(pending);
    const full = { deductibility: "full", deductible_amount_usd: 100 };
    expect(await getReceipt(person.scope, issued)).toEqual(first);
    for (const id of [completed, pending]) {
      expect(await getReceipt(person.scope, id)).toMatchObject(full);
      expect(await findGiftTerms(id)).toMatchObject({ deductibility: "full" });
    }
    const statement = await getStatement(person.scope, new Date().getUTCFullYear());
    expect(statement.donations.map((line) => line.deductibility)).toEqual(Array(3).fill("full"));
    const later = (await give(person, schoolId, "rowing")).donation_id;
    await push(later);
    await change("rowing", { deductibility: "none" });
    expect(await getReceipt(person.scope, later)).toMatchObject({
      deductibility: BENEFITS.deductibility,
      goods_or_services_value_usd: 30,
      deductible_amount_usd: 70,
    });
  });
});
