/**
 * A batch's files, and a list of gifts as one. All are read page by page as the client reads, so their size doesn't matter.
 * A closed batch's lines and settings never change, so neither does its file.
 */
import { decide, requireAllowed } from "../auth/permissions.ts";
import type { SchoolApiScope } from "../auth/scopes.ts";
import { type CsvStyle, type Reader, streamCsv } from "../csv.ts";
import { ServiceError } from "../errors.ts";
import { toCents, toDecimalString } from "../money.ts";
import { NO_COUNT } from "../pagination/totals.ts";
import { type FileFormat, type GiftFilters, type SchoolGift, schoolGift } from "./contract.ts";
import { creditsOf, type FileContext, type FileLine } from "./formats/line.ts";
import { NPSP_COLUMNS, npspRow } from "./formats/npsp.ts";
import { OWN_COLUMNS } from "./formats/own.ts";
import {
  CONSTITUENT_COLUMNS,
  constituentRow,
  GIFT_COLUMNS,
  giftRow,
  renamed,
} from "./formats/raisers-edge.ts";
import { findBatch, listGifts } from "./queries.ts";
import { closedSettings } from "./settings.ts";
import * as sql from "./sql.ts";

/** Few enough that writing them doesn't hold up other requests. */
const PAGE = 500;

/** The batch's lines, in order. No transaction stays open in between. */
async function* readLines(batchId: string): AsyncGenerator<FileLine[]> {
  let [position, after] = [0, sql.FIRST];
  for (;;) {
    const lines = await sql.findLines({ batchId, after, limit: PAGE });
    const last = lines.at(-1);
    if (!last) return;
    const start = position;
    yield lines.map(({ donationId, amountCents, gift }, n) => ({
      position: start + n + 1,
      donationId,
      amount: toDecimalString(amountCents),
      gift,
    }));
    position += lines.length;
    after = last.donationId;
  }
}

async function* rowsOf(
  batchId: string,
  context: FileContext,
  row: (line: FileLine, context: FileContext) => string[],
): AsyncGenerator<string[][]> {
  for await (const lines of readLines(batchId)) yield lines.map((line) => row(line, context));
}

/** Everyone with a hard credit, once: banks, then donors by their numbers. */
async function* constituentsOf(
  batchId: string,
  { settings }: FileContext,
): AsyncGenerator<string[][]> {
  const byBank = settings.donorOfRecord === "bank";
  const rowOf = ({ gift }: Pick<FileLine, "gift">) =>
    constituentRow(creditsOf(gift, settings).hard);
  yield (await sql.findBanks({ batchId, all: byBank })).map(rowOf);
  let after = "";
  while (!byBank) {
    const lines = await sql.findDonors({ batchId, after, limit: PAGE });
    const last = lines.at(-1);
    if (!last) return;
    yield lines.map(rowOf);
    after = last.donorNumber;
  }
}

type Format = {
  /** What the file's name ends with. */
  name: string;
  columns(context: FileContext): string[];
  rows(batchId: string, context: FileContext): AsyncGenerator<string[][]>;
  style: CsvStyle;
};

/** As Excel's "CSV UTF-8", which Raiser's Edge NXT takes, and Salesforce's Data Loader without the mark. */
const FOR_RAISERS_EDGE = { bom: true, isImport: true };
const FOR_SALESFORCE = { isImport: true };

const FORMATS: Record<FileFormat, Format> = {
  csv: {
    name: "gifts",
    columns: () => Object.keys(OWN_COLUMNS),
    rows: (batchId, context) =>
      rowsOf(batchId, context, (line) =>
        Object.values(OWN_COLUMNS).map(({ value }) => value(line, context)),
      ),
    style: { bom: true },
  },
  raisers_edge: {
    name: "raisers-edge-gifts",
    columns: ({ settings }) => renamed(GIFT_COLUMNS, settings),
    rows: (batchId, context) => rowsOf(batchId, context, giftRow),
    style: FOR_RAISERS_EDGE,
  },
  raisers_edge_constituents: {
    name: "raisers-edge-constituents",
    columns: ({ settings }) => renamed(CONSTITUENT_COLUMNS, settings),
    rows: constituentsOf,
    style: FOR_RAISERS_EDGE,
  },
  npsp: {
    name: "npsp",
    columns: () => [...NPSP_COLUMNS],
    rows: (batchId, context) => rowsOf(batchId, context, npspRow),
    style: FOR_SALESFORCE,
  },
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
  const { name, columns, rows, style } = FORMATS[format === "json" ? "csv" : format];
  const context = { number: batch.number, settings: closedSettings.parse(batch.settings) };
  const body = await streamCsv(exportBy(scope), columns(context), rows(batchId, context), style);
  return { body, fileName: `batch-${batch.number}-${name}.csv` };
}

const GIFT_FIELDS = Object.keys(schoolGift.shape) as (keyof SchoolGift)[];

const giftFields = (gift: SchoolGift): string[] => {
  const values = { ...gift, dollar_amount: toDecimalString(toCents(gift.dollar_amount)) };
  return GIFT_FIELDS.map((name) => String(values[name] ?? ""));
};

async function* readGifts(scope: SchoolApiScope, filters: GiftFilters): AsyncGenerator<string[][]> {
  let cursor: string | undefined;
  do {
    const page = await listGifts(scope, { ...filters, limit: PAGE, cursor }, NO_COUNT);
    yield page.items.map(giftFields);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** All gifts that match the filters, newest first. @throws ServiceError FORBIDDEN */
export async function giftsCsv(scope: SchoolApiScope, filters: GiftFilters) {
  requireAllowed(decide(scope, "gifts.export"));
  const body = await streamCsv(exportBy(scope), GIFT_FIELDS, readGifts(scope, filters), {
    bom: true,
  });
  return { body, fileName: "gifts.csv" };
}
