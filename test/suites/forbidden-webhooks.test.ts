/**
 * Every spelling of a forbidden address, at registration and delivery, with a server listening on this
 * machine.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { addEndpoint, sendTestEvent } from "#lib/webhooks/endpoints/mutations.ts";
import { call, violationsIn } from "../api.ts";
import { deliver } from "../attempts.ts";
import { type DnsServer, startDnsServer } from "../dns-server.ts";
import { type Bank, makeBank } from "../factories.ts";
import { FORBIDDEN_ANSWERS, FORBIDDEN_SPELLINGS } from "../forbidden-addresses.ts";
import { operation } from "../operations.ts";
import { startReceiver } from "../receiver.ts";

/** The attacker's DNS responses, one after another; the last one repeats. */
let answers: string[][] = [];
let dns: DnsServer;
/** Names that were looked up, with repetitions: a response contains both families. */
const lookups = () => dns.asked.filter(({ type }) => type === "A").map(({ name }) => name);

/** Accepts connections on every address of this machine, and counts them. */
let listener: Server;
let connections = 0;
let port = 0;
let bank: Bank;
let endpointId: string;

/** Makes every name resolve to these addresses: the first lookup to the first, then to the next. */
function resolveTo(...next: string[][]): void {
  answers = next;
  dns.asked.length = 0;
}

function allowLoopback(allowed: boolean): void {
  process.env.ALLOW_LOOPBACK_WEBHOOKS = String(allowed);
  rereadEnv();
}

beforeAll(async () => {
  dns = await startDnsServer(({ name }) => {
    const nth = lookups().filter((one) => one === name).length - 1;
    return { addresses: answers[Math.min(Math.max(nth, 0), answers.length - 1)] ?? [] };
  });
  dns.use();
  listener = createServer((socket) => {
    connections++;
    socket.on("error", () => {});
    socket.end();
  });
  listener.listen(0);
  await once(listener, "listening");
  ({ port } = listener.address() as { port: number });
  bank = await makeBank();
  endpointId = (await addEndpoint(bank.scope, { url: "https://bank.example/" })).endpoint_id;
});
afterAll(async () => {
  listener.close();
  await dns.close();
});
afterEach(() => allowLoopback(true));

/** One delivery attempt to an address that was accepted at registration. @returns its error, or null if it arrived */
async function deliverTo(url: string): Promise<string | null> {
  await db().webhookEndpoint.update({ where: { id: endpointId }, data: { url } });
  const { event_id: eventId } = await sendTestEvent(bank.scope, endpointId);
  const delivery = await db().webhookDelivery.findFirstOrThrow({ where: { eventId } });
  await deliver(delivery.id);
  const attempt = await db().webhookAttempt.findFirstOrThrow({
    where: { deliveryId: delivery.id },
  });
  return attempt.error;
}

describe("registering", () => {
  const add = operation("addWebhookEndpoint");
  const change = operation("changeWebhookEndpoint");

  it.each(Object.keys(FORBIDDEN_SPELLINGS))("rejects every spelling of %s", async (what) => {
    allowLoopback(false);
    for (const spelling of FORBIDDEN_SPELLINGS[what] ?? []) {
      const body = { url: spelling.replace("PORT", String(port)) };
      const added = await call(add, { key: bank.key, body });
      expect.soft(added.status, spelling).toBe(422);
      const places = violationsIn(added.body).map((violation) => violation.split(" ")[0]);
      expect.soft(new Set(places), spelling).toEqual(new Set(["body.url"]));
      const params = { endpoint_id: endpointId };
      const changed = await call(change, { key: bank.key, params, body });
      expect.soft(changed.status, spelling).toBe(422);
    }
  });

  it("accepts public addresses, and names that only look like numbers", async () => {
    allowLoopback(false);
    for (const url of [
      "https://bank.example/hooks",
      "https://bank.example./hooks",
      "https://bank.example:8443/hooks?a=1",
      "https://1.1.1.1/",
      "https://[2606:4700:4700::1111]/",
      "https://127.0.0.1.bank.example/",
      "https://localhost.bank.example/",
      "https://bücher.example/",
    ]) {
      const params = { endpoint_id: endpointId };
      const { status } = await call(change, { key: bank.key, params, body: { url } });
      expect.soft(status, url).toBe(200);
    }
  });

  it("is tested with more than sixty spellings", () => {
    const all = Object.values(FORBIDDEN_SPELLINGS).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(60);
  });
});

describe("delivering", () => {
  it.each(Object.keys(FORBIDDEN_SPELLINGS))(
    "never connects to a previously accepted spelling of %s",
    async (what) => {
      allowLoopback(false);
      // Names as well: their DNS would resolve to this machine.
      resolveTo(["127.0.0.1"]);
      connections = 0;
      for (const spelling of FORBIDDEN_SPELLINGS[what] ?? []) {
        if (spelling.includes("\0")) continue; // Not storable.
        const error = await deliverTo(spelling.replace("PORT", String(port)));
        expect.soft(error, spelling).toMatch(/public|absolute|https|password/);
      }
      expect(connections).toBe(0);
    },
  );

  it.each(FORBIDDEN_ANSWERS)("never connects to a name that resolves to %s", async (address) => {
    allowLoopback(false);
    connections = 0;
    for (const answer of [[address], ["1.1.1.1", address], [address, "2606:4700:4700::1111"]]) {
      resolveTo(answer);
      expect(await deliverTo(`https://bank.example:${port}/`)).toMatch(
        /doesn't resolve to a public/,
      );
    }
    resolveTo([]);
    expect(await deliverTo(`https://bank.example:${port}/`)).toMatch(/couldn't be resolved/);
    expect(connections).toBe(0);
  });

  it("connects only to the address that was checked, and checks each new one", async () => {
    // Allowed at the first lookup, then a different address, as in DNS rebinding.
    resolveTo(["127.0.0.1"], ["169.254.169.254"]);
    connections = 0;
    const url = `https://rebinds.example:${port}/`;
    expect(await deliverTo(url)).not.toMatch(/doesn't resolve to a public/);
    expect(connections).toBe(1);
    expect(lookups()).toEqual(["rebinds.example"]);
    expect(await deliverTo(url)).toMatch(/doesn't resolve to a public/);
    expect(connections).toBe(1);
  });

  it.each([301, 302, 303, 307, 308])("doesn't follow a local %s redirect", async (status) => {
    connections = 0;
    const headers = { location: `http://127.0.0.1:${port}/`, refresh: "0" };
    const receiver = await startReceiver(() => ({ status, headers }));
    expect(await deliverTo(receiver.url)).toBeNull();
    expect(receiver.received).toHaveLength(1);
    expect(connections).toBe(0);
    await receiver.close();
  });

  it("detects a connection if one is made", async () => {
    connections = 0;
    resolveTo(["127.0.0.1"]);
    for (const host of ["127.0.0.1", "[::1]", "localhost"])
      await deliverTo(`http://${host}:${port}/`);
    await deliverTo(`https://bank.example:${port}/`);
    expect(connections).toBe(4);
  });
});
