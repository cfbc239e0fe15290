/** Hostile receivers, each harming its senders in one way; all are closed together at the end. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { startDnsServer } from "./dns-server.ts";

export type HostileReceiver = {
  /** Its nth address (from 0). */
  url(nth: number): string;
  /** The number of connections or queries it has received. */
  asked(): number;
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
  treat: (socket: Socket) => void,
): Promise<HostileReceiver> {
  let asked = 0;
  let released = false;
  const server = createServer((socket) => {
    asked++;
    if (released) socket.destroy();
    else treat(socket);
  });
  const { port, sockets } = await listening(server);
  return {
    url: (nth) => urlOf(port, nth),
    asked: () => asked,
    hangs,
    async release() {
      released = true;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const plain = (port: number, nth: number) => `http://127.0.0.1:${port}/${nth}`;
const overTls = (port: number, nth: number) => `https://127.0.0.1:${port}/${nth}`;

/** Sends the start of a response, then a byte now and then, forever. */
function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write("x"), 200);
  socket.on("close", () => clearInterval(timer));
}

async function namesWithoutAnswer(): Promise<HostileReceiver> {
  let released = false;
  const dns = await startDnsServer(() => (released ? "nxdomain" : "silence"));
  dns.use();
  return {
    url: (nth) => `https://silent-${nth}.example/`,
    asked: () => new Set(dns.asked.map(({ name }) => name)).size,
    hangs: true,
    async release() {
      released = true;
      await dns.close();
    },
  };
}

async function endlessAnswers(): Promise<HostileReceiver> {
  let asked = 0;
  const server = createHttpServer((_request, response) => {
    asked++;
    response.writeHead(200).write("x");
    const timer = setInterval(() => response.write("x"), 200);
    response.on("close", () => clearInterval(timer));
  });
  const { port, sockets } = await listening(server);
  return {
    url: (nth) => plain(port, nth),
    asked: () => asked,
    hangs: true,
    async release() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export const neverAnswers = () => onConnection(plain, true, () => {});

/** Every kind, by name. */
export const HOSTILE_RECEIVERS: Record<string, () => Promise<HostileReceiver>> = {
  "names that are never answered": namesWithoutAnswer,
  "a receiver that closes its connections": () =>
    onConnection(plain, false, (socket) => socket.destroy()),
  "a receiver that resets its connections": () =>
    onConnection(plain, false, (socket) => socket.resetAndDestroy()),
  "a receiver that never answers": neverAnswers,
  "a receiver that never ends its TLS handshake": () => onConnection(overTls, true, () => {}),
  "a receiver whose headers never end": () =>
    onConnection(plain, true, (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-endless: ")),
  "a receiver whose body never ends": endlessAnswers,
  "a receiver with headers larger than any": () =>
    onConnection(plain, false, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-large: ${"x".repeat(1_000_000)}\r\n\r\n`);
    }),
};
