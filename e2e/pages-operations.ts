/** The operations page in each state. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "playwright/test";
import { query, submitDonation } from "./application.ts";
import { giveEarlier } from "./cardholder-donations.ts";
import type { PageCase } from "./every-page.ts";
import { hold } from "./links.ts";
import { keepRows } from "./own-rows.ts";

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

/** Another one, before it's flagged. */
async function retriedDonation(): Promise<string> {
  const id = await flaggedDonation();
  await query("update credit set flagged_at = null, attempt_count = 2 where donation_id = $1", [
    id,
  ]);
  return id;
}

/** A separate bank whose endpoints reject everything. @returns its id, which is in their addresses */
async function unhappyBank(): Promise<string> {
  const bank = randomUUID();
  await query("insert into bank (id, name) values ($1, 'Lighthouse Credit Union')", [bank]);
  await query(
    `insert into webhook_endpoint (id, bank_id, url, status, disabled_reason, failing_since,
       encrypted_secret)
     select gen_random_uuid(), $1, $2 || n, status, reason, now() - interval '5 days', '\\x00'
     from (values (1, 'disabled', 'it hasn’t accepted a delivery in five days'), (2, 'enabled', null))
       as endpoint (n, status, reason)`,
    [bank, `${LONG_ADDRESS}/${bank}/`],
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
  return bank;
}

const DAY_MS = 24 * 3_600_000;

/** One of each kind, longer ago than those of other tests: the oldest are listed. @returns a text in each one's row */
async function trouble(): Promise<string[]> {
  const donations = [await flaggedDonation(), await retriedDonation(), await flaggedDonation()];
  for (const id of donations)
    await giveEarlier(id, new Date(Date.now() - 9 * DAY_MS).toISOString());
  const held = donations[2] as string;
  await hold(held);
  await query("update credit set held_at = now() - interval '9 days' where donation_id = $1", [
    held,
  ]);
  const email = randomUUID();
  await query(
    `insert into email (id, "to", kind, subject, text, status, attempt_count, last_error, created_at)
     values ($1, 'pat@example.com', 'donation', 'Your $25 gift to Ohio State is confirmed',
       'Thank you.', 'failed', 9, '550 5.1.1 The mailbox is not there', now() - interval '9 days')`,
    [email],
  );
  return [...donations, await unhappyBank(), email];
}

/** Without other tests' incidents. The numbers of what's in progress become long ones. */
async function openIncidents(page: Page): Promise<void> {
  const texts = await trouble();
  await page.goto("/sandbox/operations");
  await keepRows(page.getByRole("main").getByRole("listitem"), texts);
  await page.evaluate(() => {
    for (const part of document.querySelectorAll("main section")) {
      if (!part.querySelector("li")) part.remove();
    }
    const waiting = "12,345, oldest from Nov 21, 12:05:10 AM";
    for (const value of document.querySelectorAll("main dl:not(li dl) dd"))
      value.textContent = waiting;
  });
}

/** Gives as the demo bank in each state, and waits until it has been told. @returns the gifts' ids */
async function giveInEachState(): Promise<string[]> {
  const ids: string[] = [];
  for (const dollars of [1240.94, 1240.91, 27]) {
    ids.push((await submitDonation(dollars)).donation_id);
  }
  await expect(async () => {
    const [{ told }] = (await query(
      `select count(*)::int as told from unnest($1::text[]) as given(id)
       where exists (select from sandbox_inbox where verified and strpos(body, given.id) > 0)`,
      [ids.slice(1)],
    )) as [{ told: number }];
    expect(told).toBe(2);
  }).toPass();
  return ids;
}

/** Without other tests' gifts and webhooks. The page stays as it is opened. */
async function openDashboard(page: Page): Promise<void> {
  // Never answered: updates from other tests would refresh the page.
  await page.route("**/sandbox/state", () => {});
  const rows = page.locator("[aria-labelledby=donations] li, [aria-labelledby=inbox] li");
  // Only the last few are listed.
  await expect(async () => {
    const ids = await giveInEachState();
    await page.goto("/sandbox");
    for (const id of ids) expect(await rows.filter({ hasText: id }).count()).toBeGreaterThan(0);
    await keepRows(rows, ids);
  }).toPass();
}

export const OPERATIONS_PAGES: PageCase[] = [
  {
    name: "sandbox",
    statuses: ["completed", "failed", "pending", "verified"],
    open: openDashboard,
  },
  {
    name: "operations",
    statuses: ["Needs attention", "urgent", "watch"],
    open: openIncidents,
  },
];
