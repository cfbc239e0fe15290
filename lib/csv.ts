/** CSV files: RFC 4180, UTF-8, and safe to open in a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import { NIL } from "uuid";
import { type Action, recheckCaller } from "./auth/permissions.ts";
import {
  type BankApiScope,
  type BankScope,
  ownerOf,
  type ServiceKeyScope,
  type StaffScope,
} from "./auth/scopes.ts";
import { keepPoolShare } from "./database/shared-pool.ts";
import { ServiceError } from "./errors.ts";
import { FairQueue } from "./fair-queue.ts";
import { log } from "./log.ts";
import { perProcess } from "./singleton.ts";

/**
 * Values that a spreadsheet might run as a formula are prefixed with an apostrophe, since RFC 4180 can't mark
 * text; a negative amount is none. So are values that begin with one, so removing one always restores the original.
 */
const FORMULA_LIKE = /^(?!-\d+\.\d\d$)[\s'=+\-@＝＋－＠]/;

const LEADING_FORMULA = /^[\s'=+\-@＝＋－＠]+/;
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * Text for a program that imports a file, where an apostrophe would end up in its records: without the leading characters
 * that a spreadsheet might run, on one line.
 */
export const importText = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, " ").replace(LEADING_FORMULA, "").trimEnd();

export type CsvStyle = {
  /** Whether it begins with a byte order mark, by which spreadsheets recognize UTF-8. */
  bom?: boolean;
  /** Whether values are written as they are: the caller has made them safe with `importText`. */
  isImport?: boolean;
};

const withApostrophe = (text: string) => (FORMULA_LIKE.test(text) ? `'${text}` : text);

/** Quotes values where necessary. */
export const toCsv = (rows: string[][], { bom = false, isImport = false }: CsvStyle = {}): string =>
  stringify(rows, {
    bom,
    cast: isImport ? {} : { string: withApostrophe },
    quoted_match: /[\r\n]/,
    record_delimiter: "windows",
  });

/** Who reads a file, and what their role has to include; null for a bank's program, which may read all of its data. */
export type Reader =
  | { scope: StaffScope | ServiceKeyScope; action: Action }
  | { scope: BankScope; action: null };

/** A bank's program, or a member of its team whose role includes this. */
export const bankReader = (scope: BankApiScope, action: Action<"bank">): Reader =>
  "membershipId" in scope ? { scope, action } : { scope, action: null };

/** The columns of a file, in order, and what a row has in each. */
export type Columns<Row> = Record<string, (row: Row) => string>;

/** A file's header, and how its rows are written. */
export type Table<Row> = { header: string[]; cellsOf: (row: Row) => string[] };

export const tableOf = <Row>(columns: Columns<Row>): Table<Row> => ({
  header: Object.keys(columns),
  cellsOf: (row) => Object.values(columns).map((value) => value(row)),
});

/** A table with the fields of a contract's items, as they are unless `written` says otherwise. */
export const tableOfFields = <Item extends object>(
  fields: (keyof Item & string)[],
  written: { [Field in keyof Item]?: (item: Item) => string },
): Table<Item> =>
  tableOf<Item>(
    Object.fromEntries(
      fields.map((name) => [name, written[name] ?? ((item) => String(item[name] ?? ""))]),
    ),
  );

/** All items of a list, page by page. No transaction stays open in between. */
export async function* everyPage<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The ID before every other. */
export const FIRST_ID: string = NIL;

/** All rows, batch by batch, each batch read after the last row of the one before. */
export async function* everyBatch<Row, After>(
  read: (after: After) => Promise<Row[]>,
  first: After,
  afterOf: (last: Row) => After,
): AsyncGenerator<Row[]> {
  let after = first;
  for (;;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = afterOf(last);
  }
}

export const FILES_PER_OWNER = 2;

/** How long another file of the same owner waits for one of these to end. */
const WAIT_MS = 2_000;

const files = perProcess(
  "files in progress",
  () => new FairQueue({ concurrency: 200, concurrencyPerKey: FILES_PER_OWNER, waiting: 100 }),
);

/** Each batch of rows is a turn. */
const turns = perProcess(
  "turns of files",
  () => new FairQueue({ concurrency: 2, concurrencyPerKey: 1, waiting: 1_000 }),
);

/** How long a file waits for its reader, longer than the server does (server/unread.ts). */
const ABANDONED_MS = 60_000;

/** @returns a function that ends the file @throws ServiceError RATE_LIMITED, SERVICE_UNAVAILABLE */
const startFile = (owner: string): Promise<() => void> =>
  files()
    .enter([owner], () => AbortSignal.timeout(WAIT_MS))
    .catch((error) => {
      if (error instanceof ServiceError) throw error;
      throw new ServiceError("RATE_LIMITED", { headers: { "Retry-After": "2" } });
    });

/** The encoded batches, each in its turn. Rechecks the reader before each after the first. */
async function* encode<Row>(
  reader: Reader,
  { header, cellsOf }: Table<Row>,
  batches: AsyncGenerator<Row[]>,
  { bom, ...style }: CsvStyle,
): AsyncGenerator<Uint8Array> {
  const owner = ownerOf(reader.scope);
  try {
    const { value: first = [] } = await turns().run([owner], () => batches.next());
    yield Buffer.from(toCsv([header, ...first.map(cellsOf)], { ...style, bom: bom === true }));
    const encodeNext = async () => {
      const { value, done } = await batches.next();
      if (done) return null;
      await recheckCaller(undefined, reader.scope, reader.action);
      return Buffer.from(toCsv(value.map(cellsOf), style));
    };
    for (;;) {
      const bytes = await turns().run([owner], encodeNext);
      if (!bytes) return;
      yield bytes;
    }
  } finally {
    await batches.return(undefined);
  }
}

/**
 * Streams a file's chunks as fast as the client reads. Errors before the first byte are thrown; later ones break the
 * stream.
 * @throws ServiceError RATE_LIMITED while the owner has others in progress, SERVICE_UNAVAILABLE
 */
export async function streamFile(
  scope: Reader["scope"],
  chunks: AsyncGenerator<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const release = await startFile(ownerOf(scope));
  let abandoned: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(abandoned);
    release();
    await chunks.return(undefined);
  };
  const read = () =>
    chunks.next().catch(async (error) => {
      await end();
      throw error;
    });
  let first: IteratorResult<Uint8Array> | null = await read();
  const awaitReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const abandon = () => controller.error(new Error("nobody reads this file"));
    abandoned = setTimeout(() => void end().then(abandon), ABANDONED_MS).unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: awaitReader,
      pull: keepPoolShare(async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        clearTimeout(abandoned);
        const { value, done } = first ?? (await read().catch(breakOff));
        first = null;
        if (!done) {
          controller.enqueue(value);
          return awaitReader(controller);
        }
        await end();
        controller.close();
      }),
      // The client disconnected.
      cancel: end,
    },
    // Reads nothing ahead.
    { highWaterMark: 0 },
  );
}

export const streamCsv = <Row>(
  reader: Reader,
  table: Table<Row>,
  batches: AsyncGenerator<Row[]>,
  style: CsvStyle = {},
): Promise<ReadableStream<Uint8Array>> =>
  streamFile(reader.scope, encode(reader, table, batches, style));

/** Too late for an error status. Breaking the connection shows that the file is incomplete. */
function breakOff(error: unknown): never {
  if (!(error instanceof ServiceError)) log().error({ err: error }, "couldn't finish a file");
  throw new Error("the rest of this file couldn't be read");
}
