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
const MAX_IDLE_MS = 10_000;

type AgentSettings = {
  maxResponseSize: number;
  connectTimeoutMs?: number;
  /** Whether the host names come from the operator. */
  trusted?: boolean;
  /** Throws if a name has resolved to a forbidden address. */
  check?: (hostname: string, addresses: Address[]) => void;
};

type OwnerAgent = { agent: Agent; open: number; busy: number };

/** Resolves names on behalf of the owner. Connections only go to the checked addresses. */
function lookupFor(ownerId: string, { check, trusted }: AgentSettings): LookupFunction {
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

/** Creates a set of agents. An agent is closed after its last request and connection. */
export function createAgents(settings: AgentSettings) {
  const { maxResponseSize, connectTimeoutMs = CONNECT_TIMEOUT_MS } = settings;
  const owners = new Map<string, OwnerAgent>();

  function retire(ownerId: string, owned: OwnerAgent): void {
    if (owners.get(ownerId) === owned) owners.delete(ownerId);
    // Lets requests in progress finish.
    void owned.agent.close().catch(() => {});
  }

  function make(ownerId: string): OwnerAgent {
    const agent = new Agent({
      connect: { lookup: lookupFor(ownerId, settings), timeout: connectTimeoutMs },
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxResponseSize,
    });
    const owned: OwnerAgent = { agent, open: 0, busy: 0 };
    agent.on("connect", () => {
      owned.open++;
    });
    agent.on("disconnect", () => {
      owned.open--;
      retireUnused(ownerId, owned);
    });
    owners.set(ownerId, owned);
    return owned;
  }

  function retireUnused(ownerId: string, owned: OwnerAgent): void {
    if (owned.open === 0 && owned.busy === 0 && owners.get(ownerId) === owned)
      retire(ownerId, owned);
  }

  return {
    /** Runs a request with the owner's agent. */
    async use<T>(ownerId: string, work: (dispatcher: Agent) => Promise<T>): Promise<T> {
      const known = owners.get(ownerId);
      if (known && known.open >= MAX_OPEN) retire(ownerId, known);
      const owned = owners.get(ownerId) ?? make(ownerId);
      owned.busy++;
      try {
        return await work(owned.agent);
      } finally {
        owned.busy--;
        retireUnused(ownerId, owned);
      }
    },

    /** The number of open connections per owner, for tests. */
    open: () => new Map(Array.from(owners, ([id, { open }]) => [id, open])),
  };
}
