import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { call } from "#test/api.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeAccount,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { db } from "../database/prisma.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { applyRetention } from "../retention/apply.ts";
import { MAX_A_DAY } from "./contract.ts";

const DAY = "2026-11-20";
const DAYS = { date: DAY, through: "2026-11-22" };
const HEADER = "bank_transaction_ref,dollar_amount,status,date,points_redeemed";
const NOON = new Date("2026-11-21T12:00:00Z");

/** A completed gift of $25 and 2,500 points. */
async function give(bank: Bank, school: string, ref: string, createdAt = NOON) {
  const sent = donationBody(school, { bank_transaction_ref: ref, points_redeemed: 2500 });
  const { donation_id: id } = await requestDonation(bank.scope, donationRequestOf(sent));
  const data = { status: "completed", completedAt: NOON, createdAt };
  await db().donation.update({ where: { id }, data });
  return id;
}

/** A webhook about a gift, in this status. */
async function tell(bank: Bank, donationId: string, status: string) {
  const at = new Date();
  const url = "https://bank.example/hooks";
  const endpoint = { id: randomUUID(), bankId: bank.bankId, url, encryptedSecret: Buffer.alloc(0) };
  await db().webhookEndpoint.create({ data: endpoint });
  const event = { id: randomUUID(), bankId: bank.bankId, donationId, sequence: 9, createdAt: at };
  await db().event.create({ data: { ...event, type: "donation.completed", body: "{}" } });
  const delivery = { id: randomUUID(), eventId: event.id, endpointId: endpoint.id, createdAt: at };
  const settledAt = status === "pending" ? null : at;
  await db().webhookDelivery.create({ data: { ...delivery, status, settledAt } });
}

/** A gift that the bank declined. @returns the reference that it would have had */
async function decline(bank: Bank): Promise<string> {
  const donationId = randomUUID();
  await db().giftAuthorization.create({
    data: {
      id: randomUUID(),
      bankId: bank.bankId,
      accountId: await makeAccount(bank),
      donationId,
      status: "declined",
      schoolId: "any",
      channel: "portal",
      amountCents: 2500,
      points: 2500,
      expiresAt: NOON,
    },
  });
  return `portal:${donationId}`;
}

const compare = (bank: Bank, csv: string, query: Record<string, string> = DAYS) =>
  call(operation("createComparison"), {
    key: bank.key,
    query,
    rawBody: csv,
    headers: { "Content-Type": "text/csv" },
  });

const differences = (bank: Bank, comparison_id: string, query: Record<string, string> = {}) =>
  call(operation("listComparisonDifferences"), { key: bank.key, params: { comparison_id }, query });

it("names each difference with its reason", async () => {
  const [bank, school] = [await makeBank(), await makeSchool()];
  const gifts = ["same", "reused", "cents", "amount", "status", "points", "missed"];
  for (const ref of gifts) await give(bank, school, ref);
  await tell(bank, await give(bank, school, "lost"), "dead");
  await tell(bank, await give(bank, school, "unlisted"), "delivered");
  await tell(bank, await give(bank, school, "early", new Date(`${DAY}T03:00:00Z`)), "delivered");
  await tell(bank, await give(bank, school, "late webhook"), "pending");
  await give(bank, school, "next day", new Date("2026-11-23T04:00:00Z"));
  await give(bank, school, "long ago", new Date("2026-10-01T04:00:00Z"));
  const declined = await decline(bank);
  // Another bank's gift with the same reference.
  await give(await makeBank(), school, "never sent");
  const lines = [
    "same,25.00,completed,2026-11-21,2500",
    "reused,30.00,completed,2026-11-21,",
    "reused,25,completed,2026-11-21,2500",
    "cents,2500,completed,2026-11-21,2500",
    "amount,24.99,completed,2026-11-21,2500",
    "status,25.00,Pending,2026-11-21,2500",
    "points,25.00,completed,2026-11-21,25",
    "late webhook,25.00,pending,2026-11-21,2500",
    "next day,25.00,completed,2026-11-22,2500",
    "long ago,25.00,completed,2026-11-22,2500",
    `${declined},25.00,completed,2026-11-21,2500`,
    "never sent,25.00,completed,2026-11-21,2500",
  ];
  const { status, body } = await compare(bank, [HEADER, ...lines, ""].join("\r\n"));
  expect(status).toBe(201);
  const totals = { in_both: 2, different: 6, only_ours: 4, only_yours: 4 };
  expect(body.data).toMatchObject({ ...DAYS, ...totals });
  const { comparison_id } = body.data;
  const all = await differences(bank, comparison_id, { limit: "100" });
  expect(all.body.meta).toMatchObject({ total: 14, summary: body.data });
  const found = all.body.data.map((one: Record<string, string>) => [
    one.bank_transaction_ref,
    one.line,
    one.kind,
    one.reason,
  ]);
  expect(found).toEqual([
    ["reused", 3, "different", "reference_reused"],
    ["cents", 5, "different", "amount_in_cents"],
    ["amount", 6, "different", "amount_differs"],
    ["status", 7, "different", "status_differs"],
    ["points", 8, "different", "points_differ"],
    ["late webhook", 9, "different", "webhook_not_delivered"],
    ["early", null, "only_ours", "other_time_zone"],
    ["lost", null, "only_ours", "webhook_not_delivered"],
    ["missed", null, "only_ours", "not_told"],
    ["unlisted", null, "only_ours", "not_in_your_list"],
    ["next day", 10, "only_yours", "other_time_zone"],
    ["long ago", 11, "only_yours", "other_day"],
    [declined, 12, "only_yours", "refused_by_you"],
    ["never sent", 13, "only_yours", "never_received"],
  ]);
  expect(all.body.data[1]).toMatchObject({
    ours: { dollar_amount: 25, status: "completed", points_redeemed: 2500 },
    yours: { dollar_amount: 2500, status: "completed", date: "2026-11-21" },
  });
  const part = await differences(bank, comparison_id, { kind: "only_yours", limit: "3" });
  expect(part.body.meta.total).toBe(4);
  const next = { kind: "only_yours", limit: "3", cursor: part.body.meta.next_cursor };
  const rest = await differences(bank, comparison_id, next);
  expect(rest.body.data).toMatchObject([{ bank_transaction_ref: "never sent" }]);
});

