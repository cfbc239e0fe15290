import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LedgerEntry, type Platform, startPlatform } from "#test/platform/process.ts";
import { holdTimeLimits } from "#test/time-limits.ts";
import { rereadEnv } from "../env.ts";
import { asCents } from "../money.ts";
import {
  type BookedCredit,
  type CreditInstruction,
  PlatformMisconfigured,
  PlatformRefusal,
  PlatformUnavailable,
} from "./adapter.ts";
import { rest } from "./rest.ts";
import { creditResponse } from "./wire.ts";

const platforms: Platform[] = [];
let platform: Platform;
let access: { schoolId: string } & Platform["config"];

/** Each group has its own platform: an open circuit must not affect the next test. */
async function usePlatform(): Promise<void> {
  platform = await startPlatform();
  platforms.push(platform);
  access = { schoolId: "school", ...platform.config };
}

afterAll(async () => {
  for (const started of platforms) await started.stop();
});

let count = 0;
const instruction = (): CreditInstruction => ({
  fanAccountId: "fan-1",
  amountCents: asCents(1999),
  reason: "Donation",
  attractionId: "football",
  venueId: null,
  partnerReference: `donation-${++count}`,
  fanMetadata: {
    bankTransactionRef: "tx",
    loyaltyProgram: "gold",
    pointsRedeemed: 1999,
    cardholderMessage: "Go Bucks",
  },
  notify: true,
  donor: { name: "Pat Sample", email: "pat@example.com", postalAddress: null },
});

const creditsFor = async (reference: string) =>
  (await platform.ledger()).filter(({ credit }) => credit.partner_reference === reference);

describe("a platform that works", () => {
  beforeAll(usePlatform);

  it("receives every field of the instruction, and returns its credit", async () => {
    const sent = instruction();
    const credit = await rest.pushCredit(access, sent);
    const [book] = await creditsFor(sent.partnerReference);
    expect(credit).toEqual({ creditId: book?.credit.credit_id, status: "posted" });
    expect(book?.instruction).toEqual({
      fan_account_id: "fan-1",
      amount: { value: "19.99", currency: "USD" },
      reason: "Donation",
      attraction_id: "football",
      venue_id: null,
      partner_reference: sent.partnerReference,
      source: "points-to-donation",
      fan_metadata: {
        bank_transaction_ref: "tx",
        loyalty_program: "gold",
        points_redeemed: 1999,
        cardholder_message: "Go Bucks",
      },
      notify: true,
      fan_email: "pat@example.com",
      donor: { name: "Pat Sample", email: "pat@example.com", postal_address: null },
    });
  });

  it("credits once per partner reference", async () => {
    const sent = instruction();
    const all = await Promise.all(Array.from({ length: 10 }, () => rest.pushCredit(access, sent)));
    expect(new Set(all.map(({ creditId }) => creditId)).size).toBe(1);
    expect(await creditsFor(sent.partnerReference)).toHaveLength(1);
  });

  it("finds a fan by email address, or creates one", async () => {
    const first = await rest.findOrCreateFan(access, "pat@example.com");
    expect(await rest.findOrCreateFan(access, "PAT@example.com")).toBe(first);
    expect(await rest.findOrCreateFan(access, "sam@example.com")).not.toBe(first);
  });
});

