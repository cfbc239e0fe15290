/**
 * `/certify/v1/…`: the same API, with the faults of the caller's running certification. Everything but a gift of the run
 * passes through unchanged. A gift is sent on over loopback, so that its answer can be lost or held.
 */
import { once } from "node:events";
import {
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as sendOn,
} from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { bankScopeOf } from "#lib/auth/api-keys.ts";
import {
  findRunningCertification,
  type NotedGift,
  noteGift,
  noteStatus,
} from "#lib/certification/notes.ts";
import { env } from "#lib/env.ts";
import { ServiceError } from "#lib/errors.ts";
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import { requestIdOf } from "#lib/http/request-context.ts";
import { failure } from "#lib/http/responses.ts";
import { log } from "#lib/log.ts";

const PREFIX = "/certify";
const GIFTS = "/v1/donations/request";
/** The server closes a connection that is idle for longer. */
const HOLD_MS = 20_000;

/** The caller's running certification, if this may be a gift of it. */
async function findRun({ method, url, headers, socket }: IncomingMessage) {
  const isGift = method === "POST" && url === GIFTS;
  if (!isGift || Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) return undefined;
  const key = headers["x-service-api-key"];
  const scope = await bankScopeOf(String(key), socket.remoteAddress).catch((error) => {
    // The API says so itself.
    if (error instanceof ServiceError) return undefined;
    throw error;
  });
  const id = scope && (await findRunningCertification(scope));
  return id && { id, keyId: scope.keyId };
}

async function readWhole(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends a request on to this server's own API. */
async function fromApi({ method, url, rawHeaders, socket }: IncomingMessage, body: Buffer) {
  const { localAddress: host, localPort: port } = socket;
  const sent = sendOn({ host, port, method, path: url, headers: rawHeaders });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks = await response.toArray();
  return { response, body: Buffer.concat(chunks) };
}

async function refuse(outgoing: ServerResponse, code: "SERVICE_UNAVAILABLE" | "RATE_LIMITED") {
  const error = new ServiceError(code, { headers: { "Retry-After": "1" } });
  const response = failure(error, requestIdOf(null));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
  return response.status;
}

/** Answers a gift of a run as its step says. @returns the status; null if nothing was answered */
async function answer(
  { fault }: NotedGift,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
): Promise<number | null> {
  if (fault === "unavailable") return refuse(outgoing, "SERVICE_UNAVAILABLE");
  if (fault === "limited") return refuse(outgoing, "RATE_LIMITED");
  const { response, body: answered } = await fromApi(incoming, body);
  if (fault === "lose") {
    incoming.socket.destroy();
    return null;
  }
  if (fault === "hold") await wait(HOLD_MS);
  if (outgoing.destroyed) return null;
  outgoing.writeHead(response.statusCode as number, response.rawHeaders);
  outgoing.end(answered);
  return response.statusCode as number;
}

async function forward(
  listener: RequestListener,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const run = await findRun(incoming);
  if (!run) return void listener(incoming, outgoing);
  const body = await readWhole(incoming);
  if (!body) return void incoming.socket.destroy();
  const { "idempotency-key": idempotencyKey, "user-agent": client } = incoming.headers;
  const sent = { body: body.toString(), keyId: run.keyId, idempotencyKey, client };
  const noted = await noteGift(run.id, sent);
  const status = await answer(noted, incoming, outgoing, body);
  if (status !== null) await noteStatus(noted, status);
}

/** In a sandbox, serves `/certify` as well. */
export function withCertification(listener: RequestListener): RequestListener {
  if (env().environment !== "sandbox") return listener;
  return (incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${PREFIX}/v1/`)) return listener(incoming, outgoing);
    incoming.url = incoming.url.slice(PREFIX.length);
    forward(listener, incoming, outgoing).catch((error) => {
      log().error({ err: error }, "couldn't forward a request");
      incoming.socket.destroy();
    });
  };
}
