/**
 * A batch's files, and a list of gifts as one. All are read page by page as the client reads, so their size
 * doesn't matter. A closed batch's lines and settings never change, so neither does its file.
 */
import { decide, requireAllowed } from "../auth/permissions.ts";
import type { SchoolApiScope } from "../auth/scopes.ts";
import { decryptAddress } from "../cardholders/profile/postal-address.ts";
import {
  type CsvStyle,
  everyBatch,
  everyPage,
  FIRST_ID,
  importText,
  type Reader,
  streamCsv,
  type Table,
  tableOf,
  tableOfFields,
} from "../csv.ts";
import { ServiceError } from "../errors.ts";
import { toDecimalString } from "../money.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import {
  type FileFormat,
  type GiftFilters,
  type SchoolBatch,
  type SchoolGift,
  schoolGift,
} from "./contract.ts";
import { fitRow, type ImportColumns } from "./formats/fit.ts";
import { bankOf, type FileRow, OWN_COLUMNS, type Party, personOf } from "./formats/line.ts";
import { NPSP_COLUMNS } from "./formats/npsp.ts";
import { CONSTITUENT_COLUMNS, cutOfConstituents, GIFT_COLUMNS } from "./formats/raisers-edge.ts";
import type { GiftConditions } from "./gifts/sql.ts";
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
  id: line.id,
  isReversal: line.isReversal,
  amount: toDecimalString(line.amountCents),
  gift: line.gift,
  hasGiver: line.giverId !== null,
  postalAddress: addressIn(line),
  benefits: line.benefitCents ? toDecimalString(line.benefitCents) : "",
});

async function* readRows(batchId: string, context: FileContext): AsyncGenerator<FileRow[]> {
  let position = 0;
  const batches = everyBatch(
    (after) => sql.findLines({ batchId, after, limit: PAGE }),
    FIRST_ID,
    (last) => last.id,
  );
  for await (const lines of batches) yield lines.map((line) => rowOf(line, ++position, context));
}

/** For programs whose imports only add gifts: what is reversed of one is adjusted there by hand. */
async function* readGifts(batchId: string, context: FileContext): AsyncGenerator<FileRow[]> {
  for await (const rows of readRows(batchId, context)) yield rows.filter((row) => !row.isReversal);
}

/** Everyone with a hard or a soft credit, once: banks, then donors by their numbers. */
async function* constituentsOf(batchId: string): AsyncGenerator<Party[]> {
  const banks = await sql.findBanks({ batchId });
  yield banks.map(({ gift }) => bankOf(gift));
  const batches = everyBatch(
    (after) => sql.findDonors({ batchId, after, limit: PAGE }),
    "",
    (last) => last.donorNumber,
  );
  for await (const donors of batches) {
    yield donors.flatMap((donor) => personOf(donor.gift, addressIn(donor)) ?? []);
  }
}

/** As Excel's "CSV UTF-8", which Raiser's Edge NXT takes, and Salesforce's Data Loader without the mark. */
const FOR_RAISERS_EDGE = { bom: true, isImport: true };
const FOR_SALESFORCE = { isImport: true };

/** The columns under the school's own names. */
const renamed = (names: string[], { headers }: ClosedSettings): string[] =>
  names.map((name) => (Object.hasOwn(headers, name) ? importText(headers[name] as string) : name));

const fitted = <Row>(columns: ImportColumns<Row>): Table<Row> => ({
  header: Object.keys(columns),
  cellsOf: (row) => fitRow(columns, row).cells,
});

type Write = (
  reader: Reader,
  batchId: string,
  context: FileContext,
) => ReturnType<typeof streamCsv>;

const writer =
  <Row>(
    { header, cellsOf }: Table<Row>,
    rowsOf: (batchId: string, context: FileContext) => AsyncGenerator<Row[]>,
    style: CsvStyle,
  ): Write =>
  (reader, batchId, context) => {
    const table = { header: renamed(header, context.settings), cellsOf };
    return streamCsv(reader, table, rowsOf(batchId, context), style);
  };

/** What each file's name ends with, and its content. */
const FORMATS: Record<FileFormat, [name: string, Write]> = {
  csv: ["gifts", writer(tableOf(OWN_COLUMNS), readRows, { bom: true })],
  raisers_edge: ["raisers-edge-gifts", writer(fitted(GIFT_COLUMNS), readGifts, FOR_RAISERS_EDGE)],
  raisers_edge_constituents: [
    "raisers-edge-constituents",
    writer(fitted(CONSTITUENT_COLUMNS), constituentsOf, FOR_RAISERS_EDGE),
  ],
  npsp: ["npsp", writer(fitted(NPSP_COLUMNS), readGifts, FOR_SALESFORCE)],
};

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
  const [name, write] = FORMATS[format === "json" ? "csv" : format];
  const context = { batch: batch.number, settings: closedSettings.parse(batch.settings) };
  const body = await write(exportBy(scope), batchId, context);
  return { body, fileName: `batch-${batch.number}-${name}.csv` };
}

/** How many gifts a page warns of. */
const MAX_WARNINGS = 20;

/** The first gifts of a batch whose text is too long for an import file, and the columns in which it's cut. */
export async function readCutGifts({ schoolId }: SchoolApiScope, batch: SchoolBatch) {
  const { settings: kept } = await findBatch({ schoolId }, batch.batch_id);
  const settings = kept ? closedSettings.parse(kept) : await settingsForFiles(schoolId);
  const long = { batchId: batch.batch_id, after: FIRST_ID, limit: 10 * MAX_WARNINGS };
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

const GIFTS = tableOfFields<SchoolGift>(schoolGift.keyof().options, {
  dollar_amount: ({ dollar_amount }) => dollar_amount.toFixed(2),
  net_usd: ({ net_usd }) => net_usd.toFixed(2),
});

/** All gifts that match the filters, newest first. @throws ServiceError FORBIDDEN */
export async function giftsCsv(scope: SchoolApiScope, filters: GiftFilters & GiftConditions) {
  requireAllowed(decide(scope, "gifts.export"));
  const gifts = everyPage((cursor) =>
    listGifts(scope, { ...filters, limit: PAGE, cursor }, NO_COUNT),
  );
  const body = await streamCsv(exportBy(scope), GIFTS, gifts, { bom: true });
  return { body, fileName: "gifts.csv" };
}
