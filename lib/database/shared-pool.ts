/**
 * A connection pool with fair sharing: the owner that a request counts against gets a share of the
 * connections. Its further statements wait, so that one owner cannot take every connection.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";

/** An owner gets at most one in this many connections, and never fewer than two. */
const SHARE = 3;
const LEAST = 2;
/** How long a statement waits for its owner's share at least. It may be long, since the database is known to be up. */
const WAIT_MS = 10_000;

type Connected = Parameters<pg.Pool["connect"]>[0] extends infer C ? C : never;
type Waiting = { go: () => void };
type Places = { taken: number; waiting: Set<Waiting> };

const owners = perProcess("pool owners", () => new AsyncLocalStorage<string | undefined>());

/** Runs work whose statements count against an owner, or against none if it is for several owners. */
export const withPoolShareOf = <T>(ownerId: string | undefined, work: () => T): T =>
  owners().run(ownerId, work);

/** Binds a callback to the current owner, for work that is called later from another context. */
export function keepPoolShare<A extends unknown[], T>(work: (...given: A) => T) {
  const ownerId = owners().getStore();
  return (...given: A): T => withPoolShareOf(ownerId, () => work(...given));
}

export class SharedPool extends pg.Pool {
  private readonly places = new Map<string, Places>();

  private get share(): number {
    return Math.max(LEAST, Math.floor(this.options.max / SHARE));
  }

  private async take(ownerId: string): Promise<void> {
    const places = this.places.get(ownerId) ?? { taken: 0, waiting: new Set() };
    this.places.set(ownerId, places);
    if (places.taken < this.share) {
      places.taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const tooLate = () => {
        places.waiting.delete(one);
        // The pool's own message, which requests answer with 503.
        reject(new Error("timeout exceeded when trying to connect"));
      };
      const timer = setTimeout(tooLate, Math.max(WAIT_MS, env().databaseTimeoutMs));
      const one = { go: () => resolve(clearTimeout(timer)) };
      places.waiting.add(one);
    });
  }

  private leave(ownerId: string): void {
    const places = this.places.get(ownerId) as Places;
    const [next] = places.waiting;
    if (next) {
      // Hands the connection to the next statement.
      places.waiting.delete(next);
      next.go();
    } else if (places.taken > 1) places.taken--;
    else this.places.delete(ownerId);
  }

  private async connectFor(ownerId: string): Promise<pg.PoolClient> {
    await this.take(ownerId);
    try {
      const client = await super.connect();
      const { release } = client;
      client.release = (error) => {
        this.leave(ownerId);
        release(error);
      };
      return client;
    } catch (error) {
      this.leave(ownerId);
      throw error;
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    const ownerId = owners().getStore();
    if (ownerId === undefined) {
      return (super.connect as (given?: Connected) => Promise<pg.PoolClient>).call(this, done);
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
