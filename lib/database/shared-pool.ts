/**
 * A pool of connections in which nobody takes all of them: whoever a request is counted against has a
 * share, and its other statements wait for that, however many are sent at once and whatever they wait for.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { perProcess } from "../singleton.ts";

/** One in so many connections at the most for one owner, and never fewer than two. */
const SHARE = 3;
const LEAST = 2;
/** So long a statement waits for its owner's share. That others have connections shows that the database is there. */
const WAIT_MS = 10_000;

type Connected = Parameters<pg.Pool["connect"]>[0] extends infer C ? C : never;
type Waiting = { go: () => void };
type Places = { taken: number; waiting: Set<Waiting> };

const owners = perProcess("pool owners", () => new AsyncLocalStorage<string | undefined>());

/** Does work on the account of an owner; of none where it is done for several at once. */
export const withPoolShareOf = <T>(ownerId: string | undefined, work: () => T): T =>
  owners().run(ownerId, work);

/** The same account, for work that is called later from elsewhere. */
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
        // As the pool says it: a request answers 503.
        reject(new Error("timeout exceeded when trying to connect"));
      };
      const timer = setTimeout(tooLate, WAIT_MS);
      const one = { go: () => resolve(clearTimeout(timer)) };
      places.waiting.add(one);
    });
  }

  private leave(ownerId: string): void {
    const places = this.places.get(ownerId) as Places;
    const [next] = places.waiting;
    if (next) {
      // Whoever ends hands the place on.
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
