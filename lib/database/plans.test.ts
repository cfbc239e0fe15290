/**
 * A prepared statement may keep a plan that was made while its tables were small. Nothing that grows may be read from
 * end to end by it.
 */
import { beforeAll, expect, it } from "vitest";
import { donationBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { requestDonation } from "../donations/accept/mutations.ts";
import { acceptAll } from "../donations/accept/sql.ts";
import { donationRequest } from "../donations/contract.ts";
import { pool } from "./pool.ts";
import type { Connection } from "./run.ts";

beforeAll(async () => {
  const bank = await makeBank();
  const school = await makeSchool();
  await makeAccount(bank);
  await requestDonation(bank.scope, donationRequest.parse(donationBody(school)));
  await pool().query("analyze account, bank, credit, donation, event, webhook_delivery");
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
  Plans?: Node[];
};

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];
const GROWS = /^(account|cardholder|credit|donation|event|webhook_delivery)$/;

it("accept looks up what grows by key", async () => {
  const sent = await sentBy((on) => acceptAll({ donations: [] }, on));
  expect(sent.name).toBe("accept");
  const { rows } = await pool().query(`explain (generic_plan, format json) ${sent.text}`);
  const [{ Plan: root }] = rows[0]["QUERY PLAN"] as [{ Plan: Node }];
  const scans = nodesIn(root).filter(
    (node) => / Scan$/.test(node["Node Type"]) && GROWS.test(node["Relation Name"] ?? ""),
  );
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) expect(scan, JSON.stringify(scan)).toHaveProperty("Index Cond");
});
