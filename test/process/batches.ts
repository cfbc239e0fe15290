/** A foundation that imports files: from the bank's requests to the receipts, through a kill while it confirms. */
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { submitDonation } from "#client/index.ts";
import { startReceiver } from "../receiver.ts";
import { eventually } from "./application.ts";
import { app } from "./killed-service.ts";
import { insertServiceKey } from "./service-key.ts";

const SCHOOL = "michigan";
const GIFTS = 1_000;
/** Decided in one transaction. */
const CHUNK = 500;

type Row = Record<string, string>;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let database: pg.Client;
let token: string;
/** The donor whose receipt is emailed. */
let withDonor: string;

const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await database.query<R>(text, values)).rows;

async function connect(): Promise<void> {
  database = new pg.Client({ connectionString: app.sharedSettings().DATABASE_URL });
  await database.connect();
}

/** Requests as the foundation's program. */
const request = (path: string, init: RequestInit = {}) =>
  fetch(`${app.base}/v1/school${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...init.headers },
  });

const upload = (csv: string) =>
  request("/confirmations", { method: "POST", headers: { "Content-Type": "text/csv" }, body: csv });

async function decidedCount(): Promise<number> {
  const [row] = await query<{ count: number }>(
    "select count(*)::int as count from gift_batch_line where decided_at is not null",
  );
  return row?.count ?? 0;
}

beforeAll(async () => {
  receiver = await startReceiver();
  const configure = ["--school", SCHOOL, "--adapter", "batch", "--house-account", "anonymous"];
  await app.admin("school", "configure", ...configure);
  const { bank_id: id } = await app.admin("bank", "create", "--name", "Batch Test Bank");
  const { api_key: key } = await app.admin("key", "issue", "--bank", id);
  receiver.settings.secret = (
    await app.admin("webhook", "add", "--bank", id, "--url", receiver.url)
  ).secret;
  const client = app.bankClient(key);
  token = await insertServiceKey(app, SCHOOL);
  await connect();
  const linked = await client.POST("/v1/accounts/link", {
    body: {
      bank_user_id: "u-batch",
      display_name: "Pat",
      email: "pat.batch@example.com",
      loyalty_program_id: "gold",
    },
  });
  const { service_user_id } = linked.data;
  const give = (n: number) =>
    submitDonation(
      client,
      {
        bank_transaction_ref: `batch-${n}`,
        dollar_amount: (2_500 + n) / 100,
        points_redeemed: 2500 + n,
        school_id: SCHOOL,
        fund_designation: "annual-fund",
        ...(n === 0 && { service_user_id }),
      },
      { attempts: 20 },
    );
  const given = [];
  for (let start = 0; start < GIFTS; start += 100) {
    given.push(...(await Promise.all(Array.from({ length: 100 }, (_, n) => give(start + n)))));
  }
  withDonor = given[0]?.donation_id as string;
}, 300_000);

afterAll(async () => {
  receiver.close();
  await database.end();
});

it("downloads a batch, and confirms it from a file that is uploaded again after a kill: nothing twice, nothing lost", async () => {
  const inBatch = () =>
    query<{ id: string }>("select donation_id as id from gift_batch_line order by 1");
  await eventually(
    async () => (await inBatch()).length === GIFTS || undefined,
    "all are in the batch",
  );
  const { data: batches } = await (await request("/batches")).json();
  const [{ batch_id: batch }] = batches;
  await request(`/batches/${batch}/close`, { method: "POST" });
  const download = async () => (await request(`/batches/${batch}?format=csv`)).text();
  const file = await download();
  const rows = parse(file, { bom: true, columns: true }) as Row[];
  expect(rows).toHaveLength(GIFTS);
  const filled = rows.map((row, n) => ({ ...row, confirmation_number: `OSU-26-${n}` }));
  const csv = stringify(filled, { header: true });

  // Killed while its second transaction waits for a lock.
  const last = (await inBatch()).at(-1)?.id;
  await database.query("begin");
  await query("select from gift_batch_line where donation_id = $1 for update", [last]);
  const killed = upload(csv).catch(() => "no response");
  await eventually(async () => (await decidedCount()) === CHUNK || undefined, "half is decided");
  await app.kill();
  expect(await killed).toBe("no response");
  await database.end();
  await app.start();
  await connect();
  expect(await decidedCount()).toBe(CHUNK);

  const again = (await (await upload(csv)).json()).data;
  expect(again).toMatchObject({ confirmed: GIFTS - CHUNK, already_decided: CHUNK });
  const twice = (await (await upload(csv)).json()).data;
  expect(twice).toMatchObject({ confirmed: 0, already_decided: GIFTS });
  expect(await download()).toBe(file);

  const numbers = new Map(filled.map((row: Row) => [row.donation_id, row.confirmation_number]));
  const told = () => receiver.received.flatMap(({ payload }) => (payload ? [payload.data] : []));
  await eventually(async () => told().length >= GIFTS || undefined, "the bank hears about all");
  const settled = new Map(told().map((data) => [data.donation_id, data]));
  expect(settled.size).toBe(GIFTS);
  for (const [id, number] of numbers) {
    expect(settled.get(id)).toMatchObject({ status: "completed", school_confirmation_id: number });
  }
  const [counted] = await query(
    `select count(distinct platform_credit_id)::int as credits, count(*)::int as gifts
     from credit join gift_batch_line using (donation_id) where status = 'credited'`,
  );
  expect(counted).toEqual({ credits: GIFTS, gifts: GIFTS });

  const emails = () =>
    query<{ text: string }>(
      "select text from email where text like '%/donations/' || $1 || '%' and text like '%Receipt number%'",
      [withDonor],
    );
  const [email, ...others] = await eventually(async () => {
    const found = await emails();
    return found.length > 0 ? found : undefined;
  }, "the receipt is emailed");
  expect(email?.text).toContain(numbers.get(withDonor));
  expect(others).toEqual([]);
}, 300_000);
