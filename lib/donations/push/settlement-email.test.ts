import { expect, it } from "vitest";
import { settlementMail } from "./settlement-email.ts";
import type { PushedDonation } from "./sql.ts";

it("lets a donation be settled whose mail cannot be written", async () => {
  const donation = { mailTo: "pat@example.com", schoolName: "Ohio State" } as PushedDonation;
  const settlement = { status: "completed", creditId: "cr_1", platformStatus: "posted" } as const;
  expect(await settlementMail(donation, settlement, new Date(Number.NaN))).toBeNull();
});
