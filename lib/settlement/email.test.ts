import { expect, it } from "vitest";
import { settlementEmail } from "./email.ts";
import type { PushedDonation } from "./sql.ts";

it("does not keep a donation from being settled when its email cannot be composed", async () => {
  const donation = { emailTo: "pat@example.com", schoolName: "Ohio State" } as PushedDonation;
  const settlement = { status: "completed", creditId: "cr_1", platformStatus: "posted" } as const;
  expect(await settlementEmail(donation, settlement, new Date(Number.NaN))).toBeNull();
});
