/** The files, to the byte: a closed batch is downloaded again until retention removes it, by later releases, too. */
import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import type { GiftRecord } from "#lib/batches/contract.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { type BatchSchool, fillBatch, makeBatchSchool } from "#test/batches.ts";
import { giftRecord, system } from "#test/factories.ts";
import type { FileFormat } from "../contract.ts";
import { batchFile } from "../files.ts";
import { changeSettings, closeBatch } from "../mutations.ts";
import { namesOf } from "./names.ts";
import { NPSP_COLUMNS } from "./npsp.ts";

const BOM = "\ufeff";
const HOSTILE = '=cmd|"/c calc"!A1';

/** What the lines of the batch record, in place of what a test can't foresee. */
const RECORDS: GiftRecord[] = [
  giftRecord,
  {
    ...giftRecord,
    number: "G-0000000000000",
    donor: { number: "C-2222222222222", name: HOSTILE, email: "+sam@example.com" },
    bank: { number: "C-1111111111111", name: "@Harbor, Inc." },
    fund: { id: null, name: "-1+1 Bjørn’s “Fund”\r\n=2" },
    reference: "\tref",
    message: "'quoted",
  },
  { ...giftRecord, number: "G-1111111111111", donor: null },
];

async function textOf(school: BatchSchool, batchId: string, format: FileFormat): Promise<string> {
  const { body } = await batchFile(school.scope, batchId, format);
  return Buffer.from(await new Response(body).arrayBuffer()).toString("utf8");
}

let [school, batchId] = [] as unknown as [BatchSchool, string];
let ids: string[] = [];

async function closedBatch(settings: Parameters<typeof changeSettings>[2]) {
  school = await makeBatchSchool();
  ({ ids, batchId } = await fillBatch(school, RECORDS.length, { dollar_amount: 1234.5 }));
  for (const [n, gift] of RECORDS.entries()) {
    const data = { gift, donorNumber: gift.donor?.number ?? null };
    await db().giftBatchLine.update({ where: { donationId: ids[n] as string }, data });
  }
  const [first = ""] = ids;
  await db().donation.update({ where: { id: first }, data: { fundGoodFaithValueCents: 4_000n } });
  await changeSettings(system, school.schoolId, settings);
  await closeBatch(school.scope, batchId);
}

