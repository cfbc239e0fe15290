/** The commands that suspend, limit, and hold, run with an operator's arguments. */
import { Command } from "commander";
import { expect, it, vi } from "vitest";
import { call } from "#test/api.ts";
import { type Bank, donationBody, makeBank, makeSchool, system } from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { addBanks } from "./banks.ts";
import { addDonations } from "./donations.ts";

/** Runs a command. @returns the document that it prints */
async function operate(...words: string[]) {
  const program = new Command().exitOverride();
  addBanks(program, system);
  addDonations(program, system);
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await program.parseAsync(words, { from: "user" });
    return JSON.parse(printed.mock.calls.map(([text]) => text).join(""));
  } finally {
    printed.mockRestore();
  }
}

async function give({ key }: Bank, changes = {}) {
  const body = donationBody(await makeSchool(), changes);
  return call(operation("requestDonation"), { key, body });
}

it("bank suspend, resume, and close take effect on the next request", async () => {
  const bank = await makeBank();
  const one = ["--bank", bank.bankId];
  expect(await operate("bank", "suspend", ...one, "--reason", "leaked key")).toEqual({
    bank_id: bank.bankId,
    status: "suspended",
    status_reason: "leaked key",
  });
  expect((await give(bank)).status).toBe(403);
  const { banks } = await operate("bank", "list");
  expect(banks.find(({ bank_id }: { bank_id: string }) => bank_id === bank.bankId)).toMatchObject({
    status: "suspended",
    status_reason: "leaked key",
  });
  await expect(operate("bank", "suspend", ...one, "--reason", "again")).rejects.toThrow(
    `Bank ${bank.bankId} is suspended.`,
  );
  await operate("bank", "resume", ...one);
  expect((await give(bank)).status).toBe(202);
  await operate("bank", "close", ...one, "--reason", "the agreement ended");
  await expect(operate("bank", "resume", ...one)).rejects.toThrow("is closed");
});

it("bank update sets and removes limits", async () => {
  const bank = await makeBank();
  const update = (...flags: string[]) => operate("bank", "update", "--bank", bank.bankId, ...flags);
  expect(await update("--max-donation-usd", "20", "--max-key-daily-usd", "30.50")).toMatchObject({
    max_donation_usd: 20,
    max_key_daily_usd: 30.5,
  });
  expect((await give(bank, { dollar_amount: 25 })).status).toBe(422);
  expect((await give(bank, { dollar_amount: 20 })).status).toBe(202);
  expect((await give(bank, { dollar_amount: 15 })).status).toBe(422);
  expect(await update("--max-donation-usd", "none", "--max-key-daily-usd", "none")).toMatchObject({
    max_donation_usd: null,
    max_key_daily_usd: null,
  });
  expect((await give(bank, { dollar_amount: 25 })).status).toBe(202);
});

it("program set configures the points check, and donation list shows what it flags", async () => {
  const bank = await makeBank();
  const set = ["program", "set", "--bank", bank.bankId, "--program", "gold"];
  const gold = { loyalty_program_id: "gold", points_redeemed: 1 };
  expect(await operate(...set, "--points-per-dollar", "100")).toMatchObject({
    points_check: "flag",
  });
  const { donation_id } = (await give(bank, gold)).body.data;
  const { donations } = await operate("donation", "list", "--flagged", "--bank", bank.bankId);
  expect(donations).toMatchObject([{ donation_id, flagged: true, flag_reason: "points_mismatch" }]);
  await operate(...set, "--points-per-dollar", "100", "--points-check", "refuse");
  expect((await give(bank, gold)).status).toBe(422);
});

it("donation hold stops attempts until donation release", async () => {
  const bank = await makeBank();
  const donation = (await give(bank)).body.data.donation_id;
  const one = ["--donation", donation];
  expect(await operate("donation", "hold", ...one, "--reason", "call the donor")).toMatchObject({
    held: true,
  });
  expect(await operate("donation", "show", ...one)).toMatchObject({
    held: true,
    credit: { hold_reason: "call the donor" },
  });
  await expect(operate("donation", "retry", ...one)).rejects.toThrow("is held");
  expect(await operate("donation", "release", ...one)).toMatchObject({ push_requested: true });
  expect(await operate("donation", "show", ...one)).toMatchObject({ held: false });
});
