/** HTTP agents, one per owner (a bank, a platform), so that owners do not share or wait for connections. */
import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import { type Address, resolveName } from "./resolver.ts";

/** The number of connections after which an owner gets a new agent, and idle ones are closed. */
const MAX_OPEN = 128;
/** How many of a name's addresses are tried. All of them are checked. */
const MAX_ADDRESSES = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** The keep-alive limit, even if the server offers more. */
const IDLE_AT_MOST_MS = 10_000;

export type AgentSettings = {
  maxResponseSize: number;
  connectTimeoutMs?: number;
  /** Whether the host names come from the operator. */
  trusted?: boolean;
  /** Throws if a name has resolved to a forbidden address. */
  check?: (hostname: string, addresses: Address[]) => void;
};

type Kept = { agent: Agent; open: number; busy: number };

/** Resolves names on the owner's account. Connections only go to the checked addresses. */
export function lookupFor(ownerId: string, { check, trusted }: AgentSettings): LookupFunction {
  return (hostname, options, done) => {
    resolveName(ownerId, hostname, trusted).then(
      (found) => {
        try {
          check?.(hostname, found);
        } catch (error) {
          return done(error as Error, "", 0);
        }
        const [first] = found;
        if (options.all) return done(null, found.slice(0, MAX_ADDRESSES));
        return done(null, first?.address ?? "", first?.family ?? 0);
      },
      (error) => done(error, "", 0),
    );
  };
}

/** Makes a set of agents. An agent is closed after its last request and connection. */
export function createAgents(settings: AgentSettings) {
  const { maxResponseSize, connectTimeoutMs = CONNECT_TIMEOUT_MS } = settings;
  const owners = new Map<string, Kept>();

  function retire(ownerId: string, kept: Kept): void {
    if (owners.get(ownerId) === kept) owners.delete(ownerId);
    // Lets requests in progress finish.
    void kept.agent.close().catch(() => {});
  }

  function make(ownerId: string): Kept {
    const agent = new Agent({
      connect: { lookup: lookupFor(ownerId, settings), timeout: connectTimeoutMs },
      keepAliveMaxTimeout: IDLE_AT_MOST_MS,
      maxResponseSize,
    });
    const kept: Kept = { agent, open: 0, busy: 0 };
    agent.on("connect", () => {
      kept.open++;
    });
    agent.on("disconnect", () => {
      kept.open--;
      retireUnused(ownerId, kept);
    });
    owners.set(ownerId, kept);
    return kept;
  }

  function retireUnused(ownerId: string, kept: Kept): void {
    if (kept.open === 0 && kept.busy === 0 && owners.get(ownerId) === kept) retire(ownerId, kept);
  }

  return {
    /** Runs a request with the owner's agent. */
    async use<T>(ownerId: string, work: (dispatcher: Agent) => Promise<T>): Promise<T> {
      const known = owners.get(ownerId);
      if (known && known.open >= MAX_OPEN) retire(ownerId, known);
      const kept = owners.get(ownerId) ?? make(ownerId);
      kept.busy++;
      try {
        return await work(kept.agent);
      } finally {
        kept.busy--;
        retireUnused(ownerId, kept);
      }
    },

    /** The number of open connections per owner, for tests. */
    open: () => new Map(Array.from(owners, ([id, { open }]) => [id, open])),
  };
}
