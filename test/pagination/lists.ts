/** The API's lists, each with a way to add and remove rows. */
import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { pool } from "#lib/database/pool.ts";
import { addEndpoint } from "#lib/webhooks/endpoints/mutations.ts";
import type { CallOptions } from "../api.ts";
import { type Bank, makeBank, makeCardholder, makeSchool } from "../factories.ts";
import { makeSchoolMember } from "../staff.ts";

/** The creation time of every row. */
const AT = "2026-01-01T12:00:00.000Z";

export type ListUnderTest = {
  id: string;
  /** The owner of the list. */
  by: Pick<CallOptions, "key" | "token">;
  /** The field that identifies an item. */
  idField: string;
  params?: Record<string, string>;
  /** The list's filters, and others that make it a different list; undefined if it has none. */
  query: Record<string, string>;
  otherQuery?: Record<string, string>;
  /** Adds rows with the same creation time. @returns their ids */
  add(count: number): Promise<string[]>;
  remove(ids: string[]): Promise<void>;
  /** Makes rows as large as a bank can make them, if a page of them could be too large. */
  enlarge?(ids: string[]): Promise<void>;
};

/** The maximum size, with characters that take six bytes each in JSON. */
const LARGEST_METADATA = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 16 }, (_, n) => [`key-${n}`.padEnd(12), "\x01".repeat(500)]),
  ),
);

/** A statement that sets the metadata of rows. */
const metadataOf = (table: string) => (rows: string[]) =>
  insert(`update ${table} set metadata = $2 where id = any($1::uuid[])`, [rows, LARGEST_METADATA]);

const ids = (count: number) => Array.from({ length: count }, () => uuidv7());

/** Random ids, so that new rows appear anywhere in the list and not only at its start. */
const scatteredIds = (count: number) => Array.from({ length: count }, () => randomUUID());

async function insert(statement: string, values: unknown[]): Promise<void> {
  await pool().query(statement, values);
}

const removeFrom = (table: string) => (rows: string[]) =>
  insert(`delete from ${table} where id = any($1::uuid[])`, [rows]);

function accounts(bank: Bank): ListUnderTest {
  return {
    id: "listAccounts",
    by: { key: bank.key },
    idField: "service_user_id",
    query: {},
    otherQuery: { status: "unlinked" },
    add: async (count) => {
      const [made, people] = [scatteredIds(count), ids(count)];
      await insert(
        `with people as (
           insert into cardholder (id, email, email_key)
           select id, id || '@example.com', id || '@example.com' from unnest($2::uuid[]) id)
         insert into account (id, bank_id, bank_user_id, cardholder_id, email, display_name,
           loyalty_program_id, status, linked_at, last_active_at)
         select id, $3, id, person, 'pat@example.com', 'Pat', 'gold', 'active', $4, $4
         from unnest($1::uuid[], $2::uuid[]) as pair (id, person)`,
        [made, people, bank.bankId, AT],
      );
      return made;
    },
    remove: removeFrom("account"),
    enlarge: metadataOf("account"),
  };
}

/** @param accountId the donations' account, or null */
async function addDonations(bank: Bank, accountId: string | null, school: string, count: number) {
  const made = scatteredIds(count);
  await insert(
    `insert into donation (id, bank_id, account_id, cardholder_id, school_id, fund_designation, amount_cents,
       points_redeemed, bank_transaction_ref, request_hash, channel, notify_cardholder,
       recurring, status, created_at, estimated_confirmation_at)
     select id, $2, $3, (select cardholder_id from account where id = $3), $4, 'annual-fund', 2500, 0, id, '\\x00', 'bank', true, false, 'pending',
       $5, $5
     from unnest($1::uuid[]) id`,
    [made, bank.bankId, accountId, school, AT],
  );
  return made;
}

async function donations(bank: Bank): Promise<ListUnderTest> {
  const school = await makeSchool();
  return {
    id: "listDonations",
    by: { key: bank.key },
    idField: "donation_id",
    query: { school_id: school },
    otherQuery: {},
    add: (count) => addDonations(bank, null, school, count),
    remove: removeFrom("donation"),
    enlarge: metadataOf("donation"),
  };
}