describe("the files of a batch", () => {
  beforeAll(() =>
    closedBatch({
      appeal: "=POINTS",
      fundCodes: { "annual-fund": "AF-01" },
      paymentMethod: "Points",
      headers: { FundID: "Fund", ConsID: "Constituent ID" },
      importBatch: "a0B000000000001",
    }),
  );

  it("our own has everything, and nothing that a spreadsheet runs", async () => {
    const [first, second, third] = ids;
    expect(await textOf(school, batchId, "csv")).toBe(
      [
        `${BOM}gift_number,donation_id,batch,line,gift_date,date_given,amount,reverses,donor_number,donor_name,donor_email,donor_address,bank_number,bank_name,hard_credit,soft_credit,fund_id,fund_name,fund_code,benefit_value,appeal,payment_method,bank_reference,message,confirmation_number,refusal_reason`,
        `G-Q43KRF0HBRQBN,${first},1,1,,2026-11-21,1234.50,,C-0000000000000,Pat Sample,pat@example.com,,C-1111111111111,Harbor,C-0000000000000,C-1111111111111,annual-fund,Annual Fund,AF-01,40.00,'=POINTS,Points,tx-1,,,`,
        `G-0000000000000,${second},1,2,,2026-11-21,1234.50,,C-2222222222222,"'=cmd|""/c calc""!A1",'+sam@example.com,,C-1111111111111,"'@Harbor, Inc.",C-2222222222222,C-1111111111111,,"'-1+1 Bjørn’s “Fund”\r\n=2","'-1+1 Bjørn’s “Fund”\r\n=2",,'=POINTS,Points,'\tref,''quoted,,`,
        `G-1111111111111,${third},1,3,,2026-11-21,1234.50,,,,,,C-1111111111111,Harbor,C-1111111111111,,annual-fund,Annual Fund,AF-01,,'=POINTS,Points,tx-1,,,`,
        "",
      ].join("\r\n"),
    );
  });

  it("for Raiser's Edge, gifts and their constituents, each once, joined by their import ID", async () => {
    expect(await textOf(school, batchId, "raisers_edge")).toBe(
      [
        `${BOM}ImportID,GFTAmt,GFDate,Fund,GFType,GiftID,GFImpID,GFAppeal,GFPayMeth,GFAnon,GFRef,GFPostStatus,GFReceiptStatus,SoftCredRecip,SoftCredAmt,GFAttrCat,GFAttrDesc`,
        "C-0000000000000,1234.50,11/21/2026,AF-01,Cash,G-Q43KRF0HBRQBN,G-Q43KRF0HBRQBN,POINTS,Points,No,,Not Posted,Not Receipted,C-1111111111111,1234.50,Benefit value,40.00",
        "C-2222222222222,1234.50,11/21/2026,1+1 Bjørn’s “Fund” =2,Cash,G-0000000000000,G-0000000000000,POINTS,Points,No,quoted,Not Posted,Not Receipted,C-1111111111111,1234.50,,",
        "C-1111111111111,1234.50,11/21/2026,AF-01,Cash,G-1111111111111,G-1111111111111,POINTS,Points,No,,Not Posted,Not Receipted,,,,",
        "",
      ].join("\r\n"),
    );
    expect(await textOf(school, batchId, "raisers_edge_constituents")).toBe(
      [
        `${BOM}ImportID,Constituent ID,KeyInd,FirstName,LastName,AddrLines,AddrCity,AddrState,AddrZIP,PhoneNum,PhoneType`,
        "C-1111111111111,C-1111111111111,O,,Harbor,,,,,,",
        "C-0000000000000,C-0000000000000,I,Pat,Sample,,,,,pat@example.com,Email",
        `C-2222222222222,C-2222222222222,I,"cmd|""/c","calc""!A1",,,,,sam@example.com,Email`,
        "",
      ].join("\r\n"),
    );
  });

  it("for Salesforce, without a byte order mark, and with no fund that isn't its ID", async () => {
    expect(await textOf(school, batchId, "npsp")).toBe(
      [
        Object.keys(NPSP_COLUMNS).join(","),
        "Pat,Sample,pat@example.com,C-0000000000000,,,,,,,Contact1,1234.50,,G-Q43KRF0HBRQBN Annual Fund,Closed Won,Donation,Soft credit: C-1111111111111 Harbor,Points,True,G-Q43KRF0HBRQBN,,,,a0B000000000001",
        `"cmd|""/c","calc""!A1",sam@example.com,C-2222222222222,,,,,,,Contact1,1234.50,,G-0000000000000 -1+1 Bjørn’s “Fund” =2,Closed Won,Donation,"quoted | Soft credit: C-1111111111111 @Harbor, Inc.",Points,True,G-0000000000000,,,,a0B000000000001`,
        ",,,,,,,,Harbor,C-1111111111111,Account1,1234.50,,G-1111111111111 Annual Fund,Closed Won,Donation,,Points,True,G-1111111111111,,,,a0B000000000001",
        "",
      ].join("\r\n"),
    );
  });

  it("have no cell that runs, wherever a name is split", () => {
    const name = 'Pat =HYPERLINK("https://evil.example")';
    const party = { kind: "person", number: "C-1", name, email: "", postalAddress: null } as const;
    expect(namesOf(party)).toEqual({
      first: "Pat",
      last: 'HYPERLINK("https://evil.example")',
    });
  });

  it("are the same bytes whatever the school's settings and the gifts become", async () => {
    const formats = ["csv", "raisers_edge", "raisers_edge_constituents", "npsp"] as const;
    const all = () => Promise.all(formats.map((format) => textOf(school, batchId, format)));
    const before = await all();
    const later = {
      appeal: "LATER",
      donorOfRecord: "bank",
      fundCodes: { "annual-fund": "LATER" },
    } as const;
    await changeSettings(system, school.schoolId, later);
    await db().fund.updateMany({ where: { schoolId: school.schoolId }, data: { name: "Renamed" } });
    await db().bank.update({ where: { id: school.bank.bankId }, data: { name: "Renamed" } });
    expect(await all()).toEqual(before);
  });
});

