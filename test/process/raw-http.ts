/** HTTP as raw bytes on a socket, for requests that no well-behaved client sends. */
import { connect, type Socket } from "node:net";

export type RawResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether the server closed the connection. */
  closed: boolean;
};

const LAST_CHUNK = "0\r\n\r\n";

function parse(text: string): Omit<RawResponse, "closed"> | undefined {
  // An interim response (100 Continue) precedes the final one.
  const final = text.replace(/^(HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n)+/, "");
  const end = final.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = final.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: final.slice(end + 4) };
}

/** Whether a response is complete; one without a length ends with its connection. */
function isComplete({ headers, body }: Omit<RawResponse, "closed">): boolean {
  const length = headers["content-length"];
  if (length !== undefined) return Buffer.byteLength(body, "latin1") >= Number(length);
  return headers["transfer-encoding"] === "chunked" && body.endsWith(LAST_CHUNK);
}

type Send = string | ((socket: Socket) => void);

/** A server that keeps reading after its response does so for a second, so a client may stall that long. */
const STALL_MS = 500;
const TICK_MS = 50;
const MAX_ATTEMPTS = 5;

/** Measures how long this process stalls. */
function watchStalls() {
  let longestMs = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, TICK_MS);
  return {
    /** @returns the longest stall */
    end(): number {
      clearInterval(ticks);
      return Math.max(longestMs, performance.now() - last);
    },
  };
}

/**
 * Writes bytes and reads one response. An exchange without a response during which this process stalled is
 * inconclusive, and is repeated.
 * @param send writes the request; it may continue for as long as the socket is writable
 * @param untilClosed whether to wait until the connection closes
 */
export async function exchange(
  port: number,
  send: Send,
  { untilClosed = false, withinMs = 300_000 } = {},
): Promise<RawResponse> {
  for (let attempt = 1; ; attempt++) {
    const stalls = watchStalls();
    try {
      return await exchangeOnce(port, send, untilClosed, withinMs);
    } catch (error) {
      if (stalls.end() < STALL_MS || attempt === MAX_ATTEMPTS) throw error;
    } finally {
      stalls.end();
    }
  }
}

function exchangeOnce(
  port: number,
  send: Send,
  untilClosed: boolean,
  withinMs: number,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () =>
      typeof send === "string" ? socket.write(send) : send(socket),
    );
    const finish = (closed: boolean) => {
      const response = parse(text);
      socket.destroy();
      if (response) resolve({ ...response, closed });
      else reject(new Error(`no response, but: ${JSON.stringify(text)}`));
    };
    socket.setEncoding("latin1");
    const timer = setTimeout(() => finish(false), withinMs);
    socket.on("data", (chunk) => {
      text += chunk;
      const response = parse(text);
      if (!untilClosed && response && isComplete(response)) finish(false);
    });
    // Data received before the connection broke counts; without a response `finish` rejects.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      finish(true);
    });
  });
}

/** A request's head with the given lines. */
export const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: localhost", ...lines, "", ""].join("\r\n");

/** Writes chunks of 16 KiB endlessly, for as long as they are accepted. */
export function sendForever(socket: Socket, first: string): void {
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  const writeMore = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on("drain", writeMore);
  socket.write(first);
  writeMore();
}