/** The day of `AT` in one time basis; the other basis is a separate list. */
async function reconciliation(basis: "accepted" | "settled"): Promise<ListUnderTest> {
  // Its own bank: the day contains all of a bank's donations.
  const [bank, school] = [await makeBank(), await makeSchool()];
  const date = AT.slice(0, 10);
  return {
    id: "getReconciliation",
    by: { key: bank.key },
    idField: "donation_id",
    query: { date, basis },
    otherQuery: { date, basis: basis === "accepted" ? "settled" : "accepted" },
    add: async (count) => {
      const made = await addDonations(bank, null, school, count);
      await insert(
        "update donation set status = 'completed', completed_at = $2 where id = any($1::uuid[])",
        [made, AT],
      );
      return made;
    },
    remove: removeFrom("donation"),
  };
}

async function cardholderDonations(): Promise<ListUnderTest> {
  const [{ bank, token, accountId }, school] = [await makeCardholder(), await makeSchool()];
  return {
    id: "listPortalDonations",
    by: { token },
    idField: "donation_id",
    query: { status: "pending" },
    otherQuery: {},
    add: (count) => addDonations(bank, accountId, school, count),
    remove: removeFrom("donation"),
  };
}

async function schoolGifts(bank: Bank): Promise<ListUnderTest> {
  const { token, scope } = await makeSchoolMember();
  return {
    id: "listSchoolGifts",
    by: { token },
    idField: "donation_id",
    query: { fund_id: "annual-fund" },
    otherQuery: {},
    add: async (count) => {
      const made = await addDonations(bank, null, scope.schoolId, count);
      await insert("update donation set fund_id = 'annual-fund' where id = any($1::uuid[])", [
        made,
      ]);
      return made;
    },
    remove: removeFrom("donation"),
  };
}

async function schoolBatches(): Promise<ListUnderTest> {
  const { token, scope } = await makeSchoolMember();
  let added = 0;
  return {
    id: "listSchoolBatches",
    by: { token },
    idField: "batch_id",
    query: {},
    add: async (count) => {
      const made = scatteredIds(count);
      await insert(
        `insert into gift_batch (id, school_id, number, opened_at, closed_at, gift_count, amount_cents, settings)
         select id, $2, $4 + row_number() over (), $3, $3, 0, 0, '{}' from unnest($1::uuid[]) id`,
        [made, scope.schoolId, AT, added],
      );
      added += count;
      return made;
    },
    remove: removeFrom("gift_batch"),
  };
}

function events(bank: Bank): ListUnderTest {
  return {
    id: "listEvents",
    by: { key: bank.key },
    idField: "event_id",
    query: { type: "webhook.test" },
    otherQuery: {},
    add: (count) => addEvents(bank, count),
    remove: removeFrom("event"),
    enlarge: (rows) =>
      insert(
        `update event set body = json_build_object('data', json_build_object('metadata', $2::json))
         where id = any($1::uuid[])`,
        [rows, LARGEST_METADATA],
      ),
  };
}

async function addEvents(bank: Bank, count: number): Promise<string[]> {
  const made = scatteredIds(count);
  await insert(
    `insert into event (id, bank_id, type, sequence, body, created_at)
     select id, $2, 'webhook.test', 0, '{"data":{}}', $3 from unnest($1::uuid[]) id`,
    [made, bank.bankId, AT],
  );
  return made;
}

async function deliveries(bank: Bank): Promise<ListUnderTest> {
  const { endpoint_id } = await addEndpoint(bank.scope, { url: "https://bank.example/hooks" });
  return {
    id: "listWebhookDeliveries",
    by: { key: bank.key },
    idField: "delivery_id",
    params: { endpoint_id },
    query: { status: "delivered" },
    otherQuery: {},
    add: async (count) => {
      const made = scatteredIds(count);
      await insert(
        `insert into webhook_delivery (id, event_id, endpoint_id, status, created_at, settled_at)
         select id, event, $3, 'delivered', $4, $4
         from unnest($1::uuid[], $2::uuid[]) as pair (id, event)`,
        [made, await addEvents(bank, count), endpoint_id, AT],
      );
      return made;
    },
    remove: removeFrom("webhook_delivery"),
    enlarge: (rows) =>
      insert(
        `insert into webhook_attempt (delivery_id, attempted_at, response_code, response_body, latency_ms)
         select id, $2, 500, repeat(chr(34), 1024), 1 from unnest($1::uuid[]) id, generate_series(1, 20)`,
        [rows, AT],
      ),
  };
}

