import { beforeAll, describe, expect, it } from "vitest";
import { setProgram } from "#lib/banks/mutations.ts";
import { readIncidents } from "#lib/operations/incidents.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import {
  type Bank,
  donationBody,
  makeAccount,
  makeBank,
  makeSchool,
  system,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { listAllDonations } from "../operations.ts";

let school: string;
beforeAll(async () => {
  school = await makeSchool();
});

const give = ({ key }: Bank, dollar_amount: number, points_redeemed?: number, changes = {}) =>
  call(operation("requestDonation"), {
    key,
    body: donationBody(school, {
      dollar_amount,
      ...(points_redeemed === undefined ? {} : { points_redeemed }),
      ...changes,
    }),
  });

const flagOf = async (...gift: Parameters<typeof give>) => {
  const { body } = await give(...gift);
  return [body.data.flagged, body.data.flag_reason];
};

const FLAGGED = [true, "points_mismatch"];
const NOT_FLAGGED = [false, null];

const listOf = async ({ key }: Bank, flagged: string) => {
  const { body } = await call(operation("listDonations"), { key, query: { flagged } });
  return [body.meta.total, body.data.map((one: { donation_id: string }) => one.donation_id)];
};

describe("without a program of its own, at 100 points per dollar", () => {
  it("$900,000 for 1 point is flagged, settles, and is listed for the bank and the operator", async () => {
    const bank = await makeBank();
    const { status, body } = await give(bank, 900_000, 1);
    expect(status).toBe(202);
    const { donation_id: id } = body.data;
    const fine = (await give(bank, 25, 2_500)).body.data.donation_id;
    expect(await listOf(bank, "true")).toEqual([1, [id]]);
    expect(await listOf(bank, "false")).toEqual([1, [fine]]);
    expect(await push(id)).toBe("completed");
    expect(await listOf(bank, "true")).toEqual([1, [id]]);
    const listed = await listAllDonations({ bankId: bank.bankId, flagged: true, limit: 10 });
    expect(listed.map((donation) => donation.id)).toEqual([id]);
    const incidents = await readIncidents();
    const shown = incidents.flatMap((each) => (each.kind === "points_mismatch" ? each.shown : []));
    expect(shown.find(({ subject }) => subject === bank.bankId)).toMatchObject({
      command: `donation list --flagged --bank ${bank.bankId}`,
    });
  });

  it.each([
    [25, 2_500, NOT_FLAGGED],
    [25, 2_525, NOT_FLAGGED],
    [25, 2_526, FLAGGED],
    [25, 2_475, NOT_FLAGGED],
    [25, 2_474, FLAGGED],
    // Without points.
    [25, 0, NOT_FLAGGED],
    [25, undefined, NOT_FLAGGED],
  ])("$%s for %s points", async (dollars, points, flag) => {
    expect(await flagOf(await makeBank(), dollars, points)).toEqual(flag);
  });
});

describe("with a program", () => {
  it("the registered rate counts, not the request's; without a program in the request, the account's counts", async () => {
    const bank = await makeBank();
    await setProgram(system, bank.bankId, "gold", { pointsPerDollar: 50 });
    const service_user_id = await makeAccount(bank);
    expect(await flagOf(bank, 30, 1_500, { loyalty_program_id: "gold" })).toEqual(NOT_FLAGGED);
    expect(await flagOf(bank, 30, 1_500, { service_user_id })).toEqual(NOT_FLAGGED);
    const claimed = { loyalty_program_id: "gold", points_per_dollar: 100 };
    expect(await flagOf(bank, 30, 3_000, claimed)).toEqual(FLAGGED);
    expect(await flagOf(bank, 30, 1_500)).toEqual(FLAGGED);
  });

  it("tolerates one point even where that's more than 1%", async () => {
    const bank = await makeBank();
    await setProgram(system, bank.bankId, "few", { pointsPerDollar: 1 });
    const few = { loyalty_program_id: "few" };
    expect(await flagOf(bank, 25.5, 26, few)).toEqual(NOT_FLAGGED);
    expect(await flagOf(bank, 25, 26, few)).toEqual(NOT_FLAGGED);
    expect(await flagOf(bank, 25, 27, few)).toEqual(FLAGGED);
  });

  it("refuses or ignores a mismatch, as the operator configured", async () => {
    const bank = await makeBank();
    const gold = { loyalty_program_id: "gold" };
    await setProgram(system, bank.bankId, "gold", { pointsPerDollar: 100, pointsCheck: "refuse" });
    for (const points of [1, 0]) {
      const refused = await give(bank, 25, points, gold);
      expect([refused.status, refused.body.detail]).toEqual([
        422,
        [
          {
            loc: ["body", "points_redeemed"],
            msg: "The program's rate is 100 points = $1: this donation is worth 2,500 points",
            type: "value_error",
          },
        ],
      ]);
    }
    expect(await flagOf(bank, 25, 2_500, gold)).toEqual(NOT_FLAGGED);
    await setProgram(system, bank.bankId, "gold", { pointsPerDollar: 100, pointsCheck: "off" });
    expect(await flagOf(bank, 25, 1, gold)).toEqual(NOT_FLAGGED);
  });
});
