/**
 * A bank, one of its cardholders, and a school's team who have stored as much as they can: thousands of rows, enough of them with the
 * longest texts that the contracts allow to fill a page.
 */

import { linkAccount } from "#lib/accounts/mutations.ts";
import { closeBatch } from "#lib/batches/mutations.ts";
import { pool } from "#lib/database/pool.ts";
import { configurePlatform } from "#lib/ticketing/config.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import { fillBatch } from "./batches.ts";
import { type Cardholder, linkBody, makeCardholder, system } from "./factories.ts";
import { makeSchoolMember } from "./staff.ts";

/** The year of all donations. */
export const HEAVY_YEAR = 2025;
export const HEAVY_DONATIONS = 5_000;
const FROM = `${HEAVY_YEAR}-03-01T12:00:00Z`;

/** More than any list's page size. */
const WITH_LONGEST = 120;

/** Wide letters without a line break opportunity, as many as fit into a 64 KiB body. */
const LONG_TEXT = "W".repeat(255);
const METADATA = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [`${n}`.padStart(40, "k"), "é".repeat(500)]),
);

const DONATIONS = `
  insert into donation (id, bank_id, account_id, cardholder_id, school_id, fund_designation, amount_cents,
    points_redeemed, bank_transaction_ref, request_hash, channel, notify_cardholder, recurring,
    share_with_school, status, metadata, cardholder_message, sequence, created_at, estimated_confirmation_at,
    completed_at)
  select uuidv7(n * interval '1 second'), $1, $2, (select cardholder_id from account where id = $2), $3,
    case n % 2 when 0 then $4 else repeat(E'a\\n', 127) end, 2500, 2500,
    lpad(n::text, 255, 'r'), '\\x00', 'bank', true, false,
    'address', 'completed',
    case when n > $6 then $7::jsonb end, repeat('é', 500), 1, at, at, at
  from (select n, $8::timestamptz + n * interval '1 second' as at from generate_series(1, $5::int) n)`;

const EVENTS = `
  insert into event (id, bank_id, donation_id, type, sequence, body, created_at)
  select uuidv7(), bank_id, id, 'donation.completed', 1,
    json_build_object('type', 'donation.completed', 'timestamp', created_at,
      'data', json_build_object('donation_id', id, 'metadata', metadata))::text, created_at
  from donation where bank_id = $1 and starts_with(bank_transaction_ref, 'rrr')`;

const CREDITS = `
  insert into credit (donation_id, status, platform_credit_id, attempt_count, settled_at, next_attempt_at)
  select id, 'credited', 'cr_' || id, 1, created_at, created_at from donation
  where bank_id = $1 and starts_with(bank_transaction_ref, 'rrr')`;

const DELIVERIES = `
  insert into webhook_delivery (id, event_id, endpoint_id, status, attempt_count, created_at, settled_at)
  select gen_random_uuid(), id, $2, 'delivered', 1, created_at, created_at from event where bank_id = $1`;

/** The school's lines for the same donations. */
const LINES = `
  insert into gift_batch_line (donation_id, batch_id, amount_cents, donor_number, gift)
  select d.id, line.batch_id, line.amount_cents, line.donor_number, line.gift
  from gift_batch_line as line
  join donation d on d.bank_id = $2 and starts_with(d.bank_transaction_ref, 'rrr')
  where line.donation_id = $1`;

/** A closed batch of the school with the bank's donations. @returns its ID */
async function batchDonations({ bank, accountId }: Cardholder, schoolId: string): Promise<string> {
  await configurePlatform(system, schoolId, "batch", { houseAccountId: "house" });
  const largest = { service_user_id: accountId, cardholder_message: "é".repeat(500) };
  const { ids, batchId } = await fillBatch({ schoolId, bank }, 1, largest);
  await closeBatch({ ...system, schoolId, tenant: `school:${schoolId}` }, batchId);
  // They are completed, so the batch wouldn't keep them when it closes.
  await pool().query(LINES, [ids[0], bank.bankId]);
  return batchId;
}

/** Links customers with the largest bodies allowed. */
async function linkAccounts({ bank }: Cardholder): Promise<void> {
  for (let n = 0; n < WITH_LONGEST; n++) {
    const longest = { display_name: LONG_TEXT, preferred_fund: LONG_TEXT, metadata: METADATA };
    await linkAccount(bank.scope, { ...linkBody(), ...longest });
  }
}

/**
 * Inserts a bank's donations of HEAVY_YEAR, each with its credit and event.
 * @param client of any database
 */
export async function fillDonations(
  client: { query(sql: string, values: unknown[]): Promise<unknown> },
  { bankId, accountId, school }: { bankId: string; accountId: string; school: string },
): Promise<void> {
  const longest = HEAVY_DONATIONS - WITH_LONGEST;
  const values = [bankId, accountId, school, LONG_TEXT, HEAVY_DONATIONS, longest];
  await client.query(DONATIONS, [...values, JSON.stringify(METADATA), FROM]);
  await client.query(CREDITS, [bankId]);
  await client.query(EVENTS, [bankId]);
}

/** Creates them. @returns the cardholder, who made all of the bank's donations, an admin of the school, and the IDs */
export async function makeHeavyTenant() {
  const person = await makeCardholder();
  const { bank, accountId } = person;
  const member = await makeSchoolMember();
  const { schoolId: school } = member.scope;
  await fillDonations(pool(), { bankId: bank.bankId, accountId, school });
  const batchId = await batchDonations(person, school);
  const hook = { url: "https://heavy.example/hook", description: "W".repeat(255) };
  const { endpoint_id: endpointId } = await addEndpoint(bank.scope, hook);
  await pool().query(DELIVERIES, [bank.bankId, endpointId]);
  await linkAccounts(person);
  const { rows } = await pool().query(
    `select donation_id as "donationId", id as "eventId" from event
     where bank_id = $1 and octet_length(body) > 20000 limit 1`,
    [bank.bankId],
  );
  return {
    person,
    member,
    batchId,
    endpointId,
    ...(rows[0] as { donationId: string; eventId: string }),
  };
}

export type HeavyTenant = Awaited<ReturnType<typeof makeHeavyTenant>>;
