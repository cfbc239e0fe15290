import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { rereadEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { exchange, head } from "#test/process/raw-http.ts";
import { connectionLimits, limitConnections } from "./connections.ts";
import { SERVER_OPTIONS } from "./http-server.ts";

const sockets: Socket[] = [];
const closers: (() => void)[] = [];

function setTrustProxy(value: string): void {
  process.env.TRUST_PROXY = value;
  rereadEnv();
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const close of closers.splice(0)) close();
  setTrustProxy("false");
});

async function serve(limits: { total: number; perNetwork: number }): Promise<number> {
  vi.spyOn(log(), "warn").mockImplementation(() => {});
  const server = createServer(SERVER_OPTIONS, (_, outgoing) => void outgoing.end("served"));
  limitConnections(server, limits);
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens connections from one address that send half a request each. */
async function holdOpen(port: number, localAddress: string, count: number): Promise<Socket[]> {
  const connecting = Array.from({ length: count }, async () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
    sockets.push(socket);
    socket.resume();
    // A connection that is closed at once may never emit "connect".
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (socket.writable) socket.write("GET / HTTP/1.1\r\n");
    return socket;
  });
  return Promise.all(connecting);
}

const countOpen = (sockets: Socket[]) => sockets.filter(({ closed }) => !closed).length;

it("limits connections to a share of the file descriptors, and a network's to a share of those", () => {
  expect(connectionLimits(1_024)).toEqual({ total: 768, perNetwork: 48 });
  expect(connectionLimits(Number.POSITIVE_INFINITY)).toEqual({ total: 16_384, perNetwork: 1_024 });
  const { total, perNetwork } = connectionLimits();
  expect(total).toBeGreaterThan(perNetwork);
});

it("a network at its limit doesn't affect others, and can reconnect after closing connections", async () => {
  const port = await serve({ total: 100, perNetwork: 5 });
  const held = await holdOpen(port, "127.0.0.2", 30);
  await expect.poll(() => countOpen(held)).toBe(5);
  expect((await exchange(port, head("GET", "/"))).body).toContain("served");
  for (const socket of held) socket.destroy();
  const again = await holdOpen(port, "127.0.0.2", 3);
  await expect.poll(() => countOpen(again)).toBe(3);
});

it("limits only the total behind a proxy, which all connections come from", async () => {
  setTrustProxy("true");
  const port = await serve({ total: 12, perNetwork: 5 });
  const held = await holdOpen(port, "127.0.0.2", 30);
  await expect.poll(() => countOpen(held)).toBe(12);
});
