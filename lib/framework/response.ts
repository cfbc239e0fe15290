/**
 * In Node.js 24, every response passes through `writeHead`, `write` and `end`, called as methods of the
 * object, even if the head is implicit. Replacing them on one response intercepts everything that Next.js
 * 16.4 and @hono/node-server 2 send. response.test.ts fails if that changes.
 */
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

export type Head = Parameters<ServerResponse["writeHead"]>;

type Fields = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

function isIn(fields: Fields, name: string): boolean {
  const names = Array.isArray(fields)
    ? fields.filter((_, at) => at % 2 === 0)
    : Object.keys(fields ?? {});
  return names.some((given) => String(given).toLowerCase() === name.toLowerCase());
}

/** Adds missing headers when the head is written. */
export function addMissingHeaders(
  outgoing: ServerResponse,
  defaults: Record<string, string>,
): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = ((...given: [number, ...unknown[]]) => {
    const last = given.at(-1);
    const written = typeof last === "object" ? (last as Fields) : undefined;
    for (const [name, value] of Object.entries(defaults)) {
      if (!isIn(written, name) && !outgoing.hasHeader(name)) outgoing.setHeader(name, value);
    }
    return writeHead.apply(outgoing, given as Head);
  }) as typeof writeHead;
}

/**
 * Announces in the head that the connection will be closed, and leaves closing it to the caller: Node.js
 * would close it together with the response, and a client that still sends might not read that.
 */
export function announceClose(outgoing: ServerResponse, isClosing: () => boolean): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = ((...head: Head) => {
    if (!isClosing()) return writeHead.apply(outgoing, head);
    outgoing.setHeader("Connection", "close");
    writeHead.apply(outgoing, head);
    return Object.assign(outgoing, { _last: false });
  }) as typeof writeHead;
}

/** Discards writes once `isDiscarded` returns true. */
export function discardWhere(outgoing: ServerResponse, isDiscarded: () => boolean): void {
  const { write, end } = outgoing;
  outgoing.write = ((...given: Parameters<typeof write>) =>
    isDiscarded() ? false : write.apply(outgoing, given)) as typeof write;
  outgoing.end = ((...given: Parameters<typeof end>) =>
    isDiscarded() ? outgoing : end.apply(outgoing, given)) as typeof end;
}

/** Calls back as soon as a response has ended or waits for its reader, and maybe again. */
export function onceHandedOver(outgoing: ServerResponse, callback: () => void): void {
  const { write, end } = outgoing;
  outgoing.write = ((...given: Parameters<typeof write>) => {
    const takesMore = write.apply(outgoing, given);
    if (!takesMore) callback();
    return takesMore;
  }) as typeof write;
  outgoing.end = ((...given: Parameters<typeof end>) => {
    callback();
    return end.apply(outgoing, given);
  }) as typeof end;
}

/** A writer that passes a callback waits for it. */
function acknowledge(given: unknown[]): true {
  const written = given.at(-1);
  if (typeof written === "function") process.nextTick(written as () => void);
  return true;
}

function collector() {
  const parts: Buffer[] = [];
  return {
    add(part: unknown) {
      if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part));
    },
    whole: () => Buffer.concat(parts),
  };
}

/** The head and the body to send instead of the original response. */
export type Revision = (head: Head, body: Buffer) => [Head, Buffer | string];

/**
 * Buffers a response that has to be replaced until it has ended.
 * @param revisionFor called once the status is known; returns undefined to send the response as it is
 */
export function reviseResponse(
  outgoing: ServerResponse,
  revisionFor: (status: number) => Revision | undefined,
): void {
  const { writeHead, write, end } = outgoing;
  let held: { revise: Revision; head: Head; body: ReturnType<typeof collector> } | undefined;
  // The head goes out with the first part of the body, which follows immediately.
  outgoing.flushHeaders = () => {};
  outgoing.writeHead = ((...head: Head) => {
    const revise = revisionFor(head[0]);
    if (!revise) return writeHead.apply(outgoing, head);
    held ??= { revise, head, body: collector() };
    return outgoing;
  }) as typeof writeHead;
  /** Node writes an implicit head while it sends, when it would be too late to buffer anything. */
  const beginHead = () => {
    if (outgoing.headersSent || held || !revisionFor(outgoing.statusCode)) return;
    outgoing.writeHead(outgoing.statusCode);
  };
  outgoing.write = ((...given: Parameters<typeof write>) => {
    beginHead();
    if (!held) return write.apply(outgoing, given);
    held.body.add(given[0]);
    return acknowledge(given);
  }) as typeof write;
  outgoing.end = ((...given: Parameters<typeof end>) => {
    beginHead();
    if (!held) return end.apply(outgoing, given);
    held.body.add(given[0]);
    const [head, body] = held.revise(held.head, held.body.whole());
    held = undefined;
    writeHead.apply(outgoing, head);
    return end.call(outgoing, body, "utf8");
  }) as typeof end;
}

/** Collects the body of a response that is not sent. @returns the body, after it has ended */
export function captureBody(outgoing: ServerResponse): Promise<Buffer> {
  const body = collector();
  outgoing.write = ((...given: unknown[]) => {
    body.add(given[0]);
    return acknowledge(given);
  }) as typeof outgoing.write;
  return new Promise((resolve) => {
    outgoing.end = ((part: unknown) => {
      body.add(part);
      outgoing.emit("finish");
      resolve(body.whole());
      return outgoing;
    }) as typeof outgoing.end;
  });
}
