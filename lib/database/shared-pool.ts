/**
 * A connection pool with fair sharing: each owner (such as a bank) gets at most a share of the connections.
 * Further statements wait, so that one owner cannot exhaust the pool.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { env } from "../env.ts";
import { FairQueue } from "../fair-queue.ts";
import { perProcess } from "../singleton.ts";

/** An owner gets at most one in this many connections, but at least two. */
const SHARE_DIVISOR = 3;
const MIN_SHARE = 2;
/** The minimum time a statement waits for its owner's share. Can be long, since the database is known to be up. */
const MIN_WAIT_MS = 10_000;

type ConnectCallback = Parameters<pg.Pool["connect"]>[0] extends infer C ? C : never;

type Owner = { id: string | undefined };

const owners = perProcess("pool owners", () => new AsyncLocalStorage<Owner>());

/** Runs work whose statements count against an owner's share; against none if the work serves several owners. */
export const withPoolShareOf = <T>(ownerId: string | undefined, work: () => T): T =>
  owners().run({ id: ownerId }, work);

/** Counts the current work's further statements against another owner, which is only known now. */
export function movePoolShareTo(ownerId: string): void {
  const owner = owners().getStore();
  if (owner) owner.id = ownerId;
}

/** Binds a callback to the current owner, for calls from another async context. */
export function keepPoolShare<A extends unknown[], T>(work: (...args: A) => T) {
  const ownerId = owners().getStore()?.id;
  return (...args: A): T => withPoolShareOf(ownerId, () => work(...args));
}

const timeout = () => AbortSignal.timeout(Math.max(MIN_WAIT_MS, env().databaseTimeoutMs));

export class SharedPool extends pg.Pool {
  private readonly shares = new FairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerKey: Math.max(MIN_SHARE, Math.floor(this.options.max / SHARE_DIVISOR)),
    waiting: Number.POSITIVE_INFINITY,
  });

  private async connectFor(ownerId: string): Promise<pg.PoolClient> {
    const leave = await this.shares.enter([ownerId], timeout).catch(() => {
      // The same message as the pool's, so that requests answer 503.
      throw new Error("timeout exceeded when trying to connect");
    });
    try {
      const client = await super.connect();
      const { release } = client;
      client.release = (error) => {
        leave();
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: ConnectCallback): void;
  override connect(done?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const ownerId = owners().getStore()?.id;
    if (ownerId === undefined) {
      return (super.connect as (done?: ConnectCallback) => Promise<pg.PoolClient>).call(this, done);
    }
    const connected = this.connectFor(ownerId);
    if (!done) return connected;
    connected.then(
      (client) => done(undefined, client, client.release),
      (error) => done(error, undefined, () => {}),
    );
    return undefined;
  }
}
