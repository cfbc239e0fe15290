import { once } from "node:events";
import { Agent, createServer, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDrainable } from "./drain.ts";

let port: number;
let drain: ReturnType<typeof makeDrainable>;
let agent: Agent;
/** The responses to /later, which tests end. */
let later: ServerResponse[];

beforeEach(async () => {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/later") later.push(outgoing);
    else outgoing.end("done");
  });
  later = [];
  drain = makeDrainable(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as { port: number }).port;
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  agent.destroy();
  await drain({ lingerMs: 0, drainMs: 0 });
});

async function get(path: string) {
  const sent = request({ port, host: "127.0.0.1", path, agent });
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  return { status: response.statusCode, connection: response.headers.connection };
}

it("keeps connections alive until it's stopped", async () => {
  expect(await get("/")).toEqual({ status: 200, connection: "keep-alive" });
});

it("answers requests in progress, with Connection: close", async () => {
  const response = get("/later");
  await expect.poll(() => later.length).toBe(1);
  const drained = drain();
  await wait(50);
  later[0]?.end("late");
  expect(await response).toEqual({ status: 200, connection: "close" });
  await drained;
});

it("answers a request on an open connection, and refuses new connections", async () => {
  await get("/");
  const drained = drain();
  expect(await get("/")).toEqual({ status: 200, connection: "close" });
  await drained;
  await expect(get("/")).rejects.toThrow("ECONNREFUSED");
});

it("stops at once if there are no connections", async () => {
  // Waiting would exceed the test's time limit.
  await drain({ lingerMs: 3_600_000, drainMs: 3_600_000 });
});

it("closes idle connections after the linger time", async () => {
  await get("/");
  const startedAt = performance.now();
  await drain({ lingerMs: 200 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199);
});

it("aborts requests that take too long", async () => {
  const response = get("/later");
  const failed = expect(response).rejects.toThrow("socket hang up");
  await expect.poll(() => later.length).toBe(1);
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");
  await drain({ lingerMs: 50, drainMs: 200 });
  await failed;
  idle.destroy();
});
