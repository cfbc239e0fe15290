/**
 * How many runs this process works on, in all and per key of their limits. A new run may begin at once if there is room,
 * and if none waits to be claimed under the same keys: those have their turn first.
 */
type Limit = { limit: number };

export class Occupancy {
  private readonly slots: number;
  private taken = 0;
  private readonly held = new Map<string, number>();
  /** The limits of the keys under which runs of this process wait to be claimed. */
  private readonly waiting = new Map<string, number>();
  /** Whether runs wait because all slots were taken. */
  private wasFull = false;

  constructor(slots: number) {
    this.slots = slots;
  }

  private hasRoom = (key: string, limit: number): boolean => (this.held.get(key) ?? 0) < limit;

  /** Notes that a run waits to be claimed. */
  expect(keys: string[], limits: Limit[]): void {
    for (const [nth, { limit }] of limits.entries()) this.waiting.set(keys[nth] ?? "", limit);
    this.wasFull ||= this.taken >= this.slots;
  }

  /** Takes a place if there is room. @returns whether it did; otherwise the run has to be claimed */
  tryTake(keys: string[], limits: Limit[]): boolean {
    const isFree = ({ limit }: Limit, nth: number) =>
      !this.waiting.has(keys[nth] ?? "") && this.hasRoom(keys[nth] ?? "", limit);
    if (!this.wasFull && this.taken < this.slots && limits.every(isFree)) {
      this.take(keys);
      return true;
    }
    this.expect(keys, limits);
    return false;
  }

  take(keys: string[]): void {
    this.taken += 1;
    for (const key of keys) this.held.set(key, (this.held.get(key) ?? 0) + 1);
  }

  /** Gives a place back. @returns whether a run may be waiting for it */
  leave(keys: string[]): boolean {
    this.taken -= 1;
    for (const key of keys) {
      const left = (this.held.get(key) ?? 1) - 1;
      if (left > 0) this.held.set(key, left);
      else this.held.delete(key);
    }
    return this.wasFull || keys.some((key) => this.waiting.has(key));
  }

  /** The keys under which runs wait although there is room: a claim takes them, if they are still there. */
  keysWithRoom(): string[] {
    return [...this.waiting].flatMap(([key, limit]) => (this.hasRoom(key, limit) ? [key] : []));
  }

  /** Notes which runs a claim has found. None waits under any other key that had room. */
  claimed(keysOfRuns: string[][], withRoom: string[]): void {
    const found = new Set(keysOfRuns.flat());
    for (const key of withRoom) if (!found.has(key)) this.waiting.delete(key);
    if (keysOfRuns.length === 0) this.wasFull = false;
  }
}
