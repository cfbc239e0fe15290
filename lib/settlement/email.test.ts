import { describe, expect, it } from "vitest";
import { perProcess } from "../singleton.ts";
import { settlementEmail } from "./settle.ts";
import type { PushedDonation } from "./sql.ts";

const donation = { emailTo: "pat@example.com", schoolName: "Ohio State" } as PushedDonation;
const settlement = {
  status: "completed",
  platformCreditId: "cr_1",
  platformStatus: "posted",
} as const;

it("doesn't block settling a donation if its email can't be composed", async () => {
  expect(await settlementEmail(donation, settlement, new Date(Number.NaN))).toBeNull();
});

it("isn't omitted if the database is unavailable: the attempt fails and is retried", async () => {
  const unavailable = Promise.reject(Object.assign(new Error("down"), { code: "ECONNREFUSED" }));
  const schoolLooks = perProcess("school looks", () => (): Promise<never> => unavailable);
  unavailable.catch(() => {});
  schoolLooks.replace(() => unavailable);
  try {
    await expect(settlementEmail(donation, settlement, new Date())).rejects.toThrow("down");
  } finally {
    schoolLooks.reset();
  }
});

describe("what a platform calls its credit", () => {
  const gift = {
    ...donation,
    id: "019a0000-0000-7000-8000-000000000000",
    schoolId: "ohio-state",
    foundation: "The Foundation",
    amountCents: 2_500,
    pointsRedeemed: 2_500,
    pointsPerDollar: 100,
    ownName: null,
    fundDesignation: "annual-fund",
    bankName: "Lakeside Savings",
    attributed: true,
    timeZone: "America/New_York",
    createdAt: new Date(),
  } as unknown as PushedDonation;
  const textFor = async (platformCreditId: string) =>
    (await settlementEmail(gift, { ...settlement, platformCreditId }, new Date()))?.text ?? "";

  it("is in the email if it can stand as a confirmation number", async () => {
    expect(await textFor("PAC-2026/118")).toContain("PAC-2026/118");
  });

  it.each(["#N/A", "1.23457E+14", "Deductible: $77.00 (100%)", "a\nb"])(
    "isn't otherwise: %j",
    async (creditId) => {
      const text = await textFor(creditId);
      expect(text).toContain("has confirmed your");
      expect(text).not.toContain("Confirmation number");
      expect(text).not.toContain(creditId);
    },
  );
});