it("credit the bank, and the donor softly, where the school books it so", async () => {
  await closedBatch({ donorOfRecord: "bank" });
  const rows = parse(await textOf(school, batchId, "raisers_edge"), { bom: true, columns: true });
  expect(rows).toMatchObject([
    {
      ImportID: "C-1111111111111",
      SoftCredRecip: "C-0000000000000",
      SoftCredAmt: "1234.50",
      FundID: "Annual Fund",
    },
    { ImportID: "C-1111111111111", SoftCredRecip: "C-2222222222222" },
    { ImportID: "C-1111111111111", SoftCredRecip: "", SoftCredAmt: "" },
  ]);
  const text = await textOf(school, batchId, "raisers_edge_constituents");
  const constituents = parse(text, { bom: true, columns: true }) as { ImportID: string }[];
  expect(constituents.map(({ ImportID }) => ImportID)).toEqual([
    "C-1111111111111",
    "C-0000000000000",
    "C-2222222222222",
  ]);
  expect(parse(await textOf(school, batchId, "npsp"), { columns: true })).toMatchObject([
    {
      Donation_Donor__c: "Account1",
      Account1_Name__c: "Harbor",
      Contact1_Lastname__c: "Sample",
      Opportunity_Contact_Role_1_Role__c: "Soft Credit",
      Donation_Description__c: "",
    },
    { Donation_Donor__c: "Account1", Opportunity_Contact_Role_1_Role__c: "Soft Credit" },
    { Contact1_Lastname__c: "", Opportunity_Contact_Role_1_Role__c: "" },
  ]);
});

it("name a fund by its Salesforce ID, or as the school's own column finds it", async () => {
  const gaus = async (settings: Parameters<typeof changeSettings>[2], column: string) => {
    await closedBatch(settings);
    const text = await textOf(school, batchId, "npsp");
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    return rows.map((row) => [row[column], row.GAU_Allocation_1_Amount__c]);
  };
  const id = "a0XHs000001AbCdMAK";
  expect(await gaus({ fundCodes: { "annual-fund": id } }, "GAU_Allocation_1_GAU__c")).toEqual([
    [id, "1234.50"],
    ["", ""],
    [id, "1234.50"],
  ]);
  const headers = { GAU_Allocation_1_GAU__c: "GAU Name" };
  expect(await gaus({ fundCodes: { "annual-fund": "AF-100" }, headers }, "GAU Name")).toEqual([
    ["AF-100", "1234.50"],
    ["1+1 Bjørn’s “Fund” =2", "1234.50"],
    ["AF-100", "1234.50"],
  ]);
});

/** Fills a closed batch with lines without gifts behind them. */
async function fillLines(count: number) {
  const client = await pool().connect();
  await client.query("begin; set local session_replication_role = replica");
  await client.query(
    `insert into gift_batch_line (donation_id, batch_id, amount_cents, donor_number, gift)
     select uuidv7(), $2, 2500, 'C-' || lpad((n / 2)::text, 13, '0'),
       jsonb_set($3::jsonb, '{donor,number}', to_jsonb('C-' || lpad((n / 2)::text, 13, '0')))
     from generate_series(1, $1) n`,
    [count, batchId, JSON.stringify(giftRecord)],
  );
  await client.query("commit");
  client.release();
}

it("of many lines are read page by page, each line once and in order", async () => {
  await closedBatch({});
  await fillLines(2_500);
  const text = await textOf(school, batchId, "csv");
  const rows = parse(text, { bom: true, columns: true }) as { line: string; donation_id: string }[];
  expect(rows.map(({ line }) => Number(line))).toEqual(rows.map((_, n) => n + 1));
  expect(rows).toHaveLength(2_503);
  expect(new Set(rows.map((row) => row.donation_id)).size).toBe(2_503);
  const constituents = await textOf(school, batchId, "raisers_edge_constituents");
  const numbers = constituents
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(1_250);
  const hash = () => createHash("sha256").update(text).digest("hex");
  expect(hash()).toBe(
    createHash("sha256")
      .update(await textOf(school, batchId, "csv"))
      .digest("hex"),
  );
});
