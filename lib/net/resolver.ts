/**
 * Resolves names with DNS queries of our own (c-ares). `dns.lookup` runs on four threads that the whole
 * process shares: four names without a response would block everyone.
 */
import { promises as dns } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP, isIPv6 } from "node:net";
import { singleFlight } from "../batch.ts";
import { env, isLoopbackHost } from "../env.ts";
import { FairQueue } from "../fair-queue.ts";
import { perProcess } from "../singleton.ts";

export type Address = { address: string; family: 4 | 6 };

/** A name that couldn't be resolved. `code` is that of the DNS response, or of our limit. */
class NameNotResolved extends Error {
  override name = "NameNotResolved";
  readonly code: string;
  constructor(hostname: string, code: string) {
    super(`${hostname} couldn't be resolved (${code})`);
    this.code = code;
  }
}

/** The most concurrent and waiting lookups per owner. */
const LIMITS = { concurrency: 8, waiting: 64 };
/** The time limit and the number of tries per query, and the time limit for the whole lookup. */
const QUERY_TIMEOUT_MS = 1_500;
const TRIES = 2;
const LOOKUP_TIMEOUT_MS = 5_000;
/** The time limit for the second address family once the first has responded. */
const OTHER_FAMILY_MS = 1_000;
const LOCALHOST: Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

const familyOf = (address: string): Address => ({ address, family: isIPv6(address) ? 6 : 4 });

/** Queries both address families. Has its own resolver, so that a timeout cancels only this lookup. */
async function query(hostname: string): Promise<Address[]> {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  const { dnsServers } = env();
  if (dnsServers) resolver.setServers(dnsServers);
  const timers = [setTimeout(() => resolver.cancel(), LOOKUP_TIMEOUT_MS)];
  const questions = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const limitSecondFamily = () => {
    timers.push(setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS));
  };
  Promise.any(questions).then(limitSecondFamily, () => {});
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

const queues = perProcess("dns lookups", () => new Map<string, FairQueue>());

const shareFlight = singleFlight<Address[]>();

/** @throws NameNotResolved also if too many of the owner's lookups are waiting */
async function lookUp(ownerId: string, hostname: string): Promise<Address[]> {
  const queue = queues().get(ownerId) ?? new FairQueue(LIMITS);
  const { running, waiting } = queue.load;
  const isFull = running >= LIMITS.concurrency && waiting >= LIMITS.waiting;
  if (isFull) throw new NameNotResolved(hostname, "TOO_MANY_LOOKUPS");
  queues().set(ownerId, queue);
  try {
    return await queue.run([], () => query(hostname));
  } finally {
    if (queue.load.running === 0) queues().delete(ownerId);
  }
}

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
  return shareFlight(`${ownerId} ${name}`, () => lookUp(ownerId, name));
}
