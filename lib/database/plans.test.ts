/**
 * A prepared statement's generic plan doesn't know how many rows it gets, so it must never scan a growing table
 * sequentially. (A plan made while tables were small is replaced when they are analyzed again.)
 */
import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { donationBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { acceptAll, acceptAllLimited } from "../donations/accept/sql.ts";
import { donationRequest } from "../donations/contract.ts";
import { findReceiptSources, findRecipients } from "../receipts/sql.ts";
import { beginPushes, settleAll } from "../settlement/sql.ts";
import { insertAttempts, loadDeliveries } from "../webhooks/delivery/sql.ts";
import { insertEvents } from "../webhooks/events/sql.ts";
import { pool } from "./pool.ts";
import type { Connection } from "./run.ts";

/** The tables that grow without bound. */
const TABLES =
  "account, cardholder, preference, credit, daily_gift_total, donation, event, gift_authorization, giving_tally, receipt, webhook_delivery, " +
  "webhook_endpoint, ledger_account, ledger_transfer";

beforeAll(async () => {
  const bank = await makeBank();
  const school = await makeSchool();
  await makeAccount(bank);
  await requestDonation(bank.scope, donationRequest.parse(donationBody(school)));
});

type Sent = { name?: string; text: string };

/** The query that a statement sends. */
async function sentBy(call: (on: Connection) => Promise<unknown>): Promise<Sent> {
  let sent: Sent | undefined;
  const query = async (config: Sent) => {
    sent = config;
    return { fields: [], rows: [] };
  };
  await call({ query } as unknown as Connection);
  return sent as Sent;
}

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Recheck Cond"?: string;
  Plans?: Node[];
};

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];
const GROWING_TABLE = new RegExp(`^(${TABLES.replaceAll(", ", "|")})$`);

const PREPARED: [name: string, call: (on: Connection) => Promise<unknown>][] = [
  ["accept", (on) => acceptAll({ donations: [], runs: null, maxDailyGifts: 1 }, on)],
  ["accept-limited", (on) => acceptAllLimited({ donations: [], runs: null, maxDailyGifts: 1 }, on)],
  ["begin-pushes", (on) => beginPushes({ donations: [] }, on)],
  ["settle", (on) => settleAll({ outcomes: [] }, on)],
  ["record-events", (on) => insertEvents({ events: [] }, on)],
  ["load-deliveries", (on) => loadDeliveries({ deliveryIds: [] }, on)],
  ["log-attempts", (on) => insertAttempts({ attempts: [] }, on)],
  ["receipt-gifts", (on) => findReceiptSources({ wanted: [] }, on)],
  ["receipt-recipients", (on) => findRecipients({ wanted: [] }, on)],
];

/** Adds a thousand rows to each table, all settled, so that the partial indexes on pending rows are empty. */
async function fillTables(client: pg.PoolClient): Promise<void> {
  await client.query(`
    set local session_replication_role = replica;
    create temp table n as select n, gen_random_uuid() as person, gen_random_uuid() as account,
      gen_random_uuid() as donation, gen_random_uuid() as event, now() as at from generate_series(1, 1000) n`);
  const fill = async (table: string, changes: string) => {
    const { rows } = await client.query(`select to_jsonb(t) as row from ${table} t limit 1`);
    const row = `${pg.escapeLiteral(JSON.stringify(rows[0]?.row ?? {}))}::jsonb`;
    await client.query(`insert into ${table} select (jsonb_populate_record(
      null::${table}, ${row} || jsonb_build_object(${changes}))).* from n`);
  };
  await fill(
    "cardholder",
    "'id', person, 'email', n || '@example.test', 'email_key', n || '@example.test'",
  );
  await fill("preference", "'cardholder_id', person, 'updated_at', at");
  await fill("account", "'id', account, 'bank_user_id', n, 'cardholder_id', person");
  await fill(
    "donation",
    `'id', donation, 'bank_transaction_ref', n, 'account_id', account, 'cardholder_id', person,
    'status', 'completed', 'completed_at', at`,
  );
  await fill(
    "credit",
    "'donation_id', donation, 'status', 'credited', 'platform_credit_id', n, 'settled_at', at",
  );
  await fill(
    "giving_tally",
    `'cardholder_id', person, 'account_id', account, 'attributed', true, 'day', at::date, 'school_id', 'a',
    'status', 'completed', 'count', 1, 'cents', 100`,
  );
  await fill(
    "daily_gift_total",
    "'account_id', account, 'day', at::date, 'donated_cents', 1, 'max_cents', 2",
  );
  await fill(
    "gift_authorization",
    `'id', gen_random_uuid(), 'bank_id', gen_random_uuid(), 'account_id', account, 'donation_id', donation,
    'status', 'used', 'school_id', 'a', 'channel', 'portal', 'amount_cents', 1, 'points', 1, 'created_at', at,
    'expires_at', at`,
  );
  await fill(
    "event",
    `'id', event, 'bank_id', gen_random_uuid(), 'donation_id', donation, 'type', 'donation.completed',
    'sequence', 1, 'body', '{}', 'created_at', at`,
  );
  await fill(
    "webhook_endpoint",
    `'id', gen_random_uuid(), 'bank_id', gen_random_uuid(), 'url', 'https://bank.example', 'event_types', '[]'::jsonb,
    'status', 'enabled', 'created_at', at, 'encrypted_secret', '\\\\x00'`,
  );
  await fill(
    "webhook_delivery",
    `'id', gen_random_uuid(), 'event_id', event, 'endpoint_id', gen_random_uuid(), 'status', 'delivered',
    'created_at', at, 'settled_at', at, 'attempt_count', 1, 'generation', 0, 'next_attempt_at', at, 'signed_with_previous', false`,
  );
  await fill(
    "receipt",
    "'donation_id', donation, 'school_id', 'a', 'year', 2026, 'number', n, 'issued_at', at, 'content', '{}'::jsonb",
  );
  await fill(
    "ledger_account",
    "'id', gen_random_uuid(), 'book_id', gen_random_uuid(), 'party', n, 'kind', 'due_from_bank'",
  );
  await fill(
    "ledger_transfer",
    `'id', gen_random_uuid(), 'book_id', gen_random_uuid(), 'debit_id', donation, 'credit_id', event, 'cents', 1,
    'kind', 'gift', 'cause_id', donation, 'occurred_at', at, 'posted_at', at`,
  );
  await client.query(`analyze ${TABLES}`);
}

it("every prepared statement reads growing tables by index", async () => {
  const client = await pool().connect();
  try {
    await client.query("begin");
    await fillTables(client);
    for (const [name, call] of PREPARED) {
      const sent = await sentBy(call);
      expect(sent.name).toBe(name);
      const { rows } = await client.query(`explain (generic_plan, format json) ${sent.text}`);
      const [{ Plan: root }] = rows[0]["QUERY PLAN"] as [{ Plan: Node }];
      const scans = nodesIn(root).filter(
        (node) =>
          / Scan$/.test(node["Node Type"]) && GROWING_TABLE.test(node["Relation Name"] ?? ""),
      );
      expect(scans.length).toBeGreaterThan(0);
      for (const scan of scans) {
        const condition = scan["Index Cond"] ?? scan["Recheck Cond"];
        expect(condition, `${name}: ${JSON.stringify(scan)}`).toBeDefined();
      }
    }
  } finally {
    await client.query("rollback");
    client.release();
  }
});
