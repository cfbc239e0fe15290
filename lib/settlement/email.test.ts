import { expect, it } from "vitest";
import { perProcess } from "../singleton.ts";
import { settlementEmail } from "./email.ts";
import type { PushedDonation } from "./sql.ts";

const donation = { emailTo: "pat@example.com", schoolName: "Ohio State" } as PushedDonation;
const settlement = { status: "completed", creditId: "cr_1", platformStatus: "posted" } as const;

it("does not keep a donation from being settled when its email cannot be composed", async () => {
  expect(await settlementEmail(donation, settlement, new Date(Number.NaN))).toBeNull();
});

it("is composed once the database is back, and not left out", async () => {
  const looks = perProcess("school looks", () => ({}));
  const away = Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));
  away.catch(() => {});
  looks.replace({ at: Date.now(), bySchool: away });
  try {
    await expect(settlementEmail(donation, settlement, new Date())).rejects.toThrow("away");
  } finally {
    looks.reset();
  }
});
