/**
 * A connection pool with fair sharing: each owner (such as a bank) gets at most a share of the connections.
 * Further statements wait, so that one owner cannot exhaust the pool.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";

/** An owner gets at most one in this many connections, but at least two. */
const SHARE_DIVISOR = 3;
const MIN_SHARE = 2;
/** The minimum time a statement waits for its owner's share. Can be long, since the database is known to be up. */
const MIN_WAIT_MS = 10_000;

type ConnectCallback = Parameters<pg.Pool["connect"]>[0] extends infer C ? C : never;
type Waiter = { resume: () => void };
type Slots = { taken: number; waiters: Set<Waiter> };

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

export class SharedPool extends pg.Pool {
  private readonly slots = new Map<string, Slots>();

  private get share(): number {
    return Math.max(MIN_SHARE, Math.floor(this.options.max / SHARE_DIVISOR));
  }

  private async acquireSlot(ownerId: string): Promise<void> {
    const slots = this.slots.get(ownerId) ?? { taken: 0, waiters: new Set() };
    this.slots.set(ownerId, slots);
    if (slots.taken < this.share) {
      slots.taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onTimeout = () => {
        slots.waiters.delete(waiter);
        // The same message as the pool's, so that requests answer 503.
        reject(new Error("timeout exceeded when trying to connect"));
      };
      const timer = setTimeout(onTimeout, Math.max(MIN_WAIT_MS, env().databaseTimeoutMs));
      const waiter = { resume: () => resolve(clearTimeout(timer)) };
      slots.waiters.add(waiter);
    });
  }

  private releaseSlot(ownerId: string): void {
    const slots = this.slots.get(ownerId) as Slots;
    const [next] = slots.waiters;
    if (next) {
      // Hands the slot to the next statement.
      slots.waiters.delete(next);
      next.resume();
    } else if (slots.taken > 1) slots.taken--;
    else this.slots.delete(ownerId);
  }

  private async connectFor(ownerId: string): Promise<pg.PoolClient> {
    await this.acquireSlot(ownerId);
    try {
      const client = await super.connect();
      const { release } = client;
      client.release = (error) => {
        this.releaseSlot(ownerId);
        release(error);
      };
      return client;
    } catch (error) {
      this.releaseSlot(ownerId);
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
