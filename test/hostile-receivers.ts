/** Hostile receivers, each of which harms its senders in its own way. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { startDnsServer } from "./dns-server.ts";

export type HostileReceiver = {
  /** Its nth URL (from 0). */
  url(nth: number): string;
  /** The number of connections or queries it has received. */
  requestCount(): number;
  /** Whether it keeps senders waiting until their timeout. */
  hangs: boolean;
  /** Closes all connections. */
  release(): Promise<void>;
};

async function listening(server: Server): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as { port: number }).port, sockets };
}

/** A receiver that handles each connection this way. */
async function onConnection(
  urlOf: (port: number, nth: number) => string,
  hangs: boolean,
  handle: (socket: Socket) => void,
): Promise<HostileReceiver> {
  let requestCount = 0;
  let released = false;
  const server = createServer((socket) => {
    requestCount++;
    if (released) socket.destroy();
    else handle(socket);
  });
  const { port, sockets } = await listening(server);
  return {
    url: (nth) => urlOf(port, nth),
    requestCount: () => requestCount,
    hangs,
    async release() {
      released = true;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const httpUrl = (port: number, nth: number) => `http://127.0.0.1:${port}/${nth}`;
const httpsUrl = (port: number, nth: number) => `https://127.0.0.1:${port}/${nth}`;

/** Sends the start of a response, then a byte now and then, forever. */
function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write("x"), 200);
  socket.on("close", () => clearInterval(timer));
}

async function unresolvedNames(): Promise<HostileReceiver> {
  let released = false;
  const dns = await startDnsServer(() => (released ? "nxdomain" : "silence"));
  dns.use();
  return {
    url: (nth) => `https://silent-${nth}.example/`,
    requestCount: () => new Set(dns.asked.map(({ name }) => name)).size,
    hangs: true,
    async release() {
      released = true;
      await dns.close();
    },
  };
}

async function endlessResponses(): Promise<HostileReceiver> {
  let requestCount = 0;
  const server = createHttpServer((_request, response) => {
    requestCount++;
    response.writeHead(200).write("x");
    const timer = setInterval(() => response.write("x"), 200);
    response.on("close", () => clearInterval(timer));
  });
  const { port, sockets } = await listening(server);
  return {
    url: (nth) => httpUrl(port, nth),
    requestCount: () => requestCount,
    hangs: true,
    async release() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export const neverAnswers = () => onConnection(httpUrl, true, () => {});

/** Every kind, by name. */
export const HOSTILE_RECEIVERS: Record<string, () => Promise<HostileReceiver>> = {
  "names that never resolve": unresolvedNames,
  "a receiver that closes its connections": () =>
    onConnection(httpUrl, false, (socket) => socket.destroy()),
  "a receiver that resets its connections": () =>
    onConnection(httpUrl, false, (socket) => socket.resetAndDestroy()),
  "a receiver that never responds": neverAnswers,
  "a receiver that never completes its TLS handshake": () => onConnection(httpsUrl, true, () => {}),
  "a receiver whose headers never end": () =>
    onConnection(httpUrl, true, (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-endless: ")),
  "a receiver whose body never ends": endlessResponses,
  "a receiver with oversized headers": () =>
    onConnection(httpUrl, false, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-large: ${"x".repeat(1_000_000)}\r\n\r\n`);
    }),
};
