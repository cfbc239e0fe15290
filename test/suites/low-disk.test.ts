/** A volume that runs low: the bank that has stored the most is rejected first, then everyone. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { levelOf } from "#lib/database/volume.ts";
import { rereadEnv } from "#lib/env.ts";
import { checkReadiness } from "#lib/http/readiness.ts";
import { readOperations } from "#lib/operations/view.ts";
import { checkPressure } from "#lib/storage/pressure.ts";
import { call } from "../api.ts";
import { type Bank, donationBody, makeBank, makeCardholder, makeSchool } from "../factories.ts";
import { operation } from "../operations.ts";
import { isolateDatabase } from "../private-database.ts";

// A private database, so that its largest writer is the largest of all.
isolateDatabase();

let [largest, other]: Bank[] = [];
beforeAll(async () => {
  [largest, other] = [await makeBank(), await makeBank()];
  await pool().query(
    "insert into bank_usage values ($1, (now() at time zone 'UTC')::date, 9, 3e9)",
    [largest.bankId],
  );
});

/** Sets the database's maximum size as a multiple of its current size. */
async function allow(times: number): Promise<void> {
  const { rows } = await pool().query("select pg_database_size(current_database()) as bytes");
  rereadEnv().databaseMaxBytes = Math.round(rows[0].bytes * times);
  await checkPressure();
}
afterAll(async () => {
  rereadEnv();
  await checkPressure();
});

const give = async (bank: Bank | undefined) =>
  call(operation("requestDonation"), {
    key: (bank as Bank).key,
    body: donationBody(await makeSchool()),
  });

it("rejects the largest writer first, then everyone, and reports it", async () => {
  await allow(10);
  expect((await give(largest)).status).toBe(202);
  expect(await checkReadiness()).not.toHaveProperty("disk");

  // 7% are free.
  await allow(1 / 0.93);
  const refused = await give(largest);
  expect(refused.status).toBe(503);
  expect(refused.body.error.code).toBe("SERVICE_UNAVAILABLE");
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await give(other)).status).toBe(202);
  expect((await checkReadiness()).disk).toContain("low on space");
  const { disk, needsAttention } = await readOperations();
  expect(disk).toMatchObject({ level: "low", largestWriter: { bankId: largest?.bankId } });
  expect(needsAttention).toBe(true);

  await allow(1.01);
  expect((await give(other)).status).toBe(503);
  const { token, accountId } = await makeCardholder();
  const body = {
    dollar_amount: 25,
    school_id: await makeSchool(),
    fund_designation: "annual-fund",
  };
  const gift = { ...body, loyalty_account_id: accountId, notify_by_email: false };
  expect((await call(operation("requestPortalDonation"), { token, body: gift })).status).toBe(503);
  const list = await call(operation("listDonations"), { key: (largest as Bank).key });
  expect(list.status).toBe(200);
  expect((await checkReadiness()).disk).toContain("nearly full");

  await allow(10);
  expect((await give(largest)).status).toBe(202);
});

it("is low below a tenth or 2 GiB, whichever is less, and full below half of that", () => {
  const gib = 1_024 ** 3;
  const at = (freeBytes: number, totalBytes: number) => levelOf({ freeBytes, totalBytes });
  expect([11, 9, 4].map((free) => at(free, 100))).toEqual(["ok", "low", "full"]);
  expect([2.1, 1.9, 0.9].map((free) => at(free * gib, 1_000 * gib))).toEqual(["ok", "low", "full"]);
});
