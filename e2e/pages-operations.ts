/** The operations page in each state. */
import { randomUUID } from "node:crypto";
import { query, submitDonation } from "./application.ts";
import type { PageCase } from "./every-page.ts";

const LONG_ADDRESS = `https://hooks.bank.example/rewards/points-to-donation/${"x".repeat(60)}`;

/** A donation that is held at the sandbox's platform until its retry schedule is exhausted. @returns its id */
export async function flaggedDonation(): Promise<string> {
  const { donation_id: id } = await submitDonation(25.94);
  await query(
    `update credit set flagged_at = now(), attempt_count = 6,
       last_error = 'sandbox trigger .94: held until an operator releases it'
     where donation_id = $1`,
    [id],
  );
  return id;
}

/** A separate bank whose endpoints reject everything. */
async function unhappyBank(): Promise<void> {
  const bank = randomUUID();
  await query("insert into bank (id, name) values ($1, 'Lighthouse Credit Union')", [bank]);
  await query(
    `insert into webhook_endpoint (id, bank_id, url, status, disabled_reason, failing_since,
       encrypted_secret)
     select gen_random_uuid(), $1, $2 || n, status, reason, now() - interval '5 days', '\\x00'
     from (values (1, 'disabled', 'it hasn’t accepted a delivery in five days'), (2, 'enabled', null))
       as endpoint (n, status, reason)`,
    [bank, LONG_ADDRESS],
  );
  await query(
    `with events as (
       insert into event (id, bank_id, type, sequence, body, created_at)
       select gen_random_uuid(), $1, 'webhook.test', 0, '{"data":{}}', now() - n * interval '1 hour'
       from generate_series(1, 23) n returning id, created_at
     )
     insert into webhook_delivery (id, event_id, endpoint_id, status, attempt_count, created_at,
       settled_at)
     select gen_random_uuid(), events.id, endpoint.id, 'dead', 10, events.created_at, now()
     from events, webhook_endpoint endpoint
     where endpoint.bank_id = $1 and endpoint.status = 'enabled'`,
    [bank],
  );
}

/** One of each kind. */
async function trouble(): Promise<void> {
  await flaggedDonation();
  await submitDonation(25.92);
  await unhappyBank();
  await query(
    `insert into email (id, "to", kind, subject, text, status, attempt_count, last_error)
     values (gen_random_uuid(), 'pat@example.com', 'donation', 'Your $25 gift to Ohio State is confirmed',
       'Thank you.', 'failed', 9, '550 5.1.1 The mailbox is not there')`,
  );
}

export const OPERATIONS_PAGES: PageCase[] = [
  { name: "operations", isVariant: true, open: (page) => page.goto("/sandbox/operations") },
  {
    name: "operations-full",
    open: async (page) => {
      await trouble();
      await page.goto("/sandbox/operations");
    },
  },
];
