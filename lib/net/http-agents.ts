/** HTTP clients, one for each owner (a bank, a platform): no one waits for or uses another's connections. */
import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import { type Address, resolveName } from "./resolver.ts";

/** So many connections an owner may have open; then those that are idle are closed. */
const MAX_OPEN = 128;
/** A connection is tried with so many of a name's addresses, all of which have been checked. */
const MAX_ADDRESSES = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** However long the other side offers to keep a connection open. */
const IDLE_AT_MOST_MS = 10_000;

export type AgentSettings = {
  maxResponseSize: number;
  connectTimeoutMs?: number;
  /** Whether the operator chose the names. */
  trusted?: boolean;
  /** Objects to what a name has resolved to, by throwing. */
  check?: (hostname: string, addresses: Address[]) => void;
};

type Kept = { agent: Agent; open: number; busy: number };

/** Looks names up on the owner's account; what is connected to is what has been checked. */
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

/** Makes a set of clients. Nobody's client outlives its last request and connection. */
export function createAgents(settings: AgentSettings) {
  const { maxResponseSize, connectTimeoutMs = CONNECT_TIMEOUT_MS } = settings;
  const owners = new Map<string, Kept>();

  function retire(ownerId: string, kept: Kept): void {
    if (owners.get(ownerId) === kept) owners.delete(ownerId);
    // Lets requests under way end.
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
    /** Lends the owner's client for a request. */
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

    /** How many connections each owner has open: for tests. */
    open: () => new Map(Array.from(owners, ([id, { open }]) => [id, open])),
  };
}

export type Agents = ReturnType<typeof createAgents>;
