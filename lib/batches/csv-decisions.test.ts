/** Files as spreadsheets and programs write them. What a file says twice, or not clearly, must decide nothing. */
import { beforeAll, describe, expect, it } from "vitest";
import type { SchoolScope } from "#lib/auth/scopes.ts";
import { signAccessToken } from "#lib/auth/tokens/access-tokens.ts";
import { InvalidInput } from "#lib/errors.ts";
import { call } from "#test/api.ts";
import { type BatchSchool, fillBatch, makeBatchSchool } from "#test/batches.ts";
import { operation } from "#test/operations.ts";
import { confirmGifts } from "./confirm.ts";
import { readDecisions } from "./csv-decisions.ts";
import { closeBatch } from "./mutations.ts";
import { getBatch } from "./queries.ts";
import { keepUpload, readUpload } from "./uploads.ts";

let school: BatchSchool;
let scope: SchoolScope;
let batchId: string;
/** Three gifts of $1,420.00, in the order of their lines. */
let gifts: { id: string; number: string }[];

beforeAll(async () => {
  school = await makeBatchSchool();
  scope = school.scope as SchoolScope;
  const filled = await fillBatch(school, 3, { dollar_amount: 1420 });
  ({ batchId } = filled);
  gifts = filled.ids
    .map((id, n) => ({ id, number: filled.numbers[n] as string }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  await closeBatch(scope, batchId);
});

const [A, B, C] = ["<A>", "<B>", "<C>"];
const [IDA, IDB] = ["<IDA>", "<IDB>"];
/** A file about the three gifts. */
const fill = (file: string) =>
  file
    .replaceAll(A, gifts[0]?.number as string)
    .replaceAll(B, gifts[1]?.number as string)
    .replaceAll(C, gifts[2]?.number as string)
    .replaceAll(IDA, gifts[0]?.id as string)
    .replaceAll(IDB, gifts[1]?.id as string);

const placeOf = (loc: (string | number)[]) => loc.slice(2).join(" ");

/** Where a dry run finds something wrong: "2 amount". None if it would decide. */
async function problemsIn(file: string): Promise<string[]> {
  try {
    await confirmGifts(scope, { csv: fill(file) }, true);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.violations.map(({ loc }) => placeOf(loc));
  }
}

const H = "gift_number,confirmation_number,refusal_reason";
const W = "gift_number,amount,confirmation_number";

/** Name → file → the lines and columns that are wrong. */
const REFUSED: [name: string, file: string, at: string[]][] = [
  ...["#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NV", "#####", "#¡REF!", "Err:502"].flatMap(
    (value): [string, string, string[]][] => [
      [`the error ${value} as a number`, `${H}\n${A},${value},`, ["2 confirmation_number"]],
      [`the error ${value} as a reason`, `${H}\n${A},,${value}`, ["2 refusal_reason"]],
    ],
  ),
  ...["1.23457E+14", "1.2e14", "1E+05", "12E5", '"1,23457E+14"', "-1.5E-7"].map(
    (value): [string, string, string[]] => [
      `the exponent ${value}`,
      `${H}\n${A},${value},\n${B},${value},`,
      ["2 confirmation_number", "3 confirmation_number"],
    ],
  ),
  ...[
    "N/A",
    "n.a.",
    "TBD",
    "-",
    "--",
    "none",
    "NULL",
    "?",
    "…",
    "0",
    "xxx",
    "TRUE",
    "pending",
  ].flatMap((value): [string, string, string[]][] => [
    [`the placeholder ${value} as a number`, `${H}\n${A},${value},`, ["2 confirmation_number"]],
    [`the placeholder ${value} as a reason`, `${H}\n${A},,${value}`, ["2 refusal_reason"]],
  ]),
  ["a number of 41 characters", `${H}\n${A},${"9".repeat(41)},`, ["2 confirmation_number"]],
  ["tax claims", `${H}\n${A},Deductible amount: $77.00 (100%),`, ["2 confirmation_number"]],
  ["a number of two lines", `${H}\n${A},"N-1\nN-2",`, ["2 confirmation_number"]],
  ["an invisible number", `${H}\n${A},\u200b,`, ["2 confirmation_number"]],
  ["a reversed number", `${H}\n${A},N-\u202e1,`, ["2 confirmation_number"]],
  ["a reason of two lines", `${H}\n${A},,"No\nfund"`, ["2 refusal_reason"]],
  ["a damaged reason", `${H}\n${A},,Caf\ufffd`, ["2 refusal_reason"]],
  ["a number and a reason", `${H}\n${A},N-1,No fund`, ["2"]],
  ["no gift", `${H}\n,N-1,`, ["2 gift_number"]],
  [
    "two gifts",
    `gift_number,donation_id,confirmation_number\n${A},${IDB},N-1\n${B},${IDB},N-2`,
    ["2 donation_id"],
  ],
  [
    "a gift and an error",
    `gift_number,donation_id,confirmation_number\n#N/A,${IDA},N-1\n${A},#N/A,N-1`,
    ["2 donation_id", "3 donation_id"],
  ],
  [
    "a gift twice, by both of its names",
    `gift_number,donation_id,confirmation_number\n${A},,1\n,${IDA},2`,
    ["3 donation_id"],
  ],
  [
    "two columns of one name",
    `gift_number,confirmation_number,confirmation_number\n${A},1,2`,
    ["1 confirmation_number"],
  ],
  [
    "two spellings of one name",
    `gift_number,confirmation_number,Confirmation Number\n${A},1,2`,
    ["1 confirmation_number"],
  ],
  ["two amounts", `gift_number,amount,Amount,confirmation_number\n${A},1420,60,N-1`, ["1 amount"]],
  ["more cells than columns", `${W}\n${A},1,420.00,N-1\n${B},1420.00,N-2`, ["2"]],
  ["a shift that ends in an empty cell", `${W},note\n${A},1,420.00,N-1,`, ["2"]],
  ["fewer cells than columns", `${H}\n${A},N-1`, ["2"]],
  ["another amount", `${W}\n${A},1420.00,N-1\n${B},250,N-2`, ["3 amount"]],
  ["an amount that is none", `${W}\n${A},#N/A,N-1`, ["2 amount"]],
  ["another batch", `gift_number,batch,confirmation_number\n${A},2,N-1`, ["2 batch"]],
  ["another line", `gift_number,line,confirmation_number\n${A},2,N-1\n${B},2,N-2`, ["2 line"]],
  ["a line that is none", `gift_number,line,confirmation_number\n${A},x,N-1`, ["2 line"]],
  [
    "another donor",
    `gift_number,donor_number,confirmation_number\n${A},C-7K3M9QX2V5TD6,1`,
    ["2 donor_number"],
  ],
  ["another separator", H.replaceAll(",", "|"), ["1"]],
  ["rows with another separator", `${H}\n${A};N-1;`, ["2"]],
  ["an unclosed quote", `${H}\n${A},N-1,\n${B},"N-2,\n${C},N-3,\n`, ["3 confirmation_number"]],
  [
    "a quote that swallows lines",
    `${H}\n${A},"N-1,\n${B},N-2,"No fund"\n`,
    ["2 confirmation_number"],
  ],
  ["a quote inside a value", `${H}\n${A},N-1,\n${B},N"2,\n`, ["3 confirmation_number"]],
  ["LF after a CRLF header", `${H}\r\n${A},N-1,\n${B},N/A,\n`, ["3 confirmation_number"]],
  [
    "a cell of many lines before",
    `note,${H}\n"a\nb\nc",${A},N-1,\nx,${B},N/A,`,
    ["3 confirmation_number"],
  ],
  ["empty lines before", `\n${H}\n\n,,\n${A},N/A,`, ["5 confirmation_number"]],
];

/** Name → file, about as many gifts as it says. */
const TAKEN: [name: string, file: string, count: number][] = [
  ["CRLF", `${H}\r\n${A},N-1,\r\n${B},N-2,\r\n`, 2],
  ["LF after a CRLF header", `${H}\r\n${A},N-1,\n${B},N-2,\n${C},N-3,\n`, 3],
  ["CR", `${H}\r${A},N-1,\r${B},N-2,`, 2],
  ["a byte order mark", `\ufeff${H}\n${A},N-1,`, 1],
  [
    "a quoted header after a byte order mark",
    `\ufeff"gift_number","confirmation_number"\n"${A}","N-1"`,
    1,
  ],
  ["tabs", `${H}\n${A},N-1,`.replaceAll(",", "\t"), 1],
  [
    "semicolons",
    `${H};amount\n${A};N-1;;"1.420,00"\n${B};;No fund, sorry;1420`.replace(
      H,
      H.replaceAll(",", ";"),
    ),
    2,
  ],
  ["a separator of another kind in a value", `${H}\n${A},,"No fund; sorry"`, 1],
  ["empty lines", `${H}\n\n${A},N-1,\n,,\n\n`, 1],
  ["lines without a decision", `${H}\n${A},N-1,\n${B},,`, 1],
  ["columns of its own, even of one name", `note,note,,${H}\na,b,,${A},N-1,`, 1],
  ["spaces around values", `${H}\n ${A} , N-1 ,`, 1],
  ["both names of a gift", `gift_number,donation_id,confirmation_number\n${A},${IDA},N-1`, 1],
  ["names in capitals", "Gift Number,Confirmation Number\n<A>,N-1", 1],
  ["a number that repeats", `${H}\n${A},DEP 7/3.#_,\n${B},DEP 7/3.#_,`, 2],
  ...["1420", "1420.0", "$1,420.00", "1,420", "1420.00 USD", "1.420,00", ""].map(
    (amount): [string, string, number] => [`the amount ${amount}`, `${W}\n${A},"${amount}",N-1`, 1],
  ),
  ["its batch and line", `gift_number,batch,line,confirmation_number\n${B},1,2,N-1`, 1],
];

describe("a file of decisions", () => {
  it.each(REFUSED)("with %s is refused, there", async (_, file, at) => {
    expect(await problemsIn(file)).toEqual(at);
    // The same reader, before the page.
    const upload = await readUpload(scope, await keepUpload(scope, fill(file)));
    const wrong = upload?.rows.filter((row) => row.wrong) ?? [];
    const lines = [...(upload?.problems ?? []), ...wrong].map(({ line }) => String(line ?? ""));
    expect(new Set(lines)).toEqual(new Set(at.map((place) => place.replace(/\D.*/, ""))));
    expect((await getBatch(scope, batchId)).undecided_count).toBe(3);
  });

  it.each(TAKEN)("with %s is taken", async (_, file, count) => {
    const result = await confirmGifts(scope, { csv: fill(file) }, true);
    expect(result.confirmed + result.refused).toBe(count);
  });

  it("shows the number of each gift before it is final, and which repeat", async () => {
    const csv = fill(`${H}\n${A},N-1,\n${B},N-1,\n${C},N-2,`);
    const { results } = await confirmGifts(scope, { csv }, true);
    expect(results.map((one) => [one.confirmation_number, one.repeats_number])).toEqual([
      ["N-1", true],
      ["N-1", true],
      ["N-2", false],
    ]);
  });

  it.each([
    ["UTF-16", Buffer.from(`\ufeff${H}`, "utf16le")],
    ["UTF-16", Buffer.from(H, "utf16le")],
    ["UTF-16", Buffer.from(`\ufeff${H}`, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(`${H}\nG-1,,Café`, "latin1")],
    ["an Excel workbook", Buffer.from("PK\u0003\u0004 more", "latin1")],
  ])("in %s is told so", async (encoding, rawBody) => {
    const headers = { "Content-Type": "text/csv" };
    const token = await signAccessToken(scope);
    const options = { token, rawBody: new Uint8Array(rawBody), headers };
    const { status, body } = await call(operation("confirmGifts"), options);
    expect([status, body.detail[0].loc]).toEqual([422, ["body"]]);
    expect(body.detail[0].msg).toContain(encoding);
  });
});

describe("a file that would hold up the process", () => {
  const problemOf = async (csv: string) => {
    const found = await readDecisions(csv).catch((thrown: InvalidInput) => thrown);
    return found.violations[0]?.msg;
  };

  it.each([
    ["too many lines", `${H}\n${"a,b,\n".repeat(26_000)}`, "Has more than 25000 lines"],
    ["too many short lines", `${H}\n${"a\n".repeat(24_000)}`, /^Has more or fewer/],
    ["too many lines of spaces", `${H}\n${" \n".repeat(24_000)}`, /^No line has/],
    ["too many columns", `${"x,".repeat(200)}${H}\n`, "Has more than 200 columns"],
    ["a quote in a long value", `${H}\n${"x".repeat(100_000)}"`, /^Has a quote/],
  ])("with %s is refused", async (_, csv, problem) => {
    expect(await problemOf(csv)).toMatch(problem);
  });

  it("is read in parts, which lose nothing", async () => {
    const reason = "Ümläute, 日本語 and 🎟️";
    const lines = Array.from({ length: 5_000 }, (_, n) => `G-${n},,"${reason} ${n}"`);
    const { lines: found } = await readDecisions([H, ...lines].join("\r\n"));
    expect(found.map(({ decision }) => decision.refusal_reason)).toEqual(
      lines.map((_, n) => `${reason} ${n}`),
    );
  });
});
