/**
 * A batch's files, and a list of gifts as one. All are read page by page as the client reads, so their size doesn't matter.
 * A closed batch's lines and settings never change, so neither does its file.
 */
import { decide, requireAllowed } from "../auth/permissions.ts";
import type { SchoolApiScope } from "../auth/scopes.ts";
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import {
  type CsvStyle,
  cellsOf,
  everyBatch,
  everyPage,
  importText,
  type Reader,
  streamCsv,
} from "../csv.ts";
import { ServiceError } from "../errors.ts";
import { toCents, toDecimalString } from "../money.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import {
  type FileFormat,
  type GiftFilters,
  type SchoolBatch,
  type SchoolGift,
  schoolGift,
} from "./contract.ts";
import { fitRow, type ImportColumns } from "./formats/fit.ts";
import { bankOf, type FileRow, personOf } from "./formats/line.ts";
import { NPSP_COLUMNS } from "./formats/npsp.ts";
import { OWN_COLUMNS } from "./formats/own.ts";
import { CONSTITUENT_COLUMNS, cutOfConstituents, GIFT_COLUMNS } from "./formats/raisers-edge.ts";
import { settingsForFiles } from "./mutations.ts";
import { findBatch, listGifts } from "./queries.ts";
import { type ClosedSettings, closedSettings } from "./settings.ts";
import * as sql from "./sql.ts";

/** Few enough that writing them doesn't hold up other requests. */
const PAGE = 200;

/** What all rows of a batch's file have in common. */
type FileContext = Pick<FileRow, "batch" | "settings">;

const addressIn = ({ giverId, encryptedAddress }: sql.Giver) =>
  giverId && decryptAddress(giverId, encryptedAddress);

const rowOf = (line: sql.BatchLine, position: number, context: FileContext): FileRow => ({
  ...context,
  position,
  donationId: line.donationId,
  amount: toDecimalString(line.amountCents),
  gift: line.gift,
  hasGiver: line.giverId !== null,
  postalAddress: addressIn(line),
  benefits: line.benefitCents ? toDecimalString(line.benefitCents) : "",
});

/** The rows of the batch's lines, in order. */
function readRows(batchId: string, context: FileContext, write: (row: FileRow) => string[]) {
  let position = 0;
  return everyBatch(
    (after) => sql.findLines({ batchId, after, limit: PAGE }),
    sql.FIRST,
    (last) => last.donationId,
    (lines) => lines.map((line) => write(rowOf(line, ++position, context))),
  );
}

/** Everyone with a hard or a soft credit, once: banks, then donors by their numbers. */
async function* constituentsOf(batchId: string): AsyncGenerator<string[][]> {
  const banks = await sql.findBanks({ batchId });
  yield banks.map(({ gift }) => fitRow(CONSTITUENT_COLUMNS, bankOf(gift)).cells);
  yield* everyBatch(
    (after) => sql.findDonors({ batchId, after, limit: PAGE }),
    "",
    (last) => last.donorNumber,
    (donors) => {
      const people = donors.map((donor) => personOf(donor.gift, addressIn(donor)));
      return people.flatMap((one) => (one ? [fitRow(CONSTITUENT_COLUMNS, one).cells] : []));
    },
  );
}

type Format = {
  /** What the file's name ends with. */
  name: string;
  columns: object;
  rows(batchId: string, context: FileContext): AsyncGenerator<string[][]>;
  style: CsvStyle;
};

/** As Excel's "CSV UTF-8", which Raiser's Edge NXT takes, and Salesforce's Data Loader without the mark. */
const FOR_RAISERS_EDGE = { bom: true, isImport: true };
const FOR_SALESFORCE = { isImport: true };

const fitted = (columns: ImportColumns<FileRow>) => ({
  columns,
  rows: (batchId: string, context: FileContext) =>
    readRows(batchId, context, (row) => fitRow(columns, row).cells),
});

