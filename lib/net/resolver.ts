/**
 * Names to addresses, by questions of our own to the name servers (c-ares). `dns.lookup` would ask on
 * four threads that the whole process shares: four names that never answer stop everybody.
 */
import { promises as dns } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP, isIPv6 } from "node:net";
import { env, isLoopbackHost } from "../env.ts";
import { perProcess } from "../singleton.ts";

export type Address = { address: string; family: 4 | 6 };

/** A name that could not be resolved. `code` is that of the name server's answer, or of our limit. */
export class NameNotResolved extends Error {
  override name = "NameNotResolved";
  readonly code: string;
  constructor(hostname: string, code: string) {
    super(`${hostname} could not be resolved (${code})`);
    this.code = code;
  }
}

/** One owner's look-ups under way at a time, and how many more may wait for their turn. */
const AT_ONCE = 8;
const WAITING = 64;
/** The wait for a server's answer, and how often it is asked: the whole look-up has `WITHIN_MS`. */
const TIMEOUT_MS = 1_500;
const TRIES = 2;
const WITHIN_MS = 5_000;
/** Once there are addresses of one family, those of the other have this long. */
const OTHER_FAMILY_MS = 1_000;
const LOCALHOST: Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

const familyOf = (address: string): Address => ({ address, family: isIPv6(address) ? 6 : 4 });

/** Asks for both families. A resolver of its own, so that it alone is canceled. */
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

/** What the hosts file of this machine says of a name. */
async function inHostsFile(hostname: string): Promise<Address[]> {
  const lines = (await readFile("/etc/hosts", "utf8").catch(() => "")).split("\n");
  return lines.flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(hostname) ? [familyOf(address)] : [];
  });
}

type Owner = { running: number; waiting: (() => void)[]; lookups: Map<string, Promise<Address[]>> };

const owners = perProcess("dns lookups", () => new Map<string, Owner>());

/** Waits for a place among the owner's look-ups. @throws NameNotResolved where too many wait already */
async function takePlace(owner: Owner, hostname: string): Promise<void> {
  if (owner.running >= AT_ONCE) {
    if (owner.waiting.length >= WAITING) throw new NameNotResolved(hostname, "TOO_MANY_LOOKUPS");
    // Whoever ends hands its place on.
    return new Promise((resolve) => owner.waiting.push(resolve));
  }
  owner.running++;
}

function leavePlace(owner: Owner): void {
  const next = owner.waiting.shift();
  if (next) next();
  else owner.running--;
}

async function lookUp(owner: Owner, hostname: string): Promise<Address[]> {
  await takePlace(owner, hostname);
  try {
    return await ask(hostname);
  } finally {
    leavePlace(owner);
  }
}

/** How many look-ups are under way and waiting, by owner: for tests. */
export const lookupsUnderWay = () =>
  new Map(
    Array.from(owners(), ([id, { running, waiting }]) => [
      id,
      { running, waiting: waiting.length },
    ]),
  );

/**
 * The addresses of a name, looked up on the account of `ownerId` (a bank, say): each has places of its
 * own, and who looks up a name again meanwhile gets the same answer. Nothing is kept longer.
 * @param trusted whether the operator chose the name, so that the hosts file counts
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
  const owner = owners().get(ownerId) ?? { running: 0, waiting: [], lookups: new Map() };
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