describe("an unknown outcome", () => {
  it.each([
    ["unavailable", PlatformUnavailable],
    ["nonsense", PlatformUnavailable],
    ["redirect", PlatformUnavailable],
    ["huge", PlatformUnavailable],
    ["lose", PlatformUnavailable],
    ["other", PlatformMisconfigured],
  ])("%s", async (mode, kind) => {
    await usePlatform();
    await platform.behave(mode, 1);
    const sent = instruction();
    await expect(rest.pushCredit(access, sent)).rejects.toBeInstanceOf(kind);
    await rest.pushCredit(access, sent);
    expect(await creditsFor(sent.partnerReference)).toHaveLength(1);
  });

  it("a platform that hangs, after ten seconds", async () => {
    await usePlatform();
    await platform.behave("hang", 1);
    const limits = holdTimeLimits();
    const pushing = rest.pushCredit(access, instruction());
    expect(limits.held()).toEqual([10_000]);
    limits.pass();
    await expect(pushing).rejects.toBeInstanceOf(PlatformUnavailable);
    limits.restore();
  });

  it("a platform that can't be reached", async () => {
    const gone = { ...access, baseUrl: "http://127.0.0.1:9" };
    await expect(rest.pushCredit(gone, instruction())).rejects.toBeInstanceOf(PlatformUnavailable);
  });

  it("a rejected key, which is a misconfiguration", async () => {
    const wrong = { ...access, apiKey: "wrong" };
    await expect(rest.pushCredit(wrong, instruction())).rejects.toBeInstanceOf(
      PlatformMisconfigured,
    );
  });
});

it("counts a credit whatever its ID is, without what can't be stored or seen", () => {
  const sent = {
    status: "posted",
    partner_reference: "d",
    amount: { value: "1.00", currency: "USD" },
  };
  const idOf = (credit_id: string) =>
    creditResponse.safeParse({ ...sent, credit_id }).data?.credit_id;
  expect(idOf("urn:credit:1")).toBe("urn:credit:1");
  expect(idOf("a\0b\nc\u202ed")).toBe("a\\u0000b\\u000ac\\u202ed");
  expect(idOf("\ud800")).toBe("\ufffd");
});

describe("a final outcome", () => {
  it("is only a refusal in the documented form", async () => {
    await usePlatform();
    await platform.behave("refuse", 1);
    const refused = rest.pushCredit(access, instruction());
    await expect(refused).rejects.toEqual(new PlatformRefusal("This account takes no credits."));
  });
});

it("finds a credit whose response was lost, even if the platform refuses credits by then", async () => {
  await usePlatform();
  const sent = instruction();
  await platform.behave("lose", 1);
  await expect(rest.pushCredit(access, sent)).rejects.toBeInstanceOf(PlatformUnavailable);
  await platform.behave("refuse", 1);
  const [book] = await creditsFor(sent.partnerReference);
  expect(await rest.pushCredit(access, sent)).toMatchObject({ creditId: book?.credit.credit_id });
});

describe("a void", () => {
  beforeAll(usePlatform);

  async function credited() {
    const sent = instruction();
    const { creditId } = await rest.pushCredit(access, sent);
    const { partnerReference } = sent;
    const part = { creditId, partnerReference, amountCents: asCents(500), reason: "Wrong amount" };
    return { ...part, correctionId: `correction-${partnerReference}` };
  }
  const voidedOf = async (reference: string) =>
    (await rest.findCredits(access, reference)).map(({ amountCents, voidedCents }) => [
      amountCents,
      voidedCents,
    ]);

  it("takes back a part once per correction, also after a lost answer", async () => {
    const part = await credited();
    await platform.behave("lose", 1);
    await expect(rest.voidCredit(access, part)).rejects.toThrow(PlatformUnavailable);
    await rest.voidCredit(access, part);
    expect(await voidedOf(part.partnerReference)).toEqual([[1999, 500]]);
    await rest.voidCredit(access, { ...part, correctionId: "another" });
    expect(await voidedOf(part.partnerReference)).toEqual([[1999, 1000]]);
  });

  it.each([
    ["refuse", PlatformRefusal],
    ["unavailable", PlatformUnavailable],
    ["nonsense", PlatformUnavailable],
    ["redirect", PlatformUnavailable],
  ])("that ends with %s isn't taken for one that was made", async (mode, kind) => {
    const part = await credited();
    await platform.behave(mode, 1);
    await expect(rest.voidCredit(access, part)).rejects.toThrow(kind);
    expect(await voidedOf(part.partnerReference)).toEqual([[1999, 0]]);
  });
});