/** Schools are shared and sorted by name, so these have the same name and a separate conference. */
function schools(id: string, by: ListUnderTest["by"]): ListUnderTest {
  const conference = randomUUID();
  return {
    id,
    by,
    idField: "school_id",
    query: { conference },
    otherQuery: { conference: "another" },
    add: async (count) => {
      const made = scatteredIds(count);
      await insert(
        `insert into school (id, name, university, nickname, city, state, conference,
           foundation_name, time_zone, colors, motif, minimum_donation_cents, sort_key, search_text)
         select id, 'Same', 'Same', '', '', 'OH', $2, '', 'UTC', '{#000000}', 'arcs', 500, 'same', 'same'
         from unnest($1::text[]) id`,
        [made, conference],
      );
      return made;
    },
    remove: (rows) => insert("delete from school where id = any($1::text[])", [rows]),
  };
}

/** Statements that end at the same time. */
async function addStatements(bankId: string, count: number): Promise<string[]> {
  const made = scatteredIds(count);
  await insert(
    `insert into statement (id, bank_id, number, from_at, to_at, time_zone, due_on, closed_at, opening_cents, total_cents,
       payments_cents, returns_cents, refunds_cents, write_offs_cents, closing_cents, digest)
     select id, $2, last + n, $3::timestamptz - (last + n) * interval '1 hour', $3, 'UTC', '2026-02-01', $3,
       0, 0, 0, 0, 0, 0, 0, decode(repeat('00', 32), 'hex')
     from unnest($1::uuid[]) with ordinality as given (id, n),
       (select coalesce(max(number), 0) as last from statement where bank_id = $2) s`,
    [made, bankId, AT],
  );
  return made;
}

function statements(bank: Bank): ListUnderTest {
  return {
    id: "listStatements",
    by: { key: bank.key },
    idField: "statement_id",
    query: {},
    add: (count) => addStatements(bank.bankId, count),
    remove: removeFrom("statement"),
  };
}

async function remittances(bank: Bank): Promise<ListUnderTest> {
  const { token, scope } = await makeSchoolMember();
  return {
    id: "listRemittances",
    by: { token },
    idField: "statement_id",
    query: {},
    add: async (count) => {
      const made = await addStatements(bank.bankId, count);
      await insert(
        `insert into statement_section (statement_id, school_id, bank_id, number, line_count, opening_cents, total_cents,
           payments_cents, returns_cents, refunds_cents, write_offs_cents, closing_cents, digest, net_cents, covered_cents)
         select s.id, $2, bank_id, number, 0, 0, 0, 0, 0, 0, 0, 0, digest, 0, 0 from statement s
         where s.id = any($1::uuid[])`,
        [made, scope.schoolId],
      );
      return made;
    },
    remove: async (rows) => {
      await insert("delete from statement_section where statement_id = any($1::uuid[])", [rows]);
      await removeFrom("statement")(rows);
    },
  };
}

/** Every list that can be long, with rows of this bank or of another bank's cardholder. */
export async function listsOf(bank: Bank): Promise<ListUnderTest[]> {
  return [
    accounts(bank),
    await donations(bank),
    events(bank),
    await deliveries(bank),
    schools("listSchools", { key: bank.key }),
    await reconciliation("accepted"),
    await reconciliation("settled"),
    await cardholderDonations(),
    await schoolGifts(bank),
    await schoolBatches(),
    statements(await makeBank()),
    await remittances(await makeBank()),
    schools("listPortalSchools", { token: (await makeCardholder()).token }),
  ];
}
