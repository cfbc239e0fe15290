import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { updateBank } from "#lib/banks/mutations.ts";
import { MAX_PROGRAMS, readOwnSettings } from "#lib/banks/own-settings.ts";
import { db } from "#lib/database/prisma.ts";
import { asCents } from "#lib/money.ts";
import { call } from "#test/api.ts";
import { type Bank, donationBody, makeBank, makeSchool, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { jar, signInBrowser } from "#test/portal-session.ts";
import { makeMember } from "#test/staff.ts";
import { postForm, stateAt } from "#test/staff-form.ts";

let bank: Bank;
let admin: Awaited<ReturnType<typeof makeMember<"bank">>>;

beforeEach(async () => {
  jar.clear();
  bank = await makeBank();
  admin = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
  await signInBrowser({ cardholderId: admin.cardholderId, familyId: admin.scope.familyId });
});

const post = (form: string, fields: Record<string, string> = {}) =>
  postForm(`/bank/${form}`, admin.scope, fields);

describe("limits", () => {
  const NONE = {
    maxDonationCents: "",
    maxKeyDailyCents: "",
    maxUnpaidCents: "",
    correctionDailyCents: "5000",
  };
  const limits = (fields: Partial<typeof NONE>) => post("programs/limits", { ...NONE, ...fields });

  it("can be lowered by the bank, and take effect", async () => {
    const all = { maxDonationCents: "100", maxKeyDailyCents: "150.50", maxUnpaidCents: "200" };
    expect((await limits(all)).search).toBe("?done=limits");
    expect((await readOwnSettings(admin.scope)).bank).toMatchObject({
      maxDonationUsd: 100,
      maxKeyDailyUsd: 150.5,
      maxUnpaidUsd: 200,
    });
    const school = await makeSchool();
    const give = async (dollar_amount: number) => {
      const body = donationBody(school, { dollar_amount });
      return (await call(operation("requestDonation"), { key: bank.key, body })).status;
    };
    expect([await give(101), await give(100), await give(51)]).toEqual([422, 202, 422]);
  });

  it("can't be raised or removed by the bank", async () => {
    const current = {
      maxDonationCents: asCents(10_000),
      maxKeyDailyCents: asCents(20_000),
      maxUnpaidCents: null,
    };
    await updateBank(system, bank.bankId, current);
    const refused = await stateAt(
      await limits({ maxDonationCents: "100.01", maxUnpaidCents: "5" }),
    );
    expect(refused?.errors).toEqual({
      maxDonationCents: expect.stringContaining("Only the operator raises a limit"),
      maxKeyDailyCents: expect.stringContaining("Only the operator raises a limit"),
    });
    const { bank: after } = await readOwnSettings(admin.scope);
    expect(after).toMatchObject({ maxDonationUsd: 100, maxKeyDailyUsd: 200, maxUnpaidUsd: null });
    for (const value of ["0", "-1", "1e3", "1.234", "x", "99999999999"]) {
      expect(
        (await stateAt(await limits({ maxUnpaidCents: value })))?.errors,
        value,
      ).toHaveProperty("maxUnpaidCents");
    }
  });
});

it("corrections by API are turned on and off", async () => {
  const isOn = async () => (await readOwnSettings(admin.scope)).bank.correctionsByApi;
  expect(await isOn()).toBeNull();
  await post("programs/corrections", { correctionsByApi: "on" });
  expect(await isOn()).toBe(true);
  await post("programs/corrections", { correctionsByApi: "off" });
  expect(await isOn()).toBe(false);
});

describe("a program", () => {
  const GOLD = {
    programId: "gold",
    name: " Harbor  Gold ",
    pointsPerDollar: "120.5",
    maxGiftCents: "500",
    maxDailyCents: "",
    timeZone: "America/Chicago",
    pointsCheck: "refuse",
  };

  it("is created and changed", async () => {
    expect((await post("programs/program", GOLD)).search).toBe("?done=program");
    await post("programs/program", { ...GOLD, pointsPerDollar: "80" });
    expect((await readOwnSettings(admin.scope)).programs).toMatchObject([
      {
        programId: "gold",
        name: "Harbor Gold",
        pointsPerDollar: 80,
        maxGiftUsd: 500,
        maxDailyUsd: 2_500,
        timeZone: "America/Chicago",
        pointsCheck: "refuse",
      },
    ]);
  });

  it("has errors at its fields", async () => {
    const wrong = { pointsPerDollar: "0", timeZone: "Mars/Base", name: "", pointsCheck: "x" };
    const { errors } = (await stateAt(await post("programs/program", { ...GOLD, ...wrong }))) ?? {};
    expect(Object.keys(errors ?? {})).toEqual([
      "name",
      "pointsPerDollar",
      "pointsCheck",
      "timeZone",
    ]);
  });

  it("is one of at most a hundred", async () => {
    const { bankId } = bank;
    await db().loyaltyProgram.createMany({
      data: Array.from({ length: MAX_PROGRAMS }, (_, n) => ({
        bankId,
        programId: `p${n}`,
        name: "x",
        pointsPerDollar: 100,
      })),
    });
    expect((await stateAt(await post("programs/program", GOLD)))?.errors.programId).toContain(
      "100",
    );
    expect((await post("programs/program", { ...GOLD, programId: "p7" })).search).toBe(
      "?done=program",
    );
  });
});

describe("the approval address", () => {
  let answer: object | null = null;
  const server = createServer((request, response) => {
    request.resume();
    if (answer === null) return;
    response.end(JSON.stringify(answer));
  });
  let url: string;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/approve`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("is set, tested with each outcome, and removed", async () => {
    const to = await post("programs/approval", { url });
    expect(to.pathname).toBe("/bank/webhooks/secret");
    expect(to.href).not.toContain("whsec_");
    const outcome = async (body: object | null) => {
      answer = body;
      return (await post("programs/test")).searchParams.get("done");
    };
    expect(await outcome({ decision: "approved" })).toBe("approved");
    expect(await outcome({ decision: "declined", reason: "unknown customer" })).toBe("declined");
    expect(await outcome({ decision: "perhaps" })).toBe("broken");
    expect(await outcome(null)).toBe("slow");
    expect(await db().giftAuthorization.count({ where: { bankId: bank.bankId } })).toBe(0);
    await post("programs/remove");
    expect((await readOwnSettings(admin.scope)).authorizationUrl).toBeNull();
  });

  it("can't be an internal address", async () => {
    const refused = await stateAt(await post("programs/approval", { url: "https://10.0.0.1/x" }));
    expect(refused?.errors.url).toContain("can’t be used");
  });
});

describe("embed", () => {
  it("has the bank's own origins, schemes, and redirect URIs", async () => {
    const fields = {
      embedOrigins: "https://app.bank.example\nhttps://www.bank.example",
      appSchemes: "examplebank",
      redirectUris: "https://app.bank.example/back",
    };
    expect((await post("embed/change", fields)).search).toBe("?done=changed");
    expect((await readOwnSettings(admin.scope)).bank).toMatchObject({
      embedOrigins: ["https://app.bank.example", "https://www.bank.example"],
      appSchemes: ["examplebank"],
      redirectUris: ["https://app.bank.example/back"],
    });
    const wrong = {
      embedOrigins: "https://app.bank.example/path",
      appSchemes: "javascript",
      redirectUris: "data:text/html,x",
    };
    const refused = await stateAt(await post("embed/change", wrong));
    expect(Object.keys(refused?.errors ?? {})).toEqual(Object.keys(wrong));
    await post("embed/change", { embedOrigins: "", appSchemes: "", redirectUris: "" });
    expect((await readOwnSettings(admin.scope)).bank).toMatchObject({ embedOrigins: [] });
  });
});
