/** Sends one delivery over HTTP, signed. */
import { performance } from "node:perf_hooks";
import type { Dispatcher } from "undici";
import { webhookAgents } from "../address.ts";
import { wholeBody } from "../events/body.ts";
import { endpointSecrets, postSigned } from "../signing.ts";
import type { LoadedDelivery } from "./sql.ts";

/** How long an endpoint may take to respond. */
const RESPONSE_TIMEOUT_MS = 15_000;
/** The number of response bytes that are stored. */
const MAX_STORED_BYTES = 1024;

export type Attempt = {
  responseCode: number | null;
  responseBody: string | null;
  error: string | null;
  /** The kind of error, for the service's log. A message could quote an address. */
  fault: string | null;
  latencyMs: number;
  retryAfterMs: number | null;
};

const NO_RESPONSE = {
  responseCode: null,
  responseBody: null,
  error: null,
  fault: null,
  retryAfterMs: null,
};

/** Honors `Retry-After` on 429 and 503, as seconds or a date, up to a day. */
function retryAfterOf(code: number, header: string | string[] | undefined): number | null {
  if ((code !== 429 && code !== 503) || typeof header !== "string") return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : null;
}

async function firstBytes(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_STORED_BYTES) break;
  }
  return toText(Buffer.concat(chunks).subarray(0, MAX_STORED_BYTES));
}

/** A byte that Postgres cannot store (NUL), or that JSON escapes to six times its size. */
const isControlByte = (byte: number) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13;

/** Decodes bytes to text that is no larger. Invalid bytes become U+FFFD; control characters become question marks. */
function toText(bytes: Buffer): string {
  const text = bytes.map((byte) => (isControlByte(byte) ? 63 : byte)) as Buffer;
  return Buffer.from(text.toString("utf8")).subarray(0, MAX_STORED_BYTES).toString("utf8");
}

/** Sends one attempt. Never throws: errors are part of the result. */
export const sendDelivery = (row: LoadedDelivery): Promise<Attempt> =>
  webhookAgents().use(row.bankId, (dispatcher) => sendWith(dispatcher, row));

async function sendWith(dispatcher: Dispatcher, row: LoadedDelivery): Promise<Attempt> {
  const startedAt = performance.now();
  const body = wholeBody(row);
  const latency = () => Math.round(performance.now() - startedAt);
  try {
    const secrets = endpointSecrets.decryptAll(row.endpointId, row);
    const signed = { url: row.url, id: row.eventId, body, secrets, timeoutMs: RESPONSE_TIMEOUT_MS };
    const response = await postSigned(dispatcher, signed);
    const responseBody = await firstBytes(response.body);
    return {
      ...NO_RESPONSE,
      responseCode: response.statusCode,
      responseBody,
      latencyMs: latency(),
      retryAfterMs: retryAfterOf(response.statusCode, response.headers["retry-after"]),
    };
  } catch (error) {
    const { code, message, name } = error as Error & { code?: string };
    const why = (message || code || "unknown").slice(0, 500);
    return { ...NO_RESPONSE, error: why, fault: code ?? name, latencyMs: latency() };
  }
}
