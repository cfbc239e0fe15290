/** A list of 200,000 lines, on an idle machine. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, it } from "vitest";
import { call } from "#test/api.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { pool } from "../database/pool.ts";
import { requestDonation } from "../donations/accept/mutations.ts";

isolateDatabase();

const COUNT = 200_000;
const DAY = "2026-11-21";
const [MAX_MS, MAX_BLOCK_MS] = [20_000, 50];

/** A bank with many gifts of one day, without webhooks. */
async function busyBank(): Promise<Bank> {
  const bank = await makeBank();
  const sent = donationBody(await makeSchool(), { bank_transaction_ref: "tx-1" });
  const { donation_id } = await requestDonation(bank.scope, donationRequestOf(sent));
  await pool().query("update donation set created_at = $2 where id = $1", [
    donation_id,
    `${DAY}T12:00Z`,
  ]);
  await pool().query(
    `insert into donation select (jsonb_populate_record(d, jsonb_build_object('id', uuidv7(),
       'bank_transaction_ref', 'tx-' || n))).* from donation d, generate_series(2, $2::int) n where d.id = $1`,
    [donation_id, COUNT],
  );
  await pool().query("analyze");
  return bank;
}

it("is compared in less than 20 seconds, while other requests have their turn", async () => {
  const bank = await busyBank();
  // Every tenth gift is missing, and as many are unknown; every hundredth has its amount in cents.
  const line = (n: number) =>
    `${n % 10 ? "tx" : "other"}-${n},${n % 100 === 1 ? 2500 : 25},pending,${DAY}`;
  const header = "bank_transaction_ref,dollar_amount,status,date";
  const csv = [header, ...Array.from({ length: COUNT }, (_, n) => line(n + 1))].join("\n");
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const { status, body } = await call(operation("createComparison"), {
    key: bank.key,
    query: { date: DAY },
    rawBody: csv,
    headers: { "Content-Type": "text/csv" },
  });
  const took = performance.now() - start;
  delay.disable();
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    in_both: COUNT * 0.89,
    different: COUNT * 0.01,
    only_ours: COUNT * 0.1,
    only_yours: COUNT * 0.1,
  });
  expect(took).toBeLessThan(MAX_MS);
  expect(delay.percentile(99.9) / 1e6).toBeLessThan(MAX_BLOCK_MS);
});
