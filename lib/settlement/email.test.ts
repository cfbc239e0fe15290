import { expect, it } from "vitest";
import { perProcess } from "../singleton.ts";
import { settlementEmail } from "./email.ts";
import type { PushedDonation } from "./sql.ts";

const donation = { emailTo: "pat@example.com", schoolName: "Ohio State" } as PushedDonation;
const settlement = { status: "completed", creditId: "cr_1", platformStatus: "posted" } as const;

it("doesn't block settling a donation if its email can't be composed", async () => {
  expect(await settlementEmail(donation, settlement, new Date(Number.NaN))).toBeNull();
});

it("isn't omitted if the database is unavailable: the attempt fails and is retried", async () => {
  const schoolLooks = perProcess("school looks", () => ({}));
  const unavailable = Promise.reject(Object.assign(new Error("down"), { code: "ECONNREFUSED" }));
  unavailable.catch(() => {});
  schoolLooks.replace({ at: Date.now(), bySchool: unavailable });
  try {
    await expect(settlementEmail(donation, settlement, new Date())).rejects.toThrow("down");
  } finally {
    schoolLooks.reset();
  }
});
