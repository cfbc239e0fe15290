/**
 * Database connections are shared fairly: an owner whose requests wait in the database can't use up
 * the pool.
 */
import { afterEach, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import type { Transaction } from "#lib/database/transaction.ts";
import { env } from "#lib/env.ts";
import { call } from "#test/api.ts";
import { type Bank, linkBody, makeBank, makeCardholder } from "#test/factories.ts";
import { operation } from "#test/operations.ts";

const EVERYTHING = { from: "2020-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };
const HOOK = { url: "https://hook.example/points" };

let held: Transaction | undefined;
const waiting: Promise<unknown>[] = [];

/** Locks a row until the test ends. */
async function hold(table: "bank" | "cardholder", id: string): Promise<void> {
  held = await pool().connect();
  await held.query("begin");
  await held.query(`select from ${table} where id = $1 for update`, [id]);
}

async function release(): Promise<void> {
  await held?.query("rollback");
  held?.release();
  held = undefined;
  await Promise.allSettled(waiting.splice(0));
}
afterEach(release);

/** More requests than there are connections. */
function begin(ask: () => Promise<unknown>): void {
  for (let n = 0; n < 2 * env().databasePoolSize; n++) waiting.push(ask());
}

const connectionsWaiting = async () => {
  // A transaction caches its statistics snapshot by default.
  await held?.query("select pg_stat_clear_snapshot()");
  const { rows } = await (held as Transaction).query<{ count: number }>(
    `select count(*) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};

const ofABank: [string, (bank: Bank) => Promise<unknown>][] = [
  ["startReplay", ({ key }) => call(operation("replayEvents"), { key, body: EVERYTHING })],
  [
    "createWebhookEndpoint",
    ({ key }) => call(operation("addWebhookEndpoint"), { key, body: HOOK }),
  ],
  ["linkAccount", ({ key }) => call(operation("linkAccount"), { key, body: linkBody() })],
];

it.each(ofABank)("a bank's many %s leave connections to other banks", async (_, ask) => {
  const [bank, other] = [await makeBank(), await makeBank()];
  await hold("bank", bank.bankId);
  begin(() => ask(bank));
  await expect.poll(connectionsWaiting).toBeGreaterThan(1);
  const answer = await call(operation("listDonations"), { key: other.key });
  expect(answer.status).toBe(200);
  // All of its slots are waiting, and they are no more than its share.
  expect(await connectionsWaiting()).toBeLessThanOrEqual(env().databasePoolSize / 3);
});

it("a cardholder's many requests leave connections to other cardholders", async () => {
  const [person, other] = [await makeCardholder(), await makeCardholder()];
  await hold("cardholder", person.cardholderId);
  const body = { phone: null };
  begin(() => call(operation("updateProfile"), { token: person.token, body }));
  await expect.poll(connectionsWaiting).toBeGreaterThan(1);
  expect((await call(operation("getProfile"), { token: other.token })).status).toBe(200);
  expect(await connectionsWaiting()).toBeLessThanOrEqual(env().databasePoolSize / 3);
});
