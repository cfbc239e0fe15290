/**
 * A prepared statement keeps the plan that it got first, whatever its tables had in them then. Nothing that grows may
 * be read from end to end by it.
 */
import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { donationBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { acceptAll, acceptAllLimited } from "../donations/accept/sql.ts";
import { donationRequest } from "../donations/contract.ts";
import { findGifts, findRecipients } from "../receipts/sql.ts";
import { beginAll, settleAll } from "../settlement/sql.ts";
import { insertAttempts, loadDeliveries } from "../webhooks/delivery/sql.ts";
import { insertEvents } from "../webhooks/events/sql.ts";
import { pool } from "./pool.ts";
import type { Connection } from "./run.ts";

/** The tables that grow without bound. */
const TABLES =
  "account, cardholder, preference, credit, daily_gift_total, donation, event, gift_authorization, giving_tally, receipt, webhook_delivery, " +
  "webhook_endpoint";

beforeAll(async () => {
  const bank = await makeBank();
  const school = await makeSchool();
  await makeAccount(bank);
  await requestDonation(bank.scope, donationRequest.parse(donationBody(school)));
  await pool().query(`analyze bank, ${TABLES}`);
});

type Sent = { name?: string; text: string };

/** What a statement sends. */
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
const GROWS = new RegExp(`^(${TABLES.replaceAll(", ", "|")})$`);

const PREPARED: [name: string, call: (on: Connection) => Promise<unknown>][] = [
  ["accept", (on) => acceptAll({ donations: [], maxDailyGifts: 1 }, on)],
  ["accept-limited", (on) => acceptAllLimited({ donations: [], maxDailyGifts: 1 }, on)],
  ["begin-pushes", (on) => beginAll({ donations: [] }, on)],
  ["settle", (on) => settleAll({ outcomes: [] }, on)],
  ["record-events", (on) => insertEvents({ events: [] }, on)],
  ["load-deliveries", (on) => loadDeliveries({ deliveryIds: [] }, on)],
  ["log-attempts", (on) => insertAttempts({ attempts: [] }, on)],
  ["receipt-gifts", (on) => findGifts({ wanted: [] }, on)],
  ["receipt-recipients", (on) => findRecipients({ wanted: [] }, on)],
];

const asTheyAre = async () => {};

/** Leaves the partial indexes of what is pending empty. */
async function withManySettled(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query("select to_jsonb(d) as row from donation d limit 1");
  const donation = `${pg.escapeLiteral(JSON.stringify(rows[0].row))}::jsonb`;
  await client.query(`
    set local session_replication_role = replica;
    delete from webhook_delivery; delete from credit; delete from donation;
    insert into donation select (jsonb_populate_record(null::donation, ${donation} || jsonb_build_object(
      'id', gen_random_uuid(), 'bank_transaction_ref', n, 'status', 'completed', 'completed_at', now()))).*
      from generate_series(1, 3000) n;
    insert into credit (donation_id, status, platform_credit_id, settled_at)
      select id, 'credited', id::text, now() from donation;
    insert into webhook_delivery (id, event_id, endpoint_id, status, created_at, settled_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'delivered', now(), now() from donation;
    analyze donation, credit, webhook_delivery`);
}

it.each([
  ["few rows", asTheyAre],
  ["many settled rows", withManySettled],
])("planned with %s, each looks up what grows by key", async (_, fill) => {
  const client = await pool().connect();
  try {
    await client.query("begin");
    await fill(client);
    for (const [name, call] of PREPARED) {
      const sent = await sentBy(call);
      expect(sent.name).toBe(name);
      const { rows } = await client.query(`explain (generic_plan, format json) ${sent.text}`);
      const [{ Plan: root }] = rows[0]["QUERY PLAN"] as [{ Plan: Node }];
      const scans = nodesIn(root).filter(
        (node) => / Scan$/.test(node["Node Type"]) && GROWS.test(node["Relation Name"] ?? ""),
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
