import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setProgram } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { rereadEnv } from "#lib/env.ts";
import { InvalidInput, ServiceError } from "#lib/errors.ts";
import { asCents } from "#lib/money.ts";
import { call } from "#test/api.ts";
import { push } from "#test/attempts.ts";
import { APPROVED, type Authorizer, type Reply, startAuthorizer } from "#test/authorizer.ts";
import {
  type Cardholder,
  donationBody,
  donationRequestOf,
  makeCardholder,
  makeSchool,
  system,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { type HeldLimits, holdTimeLimits } from "#test/time-limits.ts";
import { type GiveOptions, type GiveResult, give } from "../../giving/give.ts";
import {
  confirmInPortal,
  draftInPortal,
  findSource,
  giverFrom,
  type PortalDraft,
  type Source,
} from "../../giving/portal.ts";
import { requestDonation } from "../accept/mutations.ts";
import { portalDonationRequest } from "../portal-contract.ts";
import {
  authorizationSecrets,
  removeAuthorizationAddress,
  rotateAuthorizationSecret,
  setAuthorizationAddress,
} from "./address.ts";
import { authorize, expireAuthorizations } from "./mutations.ts";

const SHARING_TERMS = { chosen: null, hasAddress: false, isRemembered: true };

let bank: Authorizer;
let limits: HeldLimits;
let person: Cardholder;
let school: string;
beforeAll(async () => {
  bank = await startAuthorizer();
  school = await makeSchool();
  limits = holdTimeLimits();
});
afterAll(() => {
  limits.restore();
  return bank.close();
});
beforeEach(async () => {
  limits.pass();
  person = await makeCardholder();
  await bank.serve(person.bank);
  bank.answerWith(APPROVED);
});

const requestOf = (dollars = 25, { accountId } = person) =>
  portalDonationRequest.parse({
    loyalty_account_id: accountId,
    school_id: school,
    fund_designation: "rowing",
    dollar_amount: dollars,
  });
const draft = (dollars?: number, of = person) => draftInPortal(of.scope, requestOf(dollars, of));
const confirm = (drafted: PortalDraft, of = person) => confirmInPortal(of.scope, drafted);

/** The error's code, or `given`. */
const resultOf = (giving: Promise<unknown>): Promise<string> =>
  giving.then(
    () => "given",
    (error) => {
      if (error instanceof InvalidInput) return error.violations.map(({ type }) => type).join();
      if (error instanceof ServiceError) return error.code;
      throw error;
    },
  );

const authorizationsOf = (drafted: PortalDraft) =>
  db().giftAuthorization.findMany({
    where: { donationId: drafted.donationId },
    orderBy: { createdAt: "asc" },
  });
const statusesOf = async (drafted: PortalDraft) =>
  (await authorizationsOf(drafted)).map(({ status }) => status);
const isGiven = async ({ donationId }: PortalDraft) =>
  (await db().donation.count({ where: { id: donationId } })) === 1;
/** What the bank was told to release. */
const releasedBy = async ({ bank: { bankId } } = person) =>
  (await db().event.findMany({ where: { bankId, type: "donation.authorization_expired" } })).map(
    ({ body }) => JSON.parse(body).data,
  );
const askedIds = () => bank.asked.map(({ id }) => id);
const termsOf = ({ donationId, points, request }: PortalDraft) => ({
  donationId,
  bankId: person.bank.bankId,
  accountId: person.accountId,
  points,
  schoolId: school,
  loyaltyProgramId: "gold",
  channel: "portal" as const,
  amountCents: asCents(request.dollar_amount * 100),
});

describe("a gift that the bank approves", () => {
  it("is given, and shows its authorization to the bank and the giver", async () => {
    const drafted = await draft();
    const { donation } = (await confirm(drafted)) as { donation: object };
    const [authorization] = await authorizationsOf(drafted);
    expect(authorization).toMatchObject({ status: "used", holdReference: "hold-1" });
    const params = { donation_id: drafted.donationId };
    const read = await call(operation("getDonation"), { key: person.bank.key, params });
    const shown = { authorization_id: authorization?.id, hold_reference: "hold-1" };
    expect(read.body.data.authorization).toEqual(shown);
    expect(donation).toMatchObject({ authorization: shown });
    const own = await call(operation("getPortalDonation"), { token: person.token, params });
    expect(own.body.data.authorization).toEqual(shown);
    await push(drafted.donationId);
    const event = await db().event.findFirstOrThrow({ where: { donationId: drafted.donationId } });
    expect(JSON.parse(event.body).data.authorization).toEqual(shown);
    expect(await releasedBy()).toEqual([]);
  });

  it("is requested with a signature and everything the bank needs to know", async () => {
    const drafted = await draft(19.99);
    await confirm(drafted);
    const [authorization] = await authorizationsOf(drafted);
    const account = await db().account.findUniqueOrThrow({ where: { id: person.accountId } });
    expect(bank.asked).toMatchObject([
      {
        id: authorization?.id,
        verified: true,
        payload: {
          type: "donation.authorization_requested",
          data: {
            authorization_id: authorization?.id,
            donation_id: drafted.donationId,
            service_user_id: person.accountId,
            bank_user_id: account.bankUserId,
            loyalty_program_id: "gold",
            school_id: school,
            channel: "portal",
            dollar_amount: 19.99,
            points: 1999,
          },
        },
      },
    ]);
  });

  it("is given once for twenty concurrent confirmations, and requested under one ID", async () => {
    const drafted = await draft();
    const results = await Promise.all(Array.from({ length: 20 }, () => confirm(drafted)));
    for (const result of results) {
      expect(result).toMatchObject({ donation: { donation_id: drafted.donationId } });
    }
    expect(await statusesOf(drafted)).toEqual(["used"]);
    expect(new Set(askedIds()).size).toBe(1);
    expect(await releasedBy()).toEqual([]);
  });

  it("isn't requested again once it's given", async () => {
    const drafted = await draft();
    await confirm(drafted);
    await confirm(drafted);
    expect(bank.asked).toHaveLength(1);
  });
});

describe("a gift that the bank declines", () => {
  it("doesn't exist, and the customer doesn't learn the bank's reason", async () => {
    bank.answerWith({ decision: "declined", reason: "fraud score 97" });
    const answer = await call(operation("requestPortalDonation"), {
      token: person.token,
      body: requestOf(),
    });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe("AUTHORIZATION_DECLINED");
    expect(JSON.stringify(answer.body)).not.toContain("fraud");
    const where = { accountId: person.accountId };
    expect(await db().donation.count({ where })).toBe(0);
    expect(await db().giftAuthorization.findFirst({ where })).toMatchObject({
      status: "declined",
      reason: "fraud score 97",
    });
    expect(await db().dailyGiftTotal.count({ where })).toBe(0);
  });

  it("can be confirmed again, and is then authorized again", async () => {
    const drafted = await draft();
    bank.answerWith({ decision: "declined" }, APPROVED);
    expect(await resultOf(confirm(drafted))).toBe("AUTHORIZATION_DECLINED");
    expect(await resultOf(confirm(drafted))).toBe("given");
    expect(await statusesOf(drafted)).toEqual(["declined", "used"]);
    expect(new Set(askedIds()).size).toBe(2);
  });
});

const respond =
  (status: number, body: string, headers = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body);

describe("without a valid answer", () => {
  it.each<[string, Reply]>([
    ["a lost one", "lost"],
    ["a 500", respond(500, JSON.stringify(APPROVED))],
    ["a 201", respond(201, JSON.stringify(APPROVED))],
    ["a redirect", respond(302, "", { location: "https://elsewhere.example/" })],
    ["no JSON", respond(200, "approved")],
    ["no object", respond(200, "null")],
    ["another decision", { decision: "maybe" }],
    ["a number as its reference", { decision: "approved", hold_reference: 7 }],
    ["too long a reference", { decision: "approved", hold_reference: "x".repeat(256) }],
    ["a NUL", { decision: "approved", hold_reference: "a\u0000b" }],
    ["too long a body", respond(200, JSON.stringify({ ...APPROVED, more: "x".repeat(20_000) }))],
  ])(
    "(%s) nothing is given, and the bank is told to release any points it holds",
    async (_, reply) => {
      bank.answerWith(reply);
      const drafted = await draft();
      expect(await resultOf(confirm(drafted))).toBe("AUTHORIZATION_UNAVAILABLE");
      expect(await isGiven(drafted)).toBe(false);
      expect(await statusesOf(drafted)).toEqual(["expired"]);
      const [authorization] = await authorizationsOf(drafted);
      // Asked twice, under one ID.
      expect(askedIds()).toEqual([authorization?.id, authorization?.id]);
      expect(await releasedBy()).toMatchObject([
        { authorization_id: authorization?.id, donation_id: drafted.donationId, points: 2500 },
      ]);
    },
  );

  it("within three seconds, twice, the gift fails", async () => {
    bank.answerWith("hang");
    const result = resultOf(confirm(await draft()));
    for (const attempt of [1, 2]) {
      await expect.poll(() => bank.asked.length).toBe(attempt);
      expect(limits.held()).toEqual([3_000]);
      limits.pass();
    }
    expect(await result).toBe("AUTHORIZATION_UNAVAILABLE");
  });

  it("at first, a second one counts", async () => {
    bank.answerWith("lost", APPROVED);
    const drafted = await draft();
    expect(await resultOf(confirm(drafted))).toBe("given");
    expect(await statusesOf(drafted)).toEqual(["used"]);
    expect(new Set(askedIds()).size).toBe(1);
    expect(await releasedBy()).toEqual([]);
  });

  it("the gift can be confirmed again, under a new ID", async () => {
    bank.answerWith("lost", "lost", APPROVED);
    const drafted = await draft();
    expect(await resultOf(confirm(drafted))).toBe("AUTHORIZATION_UNAVAILABLE");
    expect(await resultOf(confirm(drafted))).toBe("given");
    expect(await statusesOf(drafted)).toEqual(["expired", "used"]);
    expect(new Set(askedIds()).size).toBe(2);
  });
});

describe("after a crash", () => {
  it("between approval and acceptance, the approval is found again", async () => {
    const drafted = await draft();
    const approved = await authorize(termsOf(drafted));
    expect(await resultOf(confirm(drafted))).toBe("given");
    expect(askedIds()).toEqual([approved]);
    expect(await statusesOf(drafted)).toEqual(["used"]);
  });

  it("during the request, the bank is asked again under the same ID", async () => {
    const drafted = await draft();
    const { points, ...rest } = termsOf(drafted);
    const id = randomUUID();
    const row = { ...rest, id, points: BigInt(points), expiresAt: new Date(Date.now() + 60_000) };
    await db().giftAuthorization.create({ data: { ...row, amountCents: BigInt(row.amountCents) } });
    expect(await resultOf(confirm(drafted))).toBe("given");
    expect(askedIds()).toEqual([id]);
  });
});

describe("a gift that seemed to need no authorization", () => {
  const giveWith = async (source: Source | undefined) => {
    const giver = giverFrom(person.scope, person.accountId, source, SHARING_TERMS);
    const once = { donationId: randomUUID(), findMade: async () => null };
    return { ...once, result: await resultOf(give(giver, requestOf(), once)) };
  };

  it.each(["approved", "declined"] as const)("is authorized after all: %s", async (decision) => {
    bank.answerWith({ decision });
    await removeAuthorizationAddress(person.bank.scope);
    const source = await findSource(person.scope, person.accountId);
    await bank.serve(person.bank);
    const { donationId, result } = await giveWith(source);
    expect(result).toBe(decision === "approved" ? "given" : "AUTHORIZATION_DECLINED");
    expect(bank.asked).toHaveLength(1);
    const where = { donationId };
    const status = decision === "approved" ? "used" : "declined";
    expect(await db().giftAuthorization.findMany({ where })).toMatchObject([{ status }]);
    expect(await db().donation.count({ where: { id: donationId } })).toBe(
      decision === "approved" ? 1 : 0,
    );
  });

  it("because its account wasn't active yet, is authorized after all", async () => {
    const source = await findSource(person.scope, person.accountId);
    await giveWith({ ...(source as Source), status: "pending_oauth" });
    expect(bank.asked).toHaveLength(1);
  });
});

describe("an approval that is not used", () => {
  it("expires once, and the bank is told once", async () => {
    const drafted = await draft();
    const id = (await authorize(termsOf(drafted))) as string;
    const other = (await authorize({ ...termsOf(drafted), donationId: randomUUID() })) as string;
    const past = new Date(Date.now() - 1_000);
    await db().giftAuthorization.update({ where: { id }, data: { expiresAt: past } });
    await Promise.all([expireAuthorizations(1_000), expireAuthorizations(1_000)]);
    await expireAuthorizations(1_000);
    expect(await releasedBy()).toMatchObject([{ authorization_id: id, hold_reference: "hold-1" }]);
    expect(await db().giftAuthorization.findUnique({ where: { id: other } })).toMatchObject({
      status: "approved",
    });
  });

  it("can't be used once expired, even before the sweep: the bank is asked again", async () => {
    const drafted = await draft();
    const id = (await authorize(termsOf(drafted))) as string;
    const past = new Date(Date.now() - 1);
    await db().giftAuthorization.update({ where: { id }, data: { expiresAt: past } });
    expect(await resultOf(confirm(drafted))).toBe("given");
    expect(await statusesOf(drafted)).toEqual(["expired", "used"]);
    expect(await releasedBy()).toMatchObject([{ authorization_id: id }]);
  });

  it("is released if the gift has changed, and the bank is asked about the new one", async () => {
    const drafted = await draft();
    const id = await authorize(termsOf(drafted));
    await setProgram(system, person.bank.bankId, "gold", { pointsPerDollar: 80 });
    const { redrafted } = (await confirm(drafted)) as { redrafted: PortalDraft };
    expect(await resultOf(confirm(redrafted))).toBe("given");
    expect(await releasedBy()).toMatchObject([{ authorization_id: id, points: 2500 }]);
    expect(bank.asked.at(-1)?.payload.data).toMatchObject({ points: 2000 });
    expect(await statusesOf(drafted)).toEqual(["expired", "used"]);
  });

  it("is released if the school has closed in the meantime", async () => {
    const closing = await makeSchool();
    const request = { ...requestOf(), school_id: closing };
    const drafted = await draftInPortal(person.scope, request);
    bank.settings.answer = () => (response) => {
      void db()
        .school.update({ where: { id: closing }, data: { active: false } })
        .then(() => response.writeHead(200).end(JSON.stringify(APPROVED)));
    };
    expect(await resultOf(confirm(drafted))).toBe("school_inactive");
    expect(await statusesOf(drafted)).toEqual(["expired"]);
    expect(await releasedBy()).toHaveLength(1);
    expect(await isGiven(drafted)).toBe(false);
  });
});

describe("an approval of a gift made in the meantime, before the bank registered its address,", () => {
  it.each<[string, GiveOptions]>([
    ["ID", { donationId: randomUUID(), findMade: async () => null }],
    ["key", { idempotencyKey: "same", findMade: async () => null }],
  ])("under the same %s, is released", async (_, once) => {
    const source = await findSource(person.scope, person.accountId);
    const giver = giverFrom(person.scope, person.accountId, source, SHARING_TERMS);
    const unasked = giverFrom(
      person.scope,
      person.accountId,
      {
        ...(source as Source),
        asksBank: false,
      },
      SHARING_TERMS,
    );
    let made: GiveResult | undefined;
    bank.settings.answer = () => (response) => {
      void removeAuthorizationAddress(person.bank.scope)
        .then(() => give(unasked, requestOf(), once))
        .then((result) => {
          made = result;
          response.writeHead(200).end(JSON.stringify(APPROVED));
        });
    };
    const second = await give(giver, requestOf(), {
      ...once,
      findMade: async () => made?.donation ?? null,
    });
    expect(second).toEqual({ donation: made?.donation, isNew: false });
    expect(second.donation.authorization).toBeNull();
    const where = { accountId: person.accountId };
    const [authorization] = await db().giftAuthorization.findMany({ where });
    expect(authorization).toMatchObject({ status: "expired", holdReference: "hold-1" });
    expect(await releasedBy()).toMatchObject([{ authorization_id: authorization?.id }]);
    expect(await db().donation.count({ where })).toBe(1);
  });
});

describe("the bank is not asked", () => {
  it("about a gift that would be refused anyway", async () => {
    await setProgram(system, person.bank.bankId, "gold", {
      pointsPerDollar: 100,
      maxGiftCents: asCents(1_000),
    });
    const answer = await call(operation("requestPortalDonation"), {
      token: person.token,
      body: requestOf(25),
    });
    expect(answer.body.detail).toMatchObject([{ type: "limit_exceeded" }]);
    expect(bank.asked).toEqual([]);
  });

  it("about a donation that its server submits", async () => {
    const body = donationBody(school, { service_user_id: person.accountId });
    const made = await requestDonation(person.bank.scope, donationRequestOf(body));
    expect(made.authorization).toBeNull();
    expect(bank.asked).toEqual([]);
  });

  it("once it has removed its address", async () => {
    expect(await removeAuthorizationAddress(person.bank.scope)).toBe(true);
    expect(await resultOf(confirm(await draft()))).toBe("given");
    expect(bank.asked).toEqual([]);
  });

  it("more than 200 times a day about one account", async () => {
    const drafted = await draft();
    const { points, amountCents, ...rest } = termsOf(drafted);
    await db().giftAuthorization.createMany({
      data: Array.from({ length: 200 }, () => ({
        ...rest,
        id: randomUUID(),
        donationId: randomUUID(),
        points: BigInt(points),
        amountCents: BigInt(amountCents),
        status: "declined",
        expiresAt: new Date(),
      })),
    });
    expect(await resultOf(confirm(drafted))).toBe("RATE_LIMITED");
    expect(bank.asked).toEqual([]);
  });
});

it("a bank that hangs is asked about a limited number of gifts at a time, and delays no other bank's", async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => makeCardholder(person.bank)));
  const drafts = await Promise.all(people.map((each) => draft(25, each)));
  bank.answerWith("hang");
  let ended = 0;
  const giving = people.map((each, n) =>
    resultOf(confirm(drafts[n] as PortalDraft, each)).finally(() => {
      ended++;
    }),
  );
  const [asked, refused] = [32, 8];
  await expect.poll(() => [bank.asked.length, ended]).toEqual([asked, refused]);
  const neighbor = await makeCardholder();
  const other = await startAuthorizer();
  try {
    await other.serve(neighbor.bank);
    expect(await resultOf(confirm(await draft(25, neighbor), neighbor))).toBe("given");
    const unasked = await makeCardholder();
    expect(await resultOf(confirm(await draft(25, unasked), unasked))).toBe("given");
    expect(ended).toBe(refused);
  } finally {
    await other.close();
  }
  limits.pass();
  await expect.poll(() => bank.asked.length).toBe(2 * asked);
  limits.pass();
  expect(new Set(await Promise.all(giving))).toEqual(new Set(["AUTHORIZATION_UNAVAILABLE"]));
});

