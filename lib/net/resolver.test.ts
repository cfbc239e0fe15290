import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DnsServer, type Question, type Reply, startDnsServer } from "#test/dns-server.ts";
import { lookupsInProgress } from "#test/lookups.ts";
import { resolveName } from "./resolver.ts";

let server: DnsServer;
let reply: (question: Question) => Reply;

beforeEach(async () => {
  reply = () => "nxdomain";
  server = await startDnsServer((question) => reply(question));
  server.use();
});
afterEach(() => server.close());

const addresses = async (name: string, owner = "a bank") =>
  (await resolveName(owner, name)).map(({ address }) => address);
const codeOf = (name: string, owner = "a bank") =>
  resolveName(owner, name).then(
    () => "resolved",
    (error) => error.code,
  );
const askedFor = (name: string) => server.asked.filter((question) => question.name === name).length;

/** Waits until the server has received it. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}

describe("a name", () => {
  it("resolves to the addresses of both families", async () => {
    reply = () => ({ addresses: ["192.0.2.1", "192.0.2.2", "2001:db8::1"] });
    expect(await resolveName("a bank", "both.example")).toEqual([
      { address: "192.0.2.1", family: 4 },
      { address: "192.0.2.2", family: 4 },
      { address: "2001:db8::1", family: 6 },
    ]);
  });

  it("resolves if one family has no response", async () => {
    reply = ({ type }) => (type === "A" ? { addresses: ["192.0.2.1"] } : "silence");
    expect(await addresses("four.example")).toEqual(["192.0.2.1"]);
    reply = ({ type }) => (type === "A" ? "servfail" : { addresses: ["2001:db8::1"] });
    expect(await addresses("six.example")).toEqual(["2001:db8::1"]);
  });

  it("resolves through an alias", async () => {
    reply = () => ({ cname: "real.example", addresses: ["192.0.2.7"] });
    expect(await addresses("alias.example")).toEqual(["192.0.2.7"]);
  });

  it("is queried over TCP if the response was truncated", async () => {
    const many = Array.from({ length: 100 }, (_, n) => `192.0.2.${n}`);
    reply = ({ transport }) => (transport === "udp" ? "truncated" : { addresses: many });
    expect((await addresses("large.example")).sort()).toEqual(many.sort());
  });

  it("is queried again each time: its owner may have moved it", async () => {
    const answers = ["192.0.2.1", "192.0.2.2"];
    reply = ({ type }) => ({ addresses: type === "A" ? [answers.shift() as string] : [] });
    expect(await addresses("moves.example")).toEqual(["192.0.2.1"]);
    expect(await addresses("moves.example")).toEqual(["192.0.2.2"]);
  });

  it("from the hosts file resolves only if the operator chose it", async () => {
    expect(await addresses("localhost")).toEqual(["127.0.0.1", "::1"]);
    expect(server.asked).toEqual([]);
    expect(await codeOf("localhost.example")).toBe("ENOTFOUND");
  });

  it.each<[Reply, string]>([
    ["nxdomain", "ENOTFOUND"],
    ["servfail", "ESERVFAIL"],
    [{ addresses: [] }, "ENODATA"],
    // A CNAME chain that loops and never reaches an address.
    [{ addresses: [], cname: "loop.example" }, "ENODATA"],
  ])("with the response %j cannot be resolved: %s", async (response, code) => {
    reply = () => response;
    expect(await codeOf("loop.example")).toBe(code);
  });
});

describe("names without a response", () => {
  const names = Array.from({ length: 100 }, (_, n) => `silent-${n}.example`);

  it("fail within the time limit, and leave no lookup in progress", async () => {
    reply = () => "silence";
    expect(await codeOf("silent.example")).toBe("ETIMEOUT");
    expect(lookupsInProgress().size).toBe(0);
  });

  it("use eight slots of their bank, then queue, then fail, without affecting another bank", async () => {
    reply = ({ name }) => (name === "sound.example" ? { addresses: ["192.0.2.1"] } : "silence");
    const hanging = names.map((name) => codeOf(name, "hostile"));
    await until(() => new Set(server.asked.map(({ name }) => name)).size === 8);
    expect(lookupsInProgress()).toEqual(new Map([["hostile", { running: 8, waiting: 64 }]]));
    expect(await Promise.all(hanging.slice(72))).toEqual(Array(28).fill("TOO_MANY_LOOKUPS"));
    // Resolves while all of them hang.
    expect(await addresses("sound.example", "another bank")).toEqual(["192.0.2.1"]);
    expect(lookupsInProgress()).toEqual(new Map([["hostile", { running: 8, waiting: 64 }]]));
    reply = () => "nxdomain";
    await Promise.all(hanging);
    expect(lookupsInProgress().size).toBe(0);
  });

  it("are queried once for concurrent lookups", async () => {
    reply = () => "silence";
    const asking = Array.from({ length: 200 }, () => codeOf("the-same.example", "hostile"));
    await until(() => askedFor("the-same.example") > 0);
    expect(lookupsInProgress()).toEqual(new Map([["hostile", { running: 1, waiting: 0 }]]));
    reply = () => "nxdomain";
    expect(new Set(await Promise.all(asking)).size).toBe(1);
  });
});
