/** A bank's storage is bounded by its daily budget, and exceeding it affects only that bank. */
import { describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { perProcess } from "#lib/singleton.ts";
import { call } from "../api.ts";
import { deliver, push } from "../attempts.ts";
import { type Bank, donationBody, makeBank, makeSchool } from "../factories.ts";
import { bankOperations, operation } from "../operations.ts";
import { startReceiver } from "../receiver.ts";

const setLimit = (bank: Bank, column: "max_daily_rows" | "max_daily_bytes", limit: number | null) =>
  pool().query(`update bank set ${column} = $2 where id = $1`, [bank.bankId, limit]);

const storedBy = async (bank: Bank) =>
  (
    await pool().query<{ row_count: number; byte_count: number }>(
      "select row_count, byte_count from bank_usage where bank_id = $1",
      [bank.bankId],
    )
  ).rows[0];

/** A bank whose budget is used up, as this process knows. */
async function exhaustedBank(column: "max_daily_rows" | "max_daily_bytes"): Promise<Bank> {
  const bank = await makeBank();
  await setLimit(bank, column, 1);
  await give(bank);
  await expect.poll(async () => (await give(bank)).status).toBe(429);
  return bank;
}

const give = async (bank: Bank, more: Parameters<typeof donationBody>[1] = {}) =>
  call(operation("requestDonation"), {
    key: bank.key,
    body: donationBody(await makeSchool(), more),
  });

describe.each(["max_daily_rows", "max_daily_bytes"] as const)("a bank beyond its %s", (column) => {
  it("is rejected until the day ends or an operator raises it; others aren't", async () => {
    const [bank, other] = [await exhaustedBank(column), await makeBank()];
    const { status, body, headers } = await give(bank);
    expect(status).toBe(429);
    expect(body.error.code).toBe("RATE_LIMITED");
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    const name = column === "max_daily_rows" ? "daily-rows" : "daily-bytes";
    expect(headers.get("ratelimit-policy")).toBe(`"${name}";q=1;w=86400`);
    expect((await give(other)).status).toBe(202);
    await setLimit(bank, column, null);
    await expect.poll(async () => (await give(bank)).status).toBe(202);
  });
});

it("rejects exactly the operations that store something", async () => {
  const bank = await exhaustedBank("max_daily_rows");
  for (const tested of bankOperations) {
    const { id, method, status: good } = tested.contract;
    const { status } = await call(tested, { ...(await tested.good(bank)), key: bank.key });
    expect(status, id).toBe(["POST", "PATCH"].includes(method) ? 429 : good);
  }
});

it("counts every row and byte that a gift causes", async () => {
  const receiver = await startReceiver();
  const bank = await makeBank();
  await call(operation("addWebhookEndpoint"), { key: bank.key, body: { url: receiver.url } });
  await expect.poll(async () => (await storedBy(bank))?.row_count).toBe(1);
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n, "x".repeat(500)]));
  const { body } = await give(bank, { metadata });
  await push(body.data.donation_id);
  const { rows } = await pool().query(
    "select d.id from webhook_delivery d join event e on e.id = d.event_id where e.bank_id = $1",
    [bank.bankId],
  );
  await deliver(rows[0].id);
  // The endpoint's audit entry; the donation, its credit and its receipt; the event, its delivery, and its attempt.
  await expect.poll(async () => (await storedBy(bank))?.row_count).toBe(7);
  expect((await storedBy(bank))?.byte_count).toBeGreaterThan(8_000);
  await receiver.close();
});

it("is known to a newly started process, once usage has been shared", async () => {
  const bank = await exhaustedBank("max_daily_rows");
  perProcess("storage usage", Object).reset();
  await expect.poll(async () => (await give(bank)).status).toBe(429);
});
