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
    let asked = false;
    const server = createServer((_request, response) => {
      asked = true;
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
    return asked;
  }

  it("is refused when the connection is made, whatever it said when it was registered", async () => {
    allowLoopback(false);
    expect(await connects()).toBe(false);
  });

  it("is connected to where loopback is allowed", async () => {
    expect(await connects()).toBe(true);
  });
});