describe("the circuit breaker", () => {
  it("stops calling a platform after five failures in a row, but no other platform", async () => {
    await usePlatform();
    await platform.behave("unavailable");
    const failing = access;
    for (let n = 0; n < 5; n++) {
      await expect(rest.pushCredit(failing, instruction())).rejects.toThrow("HTTP 503");
    }
    await platform.behave("ok");
    await expect(rest.pushCredit(failing, instruction())).rejects.toThrow(
      "requests to it are paused",
    );
    expect(await platform.ledger()).toHaveLength(0);
    await usePlatform();
    await expect(rest.pushCredit(access, instruction())).resolves.toBeTruthy();
  });
});

describe("allowed URLs", () => {
  it("are limited to loopback in a sandbox", async () => {
    const outside = { ...access, baseUrl: "https://platform.example" };
    await expect(rest.pushCredit(outside, instruction())).rejects.toThrow(
      "must be on this machine",
    );
  });

  it("are limited to https in production", async () => {
    Object.assign(process.env, {
      SERVICE_ENVIRONMENT: "production",
      PUBLIC_BASE_URL: "https://giving.example",
    });
    rereadEnv();
    await expect(rest.pushCredit(access, instruction())).rejects.toThrow("must use https");
    delete process.env.SERVICE_ENVIRONMENT;
    delete process.env.PUBLIC_BASE_URL;
    rereadEnv();
  });
});

describe("the ledger", () => {
  beforeAll(usePlatform);
  const ever = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("9999-01-01T00:00:00Z") };

  async function read(period = ever) {
    const pages: BookedCredit[][] = [];
    for await (const page of rest.listCredits(access, period)) pages.push(page);
    return pages;
  }

  it("lists every credit of a period once, page by page", async () => {
    const sent = Array.from({ length: 230 }, instruction);
    for (const each of sent) await rest.pushCredit(access, each);
    const pages = await read();
    expect(pages.map((page) => page.length)).toEqual([100, 100, 30]);
    expect(pages.flat().map(({ partnerReference }) => partnerReference)).toEqual(
      sent.map(({ partnerReference }) => partnerReference),
    );
    expect(pages.flat()[0]).toMatchObject({ amountCents: 1999, createdAt: expect.any(Date) });
    expect((await read({ from: ever.from, to: ever.from })).flat()).toEqual([]);
  });

  it("is queried for one reference, and other credits in the response are ignored", async () => {
    const sent = instruction();
    const { creditId } = await rest.pushCredit(access, sent);
    const found = await rest.findCredits(access, sent.partnerReference);
    expect(found.map((credit) => credit.creditId)).toEqual([creditId]);
    expect(await rest.findCredits(access, "donation-0")).toEqual([]);
  });

  it.each([
    ["no decimal", { amount: { value: "1e3", currency: "USD" } }],
    ["another currency", { amount: { value: "10.00", currency: "CAD" } }],
    ["no time", { created_at: "2026-13-99" }],
  ])("is rejected if it contains %s", async (_, change) => {
    const [book] = await platform.ledger();
    await platform.alterLedger({ with: [{ ...(book as LedgerEntry).credit, ...change }] });
    await expect(read()).rejects.toThrow("an invalid response");
    await platform.alterLedger({});
  });

  it("is unavailable on a platform that doesn't support it", async () => {
    await platform.failLedger(true);
    await expect(read()).rejects.toBeInstanceOf(PlatformUnavailable);
    await platform.failLedger(false);
  });

  it("is shared by configurations with the same URL and key", () => {
    const other = { ...access, schoolId: "another" };
    expect(rest.ledgerKeyOf(other)).toBe(rest.ledgerKeyOf(access));
    expect(rest.ledgerKeyOf({ ...access, apiKey: "another" })).not.toBe(rest.ledgerKeyOf(access));
    expect(rest.ledgerKeyOf(access)).not.toContain(access.apiKey);
  });
});