it("names the lines that can't be read, and then compares nothing", async () => {
  const bank = await makeBank();
  const lines = [
    "fine,25.00,completed,2026-11-21",
    ",25.00,completed,2026-11-21",
    "amount,two dollars,completed,2026-11-21",
    "amount,99999999999999999999999,completed,2026-11-21",
    "status,25.00,posted,2026-11-21",
    "day,25.00,completed,2026-11-31",
    "outside,25.00,completed,2026-12-01",
    "cells,25.00",
  ];
  const header = "Bank transaction ref;Dollar amount;Status;Date;Memo";
  const csv = [header, ...lines.map((line) => `${line},x`.replaceAll(",", ";"))].join("\n");
  const { status, body } = await compare(bank, csv);
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }: { loc: unknown[] }) => loc.slice(2))).toEqual([
    [3, "bank_transaction_ref"],
    [4, "dollar_amount"],
    [5, "dollar_amount"],
    [6, "status"],
    [7, "date"],
    [8, "date"],
    [9],
  ]);
  const noHeader = await compare(bank, "ref,amount\na,1\n");
  expect(noHeader.body.detail).toHaveLength(4);
  expect((await compare(bank, HEADER, { ...DAYS, through: "2027-06-01" })).status).toBe(422);
  expect((await compare(bank, "x".repeat(16 * 1024 * 1024 + 1))).status).toBe(413);
  expect(await db().comparison.count({ where: { bankId: bank.bankId } })).toBe(0);
});

it("is limited a day, counts as the bank's storage, and is deleted after 30 days", async () => {
  const [bank, other] = [await makeBank(), await makeBank()];
  const csv = `${HEADER}\nunknown,25.00,completed,${DAY},\n`;
  for (let n = 0; n < MAX_A_DAY; n++) expect((await compare(bank, csv)).status).toBe(201);
  const refused = await compare(bank, csv);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe(`"comparisons";q=${MAX_A_DAY};w=86400`);
  const { body } = await compare(other, csv);
  const usage = () => db().bankUsage.findFirst({ where: { bankId: bank.bankId } });
  // Each with its difference and its entry in the audit log, and the refusal.
  await expect.poll(async () => Number((await usage())?.rowCount)).toBe(3 * MAX_A_DAY + 1);
  const where = { bankId: bank.bankId };
  const [old, kept] = await db().comparison.findMany({ where, select: { id: true }, take: 2 });
  const createdAt = new Date(Date.now() - 31 * 86_400_000);
  const ofOld = { comparisonId: old?.id as string };
  await db().comparison.update({ where: { id: ofOld.comparisonId }, data: { createdAt } });
  await db().comparisonDifference.updateMany({ where: ofOld, data: { createdAt } });
  await applyRetention();
  expect(await db().comparisonDifference.count({ where: ofOld })).toBe(0);
  expect((await differences(bank, ofOld.comparisonId)).status).toBe(404);
  expect((await differences(bank, kept?.id as string)).body.meta.total).toBe(1);
  expect((await differences(bank, body.data.comparison_id)).status).toBe(404);
});