describe("an address that is no longer allowed", () => {
  const allowLoopback = (allowed: boolean) => {
    process.env.ALLOW_LOOPBACK_WEBHOOKS = String(allowed);
    rereadEnv();
  };
  afterEach(() => allowLoopback(true));

  it("isn't connected to, and nothing is given", async () => {
    const drafted = await draft();
    allowLoopback(false);
    expect(await resultOf(confirm(drafted))).toBe("AUTHORIZATION_UNAVAILABLE");
    expect(bank.asked).toEqual([]);
  });
});

it("encrypts secrets for their bank, and can re-encrypt them", async () => {
  const { bankId } = person.bank;
  const row = await db().authorizationAddress.findUniqueOrThrow({ where: { bankId } });
  const { unreadable } = await transaction((tx) => authorizationSecrets.reencrypt(tx));
  expect(unreadable).not.toContain(bankId);
  const reencrypted = await db().authorizationAddress.findUniqueOrThrow({ where: { bankId } });
  expect(reencrypted.encryptedSecret).not.toEqual(row.encryptedSecret);
  expect(authorizationSecrets.decrypt(bankId, reencrypted.encryptedSecret)).toBe(
    bank.settings.secret,
  );
  const other = (await makeCardholder()).bank.bankId;
  expect(() => authorizationSecrets.decrypt(other, row.encryptedSecret)).toThrow();
});

it("an address can be changed, and keeps its secret", async () => {
  expect(await setAuthorizationAddress(person.bank.scope, "https://new.bank.example/")).toBeNull();
  expect(await setAuthorizationAddress(person.bank.scope, bank.url)).toBeNull();
  expect(await resultOf(confirm(await draft()))).toBe("given");
});

it("after a rotation, both secrets sign", async () => {
  const secret = (await rotateAuthorizationSecret(person.bank.scope)) as string;
  await confirm(await draft());
  bank.settings.secret = secret;
  await confirm(await draft());
  expect(bank.asked.map(({ verified }) => verified)).toEqual([true, true]);
  expect(bank.asked[0]?.signature.split(" ")).toHaveLength(2);
});
