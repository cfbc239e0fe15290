/**
 * CSV files of any length, as streams: a few at a time for each owner, in turns with those of others, and only for as
 * long as the reader may read them.
 */
import { type Action, recheckCaller } from "./auth/permissions.ts";
import type { BankScope, ServiceKeyScope, StaffScope } from "./auth/scopes.ts";
import { type CsvStyle, toCsv } from "./csv.ts";
import { keepPoolShare } from "./database/shared-pool.ts";
import { ServiceError } from "./errors.ts";
import { FairQueue } from "./fair-queue.ts";
import { log } from "./log.ts";
import { perProcess } from "./singleton.ts";

/** Who reads a file, and what their role has to include; null for a bank's program, which may read all of its data. */
export type Reader =
  | { scope: StaffScope | ServiceKeyScope; action: Action }
  | { scope: BankScope; action: null };

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

function ownerOf({ scope }: Reader): string {
  if ("schoolId" in scope) return scope.schoolId;
  return "bankId" in scope ? scope.bankId : scope.tenant;
}

/** @returns ends the file */
function startFile(owner: string): Promise<() => void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  return new Promise((resolve, reject) => {
    const untilEnd = () => new Promise<void>(resolve);
    files()
      .run([owner], untilEnd, signal)
      .catch((error) => {
        const busy = new ServiceError("RATE_LIMITED", { headers: { "Retry-After": "2" } });
        reject(error === signal.reason ? busy : error);
      });
  });
}

/** The encoded batches. Rechecks the reader before each after the first. */
async function* encode(
  reader: Reader,
  columns: string[],
  batches: AsyncGenerator<string[][]>,
  style: CsvStyle,
): AsyncGenerator<Uint8Array> {
  const encodeNext = async (isFirst: boolean) => {
    const { value, done } = await batches.next();
    if (done && !isFirst) return null;
    if (!isFirst) await recheckCaller(undefined, reader.scope, reader.action);
    const rows = [...(isFirst ? [columns] : []), ...(value ?? [])];
    return Buffer.from(toCsv(rows, { ...style, bom: isFirst && style.bom === true }));
  };
  for (let isFirst = true; ; isFirst = false) {
    const bytes = await turns().run([ownerOf(reader)], () => encodeNext(isFirst));
    if (!bytes) return;
    yield bytes;
  }
}

/** Too late for an error status. Breaking the connection shows that the file is incomplete. */
function breakOff(error: unknown): never {
  if (!(error instanceof ServiceError)) log().error({ err: error }, "couldn't finish a CSV file");
  throw new Error("the rest of this file couldn't be read");
}

/**
 * Streams batches of rows as fast as the client reads. Errors before the first byte are thrown; later ones break the
 * stream.
 * @throws ServiceError RATE_LIMITED while the owner has others in progress, SERVICE_UNAVAILABLE
 */
export async function streamCsv(
  reader: Reader,
  columns: string[],
  batches: AsyncGenerator<string[][]>,
  style: CsvStyle = {},
): Promise<ReadableStream<Uint8Array>> {
  const release = await startFile(ownerOf(reader));
  const chunks = encode(reader, columns, batches, style);
  let abandoned: NodeJS.Timeout | undefined;
  async function end() {
    clearTimeout(abandoned);
    release();
    await chunks.return(undefined);
    await batches.return(undefined);
  }
  async function read() {
    const { value } = await chunks.next().catch(async (error) => {
      await end();
      throw error;
    });
    return value ?? undefined;
  }
  function start(controller: ReadableStreamDefaultController<Uint8Array>) {
    const abandon = () => controller.error(new Error("nobody reads this file"));
    abandoned = setTimeout(() => void end().then(abandon), ABANDONED_MS).unref();
  }
  let first = await read();
  async function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    clearTimeout(abandoned);
    const bytes = first ?? (await read().catch(breakOff));
    first = undefined;
    if (!bytes) {
      await end();
      return controller.close();
    }
    controller.enqueue(bytes);
    start(controller);
  }
  // The client disconnected: `cancel`. Nothing is read ahead.
  const source = { start, pull: keepPoolShare(pull), cancel: end };
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}
