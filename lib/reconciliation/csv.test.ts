import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import {
  type Bank,
  donationBody,
  donationRequestOf,
  makeBank,
  makeSchool,
} from "#test/factories.ts";
import { operation } from "#test/operations.ts";
import { toCsv } from "../csv.ts";

const { handler } = operation("getReconciliation");
const DAY = "2026-02-03";
let bank: Bank;
let school: string;

const HEADER =
  "donation_id,bank_transaction_ref,channel,status,school_id,fund_id,fund_designation,dollar_amount," +
  "net_usd,points_redeemed,created_at,completed_at,failed_at,canceled_at,school_confirmation_id,event_ids";

/** Pending donations of the day, one per second from midnight on. */
async function insertDonations(bank: Bank, count: number): Promise<void> {
  await pool().query(
    `insert into donation (id, bank_id, school_id, fund_designation, amount_cents, points_redeemed,
       bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status, created_at,
       estimated_confirmation_at)
     select gen_random_uuid(), $1, $2, 'annual-fund', 2500 + n, n, 'bulk-' || n, '\\x00', 'bank',
       true, false, 'pending', $3::timestamptz + n * interval '1 second', $3
     from generate_series(0, $4 - 1) n`,
    [bank.bankId, school, `${DAY}T00:00:00Z`, count],
  );
}

beforeAll(async () => {
  [bank, school] = [await makeBank(), await makeSchool()];
});

const address = (query: string) =>
  `http://service.test/v1/reports/reconciliation?date=${DAY}${query}`;

function send(bank: Bank, query = "", headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(address(query), {
    headers: { "X-Service-API-Key": bank.key, ...headers },
  });
  return handler(request, { params: Promise.resolve({}) });
}

/** Parses RFC 4180. */
function parse(text: string): string[][] {
  const rows = text.matchAll(/((?:"(?:[^"]|"")*"|[^"\r\n])*)\r\n/g);
  return [...rows].map(([, row = ""]) =>
    [...`${row},`.matchAll(/("(?:[^"]|"")*"|[^",]*),/g)].map(([, value = ""]) =>
      value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value,
    ),
  );
}

describe("a field", () => {
  it.each([
    ["tx-1", "tx-1"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=1+1", "'=1+1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    [" =1", "' =1"],
    ["＝1", "'＝1"],
    ["'=1", "''=1"],
    ["1=1", "1=1"],
    ["Ünïcode 🏈", "Ünïcode 🏈"],
  ])("%j is encoded as %j", (value, encoded) => {
    expect(toCsv([[value]])).toBe(`${encoded}\r\n`);
    const [[parsed]] = parse(`${encoded}\r\n`) as [[string]];
    expect(parsed.replace(/^'/, "")).toBe(value.replace(/^'(?!=)/, ""));
  });
});

describe("the file", () => {
  it.each([
    ["format=csv", "&format=csv", {}],
    ["Accept", "", { Accept: "text/csv" }],
    ["both", "&format=csv", { Accept: "application/json" }],
  ])("is requested by %s", async (_, query, headers) => {
    const response = await send(bank, query, headers as Record<string, string>);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="reconciliation-${DAY}-accepted.csv"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(await response.text()).toBe(`${HEADER}\r\n`);
  });

  it("is overridden by format=json", async () => {
    const response = await send(bank, "&format=json", { Accept: "text/csv" });
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("round-trips hostile references, and has amounts with cents", async () => {
    const mine = await makeBank();
    const references = ["=cmd|' /C calc'!A0", 'a"b,c', "two\r\nlines", "Straße 🏈", "'quoted'"];
    for (const bank_transaction_ref of references) {
      const body = donationBody(school, { bank_transaction_ref, dollar_amount: 7.1 });
      const { donation_id } = await requestDonation(mine.scope, donationRequestOf(body));
      await pool().query("update donation set created_at = $2 where id = $1", [
        donation_id,
        `${DAY}T10:00:00Z`,
      ]);
    }
    const [header, ...rows] = parse(await (await send(mine, "&format=csv")).text());
    expect(header?.join(",")).toBe(HEADER);
    expect(rows.map((row) => row[1]?.replace(/^'/, "")).sort()).toEqual([...references].sort());
    expect(rows.map((row) => row[7])).toEqual(references.map(() => "7.10"));
  });

  it("contains the whole day regardless of limit and cursor, each row once", async () => {
    const mine = await makeBank();
    await insertDonations(mine, 1_234);
    const response = await send(mine, "&format=csv&limit=1");
    const [, ...rows] = parse(await response.text());
    expect(rows).toHaveLength(1_234);
    expect(new Set(rows.map(([id]) => id)).size).toBe(1_234);
    expect(rows[0]?.[1]).toBe("bulk-1233");
  });
});

describe("a day with more than one batch of rows", () => {
  it("is read only as fast as the client reads, without an open transaction", async () => {
    const mine = await makeBank();
    await insertDonations(mine, 1_200);
    const reader = (await send(mine, "&format=csv")).body?.getReader();
    await reader?.read();
    await pool().query(
      "update donation set bank_transaction_ref = 'late' where bank_id = $1 and bank_transaction_ref = 'bulk-0'",
      [mine.bankId],
    );
    const { rows } = await pool().query(
      "select count(*) as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    expect(rows[0].open).toBe(0);
    let rest = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      rest += Buffer.from(value as Uint8Array).toString();
    }
    expect(parse(rest).at(-1)?.[1]).toBe("late");
  });

  it("breaks the connection if a later batch can't be read, so an incomplete file is noticed", async () => {
    const mine = await makeBank();
    await insertDonations(mine, 1_200);
    const reader = (await send(mine, "&format=csv")).body?.getReader();
    await reader?.read();
    await pool().query("alter table credit rename to credit_renamed");
    try {
      await expect(reader?.read()).rejects.toThrow("the rest of this file couldn't be read");
    } finally {
      await pool().query("alter table credit_renamed rename to credit");
    }
  });

  it("gets an ordinary error response if the first batch can't be read", async () => {
    await pool().query("alter table credit rename to credit_renamed");
    try {
      expect((await send(bank, "&format=csv")).status).toBe(500);
    } finally {
      await pool().query("alter table credit_renamed rename to credit");
    }
  });
});
