/**
 * Resolves names with DNS queries of our own (c-ares). `dns.lookup` runs on four threads that the whole
 * process shares: four names without a response would block everyone.
 */
import { promises as dns } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP, isIPv6 } from "node:net";
import { env, isLoopbackHost } from "../env.ts";
import { FairQueue } from "../fair-queue.ts";
import { perProcess } from "../singleton.ts";

export type Address = { address: string; family: 4 | 6 };

/** A name that couldn't be resolved. `code` is that of the DNS response, or of our limit. */
export class NameNotResolved extends Error {
  override name = "NameNotResolved";
  readonly code: string;
  constructor(hostname: string, code: string) {
    super(`${hostname} couldn't be resolved (${code})`);
    this.code = code;
  }
}

/** Concurrent lookups per owner, and how many more may wait. */
const AT_ONCE = 8;
const WAITING = 64;
/** The time limit and the number of tries per query: the whole lookup has `WITHIN_MS`. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;
const WITHIN_MS = 5_000;
/** Once one family has addresses, the other has this long. */
const OTHER_FAMILY_MS = 1_000;
const LOCALHOST: Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

const familyOf = (address: string): Address => ({ address, family: isIPv6(address) ? 6 : 4 });

/** Queries both families, with a resolver of its own, so that only this lookup is canceled. */
async function ask(hostname: string): Promise<Address[]> {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const { dnsServers } = env();
  if (dnsServers) resolver.setServers(dnsServers);
  const timers = [setTimeout(() => resolver.cancel(), WITHIN_MS)];
  const questions = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const oneIsEnough = () => {
    timers.push(setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS));
  };
  Promise.any(questions).then(oneIsEnough, () => {});
  const answers = await Promise.allSettled(questions);
  for (const timer of timers) clearTimeout(timer);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length > 0) return found.map(familyOf);
  const [first] = answers;
  const { code } = (first?.status === "rejected" ? first.reason : {}) as { code?: string };
  throw new NameNotResolved(hostname, code === "ECANCELLED" ? "ETIMEOUT" : (code ?? "ENODATA"));
}

/** The addresses of a name in this machine's hosts file. */
async function inHostsFile(hostname: string): Promise<Address[]> {
  const lines = (await readFile("/etc/hosts", "utf8").catch(() => "")).split("\n");
  return lines.flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(hostname) ? [familyOf(address)] : [];
  });
}

type Owner = { queue: FairQueue; lookups: Map<string, Promise<Address[]>> };

const owners = perProcess("dns lookups", () => new Map<string, Owner>());

const makeOwner = (): Owner => ({
  queue: new FairQueue({ atOnce: AT_ONCE, waiting: WAITING }),
  lookups: new Map(),
});

/** @throws NameNotResolved also if too many of the owner's are waiting */
async function lookUp({ queue }: Owner, hostname: string): Promise<Address[]> {
  const { running, waiting } = queue.load;
  const isFull = running >= AT_ONCE && waiting >= WAITING;
  if (isFull) throw new NameNotResolved(hostname, "TOO_MANY_LOOKUPS");
  return queue.run([], () => ask(hostname));
}

/** Lookups in progress and waiting, per owner, for tests. */
export const lookupsUnderWay = () =>
  new Map(Array.from(owners(), ([id, { queue }]) => [id, queue.load]));

/**
 * The addresses of a name, looked up on behalf of `ownerId` (such as a bank). Each owner has separate
 * slots, and concurrent lookups of a name share a response. Nothing is cached.
 * @param trusted whether the operator chose the name, so that the hosts file applies
 * @throws NameNotResolved
 */
export async function resolveName(
  ownerId: string,
  hostname: string,
  trusted = false,
): Promise<Address[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (isIP(name)) return [familyOf(name)];
  if (isLoopbackHost(name)) return LOCALHOST;
  const local = trusted ? await inHostsFile(name) : [];
  if (local.length > 0) return local;
  const owner = owners().get(ownerId) ?? makeOwner();
  owners().set(ownerId, owner);
  const known = owner.lookups.get(name);
  if (known) return known;
  const lookup = lookUp(owner, name).finally(() => {
    owner.lookups.delete(name);
    if (owner.lookups.size === 0) owners().delete(ownerId);
  });
  owner.lookups.set(name, lookup);
  return lookup;
}
