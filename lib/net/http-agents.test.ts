import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAgents } from "./http-agents.ts";

let server: Server;
let url: string;
let waiting: ServerResponse[];
let open: number;

beforeEach(async () => {
  waiting = [];
  open = 0;
  server = createServer((_request, response) => waiting.push(response));
  server.keepAliveTimeout = 600_000;
  server.on("connection", (socket) => {
    open++;
    socket.on("close", () => open--);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await until(() => open === 0);
});

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sends concurrent requests for an owner, and responds once all have arrived. */
async function ask(agents: ReturnType<typeof createAgents>, ownerId: string, count: number) {
  const asking = Array.from({ length: count }, () =>
    agents.use(ownerId, async (dispatcher) => (await request(url, { dispatcher })).body.dump()),
  );
  await until(() => waiting.length === count);
  for (const response of waiting.splice(0)) response.end();
  await Promise.all(asking);
}

describe("an owner's connections", () => {
  const sum = (agents: ReturnType<typeof createAgents>) =>
    [...agents.open().values()].reduce((all, one) => all + one, 0);

  it("are reused for its next request, and never for another owner's", async () => {
    const agents = createAgents({ maxResponseSize: 1_000 });
    await ask(agents, "one", 1);
    await ask(agents, "another", 1);
    expect(agents.open()).toEqual(
      new Map([
        ["one", 1],
        ["another", 1],
      ]),
    );
    expect(open).toBe(2);
  });

  it("are closed when there are many, while other owners' stay open", async () => {
    const agents = createAgents({ maxResponseSize: 1_000 });
    await ask(agents, "another", 1);
    await ask(agents, "one", 200);
    expect(agents.open().get("one")).toBeGreaterThanOrEqual(128);
    await ask(agents, "one", 1);
    expect(agents.open()).toEqual(
      new Map([
        ["another", 1],
        ["one", 1],
      ]),
    );
    await until(() => open === sum(agents));
  });

  it("keep the owner's agent: it is removed with the last one", async () => {
    const agents = createAgents({ maxResponseSize: 1_000 });
    await ask(agents, "one", 2);
    server.closeAllConnections();
    await until(() => !agents.open().has("one"));
    await expect(
      agents.use("nowhere", (dispatcher) => request("http://127.0.0.1:1/", { dispatcher })),
    ).rejects.toThrow("ECONNREFUSED");
    expect(agents.open()).toEqual(new Map());
  });
});