const FORMATS: Record<FileFormat, Format> = {
  csv: {
    name: "gifts",
    columns: OWN_COLUMNS,
    rows: (batchId, context) => readRows(batchId, context, (row) => cellsOf(OWN_COLUMNS, row)),
    style: { bom: true },
  },
  raisers_edge: { name: "raisers-edge-gifts", ...fitted(GIFT_COLUMNS), style: FOR_RAISERS_EDGE },
  raisers_edge_constituents: {
    name: "raisers-edge-constituents",
    columns: CONSTITUENT_COLUMNS,
    rows: constituentsOf,
    style: FOR_RAISERS_EDGE,
  },
  npsp: { name: "npsp", ...fitted(NPSP_COLUMNS), style: FOR_SALESFORCE },
};

/** The columns under the school's own names. */
const renamed = (columns: object, { headers }: ClosedSettings): string[] =>
  Object.keys(columns).map((name) =>
    Object.hasOwn(headers, name) ? importText(headers[name] as string) : name,
  );

const exportBy = (scope: SchoolApiScope): Reader => ({ scope, action: "gifts.export" });

/** A closed batch's file. @throws ServiceError FORBIDDEN, BATCH_NOT_FOUND, BATCH_OPEN */
export async function batchFile(
  scope: SchoolApiScope,
  batchId: string,
  format: FileFormat | "json" = "csv",
) {
  requireAllowed(decide(scope, "gifts.export"));
  const batch = await findBatch(scope, batchId);
  if (batch.closedAt === null) throw new ServiceError("BATCH_OPEN");
  const { name, columns, rows, style } = FORMATS[format === "json" ? "csv" : format];
  const context = { batch: batch.number, settings: closedSettings.parse(batch.settings) };
  const header = renamed(columns, context.settings);
  const body = await streamCsv(exportBy(scope), header, rows(batchId, context), style);
  return { body, fileName: `batch-${batch.number}-${name}.csv` };
}

/** How many gifts a page warns of. */
const MAX_WARNINGS = 20;

/** The first gifts of a batch with more text than an import file takes, and the columns that it's cut in. */
export async function readCutGifts({ schoolId }: SchoolApiScope, batch: SchoolBatch) {
  const { settings: kept } = await findBatch({ schoolId }, batch.batch_id);
  const settings = kept ? closedSettings.parse(kept) : await settingsForFiles(schoolId);
  const long = { batchId: batch.batch_id, after: sql.FIRST, limit: 10 * MAX_WARNINGS };
  const rows = (await sql.findLongLines(long)).map((line) =>
    rowOf(line, 0, { batch: batch.number, settings }),
  );
  const cutIn = (row: FileRow) => [
    ...fitRow(GIFT_COLUMNS, row).cut,
    ...cutOfConstituents(row),
    ...fitRow(NPSP_COLUMNS, row).cut,
  ];
  const all = rows.map((row) => ({ number: row.gift.number, columns: cutIn(row) }));
  return all.filter(({ columns }) => columns.length > 0).slice(0, MAX_WARNINGS);
}

const GIFT_FIELDS = Object.keys(schoolGift.shape) as (keyof SchoolGift)[];

const giftFields = (gift: SchoolGift): string[] => {
  const values = { ...gift, dollar_amount: toDecimalString(toCents(gift.dollar_amount)) };
  return GIFT_FIELDS.map((name) => String(values[name] ?? ""));
};

/** All gifts that match the filters, newest first. @throws ServiceError FORBIDDEN */
export async function giftsCsv(scope: SchoolApiScope, filters: GiftFilters) {
  requireAllowed(decide(scope, "gifts.export"));
  const rows = everyPage(
    (cursor) => listGifts(scope, { ...filters, limit: PAGE, cursor }, NO_COUNT),
    giftFields,
  );
  const body = await streamCsv(exportBy(scope), GIFT_FIELDS, rows, { bom: true });
  return { body, fileName: "gifts.csv" };
}
