/** The rooms of a bank's developers and admins, in each of their states. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { LONG_BANK } from "./links.ts";
import { journey } from "./page-journey.ts";
import { makeMember, makeTeamBank, signInToTeam } from "./staff.ts";

const LONG_NAME = "Nightly export of Wołoszańska-Featherstonehaugh’s donor database";
const LONG_URL = "https://events.bank.example/hooks/points?of=donations";

/** An admin of a bank with keys, endpoints, refused requests, and programs, signed in. */
async function busyBank(page: Page) {
  const team = await makeTeamBank(LONG_BANK);
  const bank = team.bank_id as string;
  const admin = await makeMember(team, "admin", "Alexandra Wołoszańska-Featherstonehaugh");
  const keys = Array.from({ length: 4 }, () => randomBytes(8).toString("hex"));
  await query(
    `insert into api_key (key_id, bank_id, environment, secret_hash, name, scope, networks, created_by, released_at,
       expires_at, revoked_at, last_used_at, last_used_address)
     select key, $2, 'sandbox', sha256(key::bytea), case n when 1 then $3 else 'Points ledger' end,
       (array['full', 'read', 'webhooks', 'full'])[n], '{203.0.113.0/24,2001:db8:1000::/48}', 'staff:x',
       case when n <> 2 then now() end, case n when 1 then now() + interval '80 days' end,
       case n when 4 then now() end, now(), '203.0.113.9'
     from unnest($1::text[]) with ordinality as keys (key, n)`,
    [keys, bank, LONG_NAME],
  );
  const endpoints = Array.from({ length: 3 }, () => randomUUID());
  await query(
    `insert into webhook_endpoint (id, bank_id, url, description, status, disabled_reason, failing_since, encrypted_secret)
     select id, $2, $3, $4, case n when 2 then 'disabled' else 'enabled' end,
       case n when 2 then 'it hasn’t accepted a delivery in five days' end,
       case n when 3 then now() - interval '7 hours' end, ''
     from unnest($1::uuid[]) with ordinality as endpoints (id, n)`,
    [endpoints, bank, LONG_URL, LONG_NAME],
  );
  const event = randomUUID();
  await query(
    `insert into event (id, bank_id, type, sequence, body, created_at)
     select case n when 1 then $2::uuid else gen_random_uuid() end, $1, 'account.linked', 0,
       '{"type":"account.linked","timestamp":"2026-11-21T14:05:11.020Z","data":{"bank_user_id":"customer-1"}}',
       now() - n * interval '1 minute' from generate_series(1, 30) as n`,
    [bank, event],
  );
  await query(
    `with made as (
       insert into webhook_delivery (id, event_id, endpoint_id, status, created_at, settled_at, attempt_count)
       select gen_random_uuid(), e.id, p.id, case p.status when 'disabled' then 'skipped' else 'dead' end, e.created_at, now(), 10
       from event as e join webhook_endpoint as p on p.bank_id = e.bank_id where e.bank_id = $1 returning id)
     insert into webhook_attempt (delivery_id, attempted_at, response_code, error, latency_ms)
     select id, now() - n * interval '1 hour', case when n > 1 then 503 end,
       case n when 1 then 'connect ETIMEDOUT' end, 1500 from made, generate_series(1, 3) as n`,
    [bank],
  );
  await query(
    `insert into refused_request (id, bank_id, key_id, request_id, operation, status, code, violations)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'requestDonation', case n % 2 when 0 then 422 else 404 end,
       case n % 2 when 1 then 'SCHOOL_NOT_FOUND' end, case n % 2 when 0 then
         '[{"field":"body.dollar_amount","type":"below_school_minimum"},{"field":"body.fund_designation","type":"missing"}]'::jsonb
         else '[]' end
     from generate_series(1, 60) as n`,
    [bank, keys[0]],
  );
  await query(
    `insert into loyalty_program (bank_id, program_id, name, points_per_dollar)
     values ($1, 'gold', $2, 100), ($1, 'a-program-with-a-long-name-that-goes-on', 'Silver', 66.667)`,
    [bank, LONG_NAME],
  );
  await query(
    "insert into bank_limit (bank_id, max_unpaid_cents, unpaid_cents) values ($1, 25000000, 18240000)",
    [bank],
  );
  await signInToTeam(page, admin, "/bank/keys");
  return { keys, endpoints, event };
}

async function emptyBank(page: Page, path: string, role = "developer") {
  const team = await makeTeamBank(LONG_BANK);
  await signInToTeam(page, await makeMember(team, role), path);
}

const main = (page: Page) => page.getByRole("main");

export const BANK_PAGES: PageCase[] = [
  ...journey(busyBank, [
    { name: "bank-keys", statuses: ["To release"], reach: async () => {} },
    {
      name: "bank-keys-refused",
      statuses: ["To release"],
      reach: async (page) => {
        await page.getByLabel("Allowed networks").fill("203.0.113.0/24\nour-server.example.edu");
        await page.getByRole("button", { name: "Create key" }).click();
        await errorOn(page).waitFor();
      },
    },
    {
      name: "bank-key-created",
      reach: async (page) => {
        await page.getByLabel("Name").fill(LONG_NAME);
        await page.getByLabel("Allowed networks").fill("");
        await page.getByRole("button", { name: "Create key" }).click();
        await main(page).getByText("We can’t show it again").waitFor();
      },
    },
    { name: "bank-key", reach: (page, { keys }) => page.goto(`/bank/keys/${keys[0]}`) },
    {
      name: "bank-key-to-release",
      statuses: ["To release"],
      reach: (page, { keys }) => page.goto(`/bank/keys/${keys[1]}`),
    },
    {
      name: "bank-webhooks",
      statuses: ["Disabled", "Failing"],
      reach: (page) => page.goto("/bank/webhooks"),
    },
    {
      name: "bank-endpoint-failing",
      statuses: ["Failing", "Given up"],
      reach: (page, { endpoints }) => page.goto(`/bank/webhooks/${endpoints[2]}`),
    },
    {
      name: "bank-endpoint-disabled",
      statuses: ["Disabled", "Skipped"],
      reach: (page, { endpoints }) => page.goto(`/bank/webhooks/${endpoints[1]}?status=skipped`),
    },
    {
      name: "bank-event",
      statuses: ["Given up", "Skipped"],
      reach: (page, { event }) => page.goto(`/bank/webhooks/events/${event}`),
    },
    { name: "bank-requests", reach: (page) => page.goto("/bank/requests") },
    { name: "bank-programs", reach: (page) => page.goto("/bank/programs?program=gold") },
    {
      name: "bank-limits-refused",
      reach: async (page) => {
        await page.getByLabel("Most in unpaid gifts, in dollars").fill("1000000");
        await page.getByRole("button", { name: "Save limits" }).click();
        await errorOn(page).waitFor();
      },
    },
    {
      name: "bank-embed",
      statuses: ["Adjusted to #0977c7"],
      reach: (page) => page.goto("/bank/embed?mode=light&primary=%23117aca"),
    },
  ]),
  {
    name: "bank-webhooks-empty",
    isVariant: true,
    open: (page) => emptyBank(page, "/bank/webhooks"),
  },
  {
    name: "bank-requests-empty",
    isVariant: true,
    open: (page) => emptyBank(page, "/bank/requests", "support"),
  },
  {
    name: "bank-programs-viewer",
    isVariant: true,
    open: (page) => emptyBank(page, "/bank/programs", "viewer"),
  },
  {
    name: "bank-webhook-secret-gone",
    isVariant: true,
    open: (page) => emptyBank(page, "/bank/webhooks/secret?note=x"),
  },
];
