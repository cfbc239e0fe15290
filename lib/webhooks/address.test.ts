import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv } from "../env.ts";
import { ForbiddenAddress, webhookAgents } from "./address.ts";

function allowLoopback(allowed: boolean): void {
  process.env.ALLOW_LOOPBACK_WEBHOOKS = String(allowed);
  rereadEnv();
}

afterEach(() => allowLoopback(true));

describe("a name that resolves to this machine", () => {
  async function connects(): Promise<boolean> {
    let wasReached = false;
    const server = createServer((_request, response) => {
      wasReached = true;
      response.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    try {
      await webhookAgents().use("a bank", (dispatcher) =>
        request(`http://localhost:${port}/`, { dispatcher }),
      );
    } catch (error) {
      expect(error).toBeInstanceOf(ForbiddenAddress);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    return wasReached;
  }

  it("is refused at connection time, even if it resolved elsewhere at registration", async () => {
    allowLoopback(false);
    expect(await connects()).toBe(false);
  });

  it("is allowed if loopback is allowed", async () => {
    expect(await connects()).toBe(true);
  });
});
