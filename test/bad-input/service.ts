/** The API over real HTTP, in the test's own process. */
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";
import { listenToAll } from "#server/http-server.ts";
import { createListener } from "#server/listener.ts";
import { routes } from "../../generated/routes.ts";
import type { WrongRequest } from "./wire.ts";

/** The timeout after which validation counts as hung. */
const TIMEOUT_MS = 300_000;

export type Reply = { status: number; headers: IncomingMessage["headers"]; body: unknown };
/** Credentials for an operation. */
export type Credentials = Record<string, string>;
export type Service = {
  send(request: Omit<WrongRequest, "what" | "expected">, credentials: Credentials): Promise<Reply>;
  close(): Promise<void>;
};

/** Sends one request exactly as given. */
async function send(
  port: number,
  request: Omit<WrongRequest, "what" | "expected">,
  credentials: Credentials,
) {
  const { method, target, headers, body, chunked } = request;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const length = chunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": bytes?.length ?? 0 };
  const outgoing = open({
    port,
    method,
    path: target,
    agent: false,
    timeout: TIMEOUT_MS,
    headers: { ...credentials, ...(bytes ? length : {}), ...headers },
  });
  outgoing.on("timeout", () => outgoing.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
  const responded = once(outgoing, "response") as Promise<[IncomingMessage]>;
  // The server may stop reading a rejected body: only the response counts.
  outgoing.on("error", () => {});
  outgoing.end(bytes);
  const [incoming] = await responded;
  const parsed = await readJson(incoming);
  outgoing.destroy();
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: parsed };
}

/** Starts it on a free port. */
export async function startService(): Promise<Service> {
  // All requests are for the API, none for pages.
  const next = async (_: unknown, outgoing: ServerResponse) => void outgoing.end();
  const server = createServer();
  listenToAll(server, createListener({ routes, next }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    send: (request, credentials) => send(port, request, credentials),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
