import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { makeBank, makeSchool } from "#test/factories.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { pool } from "../database/pool.ts";
import { COUNTED_UP_TO, readSnapshot, type Snapshot, snapshotQuery } from "./sql.ts";

// Its own database: everything in it is counted.
isolateDatabase();

const sql = (text: string, values: unknown[] = []) => pool().query(text, values);

/** Replaces times with ages rounded down to 10 seconds, since time passes while the test runs. */
const roughly = ({ asOf, ...rest }: Snapshot) =>
  Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      value instanceof Date
        ? Math.floor((asOf.getTime() - value.getTime()) / 10_000) * 10
        : (value ?? 0),
    ]),
  );

it("is all zero in an empty database", async () => {
  expect(new Set(Object.values(roughly(await readSnapshot())))).toEqual(new Set([0]));
});

async function donation(bankId: string, schoolId: string, status: string, ageSeconds: number) {
  const id = randomUUID();
  await sql(
    `insert into donation (id, bank_id, school_id, fund_designation, amount_cents, points_redeemed,
       bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status,
       created_at, estimated_confirmation_at, completed_at)
     values ($1, $2, $3, 'x', 100, 0, $1::uuid::text, '', 'bank', false, false, $4,
       now() - $5 * interval '1 second', now(), case when $4 = 'completed' then now() end)`,
    [id, bankId, schoolId, status, ageSeconds],
  );
  return id;
}

async function endpoint(bankId: string, status: string): Promise<string> {
  const id = randomUUID();
  await sql(
    `insert into webhook_endpoint (id, bank_id, url, status, encrypted_secret)
     values ($1, $2, 'https://x.example', $3, '')`,
    [id, bankId, status],
  );
  return id;
}

async function delivery(bankId: string, endpointId: string, status: string, ageSeconds: number) {
  await sql(
    `with new_event as (
       insert into event (id, bank_id, type, sequence, body, created_at)
       values (gen_random_uuid(), $1, 'webhook.test', 0, '{}', now()) returning id
     )
     insert into webhook_delivery (id, event_id, endpoint_id, status, created_at, settled_at)
     select gen_random_uuid(), id, $2, $3, now() - $4 * interval '1 second',
       case when $3 <> 'pending' then now() end from new_event`,
    [bankId, endpointId, status, ageSeconds],
  );
}

async function run(queue: string, dueInSeconds: number, held = false): Promise<void> {
  await sql(
    `insert into executor_run (id, function_id, event_id, event, queue, due_at, held)
     values (gen_random_uuid(), 'f', gen_random_uuid()::text, '{}', $1,
       now() + $2 * interval '1 second', $3)`,
    [queue, dueInSeconds, held],
  );
}

it("reports what is pending, since when, and what needs an operator", async () => {
  const banks = [await makeBank(), await makeBank()];
  const [first, second] = banks.map(({ bankId }) => bankId) as [string, string];
  const school = await makeSchool();
  const flagged = await donation(first, school, "pending", 700);
  await donation(second, school, "pending", 905);
  await donation(first, school, "completed", 5_000);
  await sql("insert into credit (donation_id, status, flagged_at) values ($1, 'pending', now())", [
    flagged,
  ]);
  const hook = await endpoint(first, "enabled");
  const gone = await endpoint(first, "deleted");
  await delivery(first, hook, "pending", 105);
  await delivery(first, hook, "dead", 3_005);
  await delivery(first, hook, "dead", 2_005);
  await delivery(first, hook, "delivered", 9_005);
  // Deleted endpoints can't be replayed to, so their dead letters are not incidents.
  await delivery(first, gone, "dead", 8_005);
  for (const age of [205, 105]) {
    await sql(
      `insert into outbox (id, name, data, created_at)
       values ($1, 'x', '{}', now() - $2 * interval '1 second')`,
      [`00000000-0000-7000-8000-000000000${1_000 - age}`, age],
    );
  }
  await run("a", -305);
  await run("a", -5);
  await run("b", 60);
  await run("b", 60, true);
  // The lease expired: its holder crashed.
  await run("c", -45, true);
  await sql(
    `insert into email (id, "to", kind, subject, text, created_at)
     values ($1, 'a', 'receipt', 'b', 'c', now() - interval '405 seconds')`,
    [randomUUID()],
  );
  expect(roughly(await readSnapshot())).toEqual({
    donationsPending: 2,
    oldestPending: 900,
    flagged: 1,
    outbox: 2,
    oldestOutbox: 200,
    runsRunning: 1,
    runsDue: 3,
    runsLate: 1,
    oldestDueRun: 300,
    deliveriesPending: 1,
    deliveriesDead: 2,
    oldestDeliveryPending: 100,
    oldestDeliveryDead: 3_000,
    emailsPending: 1,
    oldestEmail: 400,
    ledgerFindings: 0,
    ledgerChecked: 0,
  });
});

it("uses an index for each of its queries and never scans a growing table", async () => {
  const client = await pool().connect();
  try {
    // A test's tables are so small that a scan would be the cheapest plan.
    await client.query("set enable_seqscan = off");
    const { sql: text, parameters } = snapshotQuery.compile();
    const { rows } = await client.query(`explain ${text}`, [...parameters]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(
      /Seq Scan on (donation|credit|webhook_delivery|event|executor_run|outbox|email|tally)\b/,
    );
  } finally {
    await client.query("reset enable_seqscan");
    client.release();
  }
});

it("stops counting at its limit", async () => {
  await sql(
    `insert into outbox (id, name, data)
     select gen_random_uuid(), 'x', '{}' from generate_series(1, $1::int)`,
    [COUNTED_UP_TO + 100],
  );
  expect((await readSnapshot()).outbox).toBe(COUNTED_UP_TO);
});
