import { once } from "node:events";
import { createServer } from "node:http";
import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv } from "../env.ts";
import { checkWebhookAddress, ForbiddenAddress, webhookAgent } from "./address.ts";

function allowLoopback(allowed: boolean): void {
  process.env.ALLOW_LOOPBACK_WEBHOOKS = String(allowed);
  rereadEnv();
}

afterEach(() => allowLoopback(true));

describe("where only public addresses are allowed", () => {
  it.each([
    "http://bank.example/hooks",
    "ftp://bank.example/",
    "https://user:pass@bank.example/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "nonsense",
  ])("refuses %s", (address) => {
    allowLoopback(false);
    expect(() => checkWebhookAddress(address)).toThrow(ForbiddenAddress);
  });

  it("takes https to a public address or a name", () => {
    allowLoopback(false);
    expect(checkWebhookAddress("https://bank.example/hooks").hostname).toBe("bank.example");
    expect(checkWebhookAddress("https://1.1.1.1/").hostname).toBe("1.1.1.1");
  });
});

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
      await request(`http://localhost:${port}/`, { dispatcher: webhookAgent() });
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
