/** Fixed-window counters in memory, limited in number so that anonymous clients can't fill memory. */

export type Window = {
  count: number;
  endsAt: number;
  /** How much of it has been admitted, and isn't shared with other processes yet. */
  unshared: number;
  isSharing: boolean;
};

export class WindowCounter {
  private readonly open = new Map<string, Window>();
  private readonly milliseconds: number;
  private readonly maxWindows: number;

  constructor(seconds: number, maxWindows: number) {
    this.milliseconds = seconds * 1_000;
    this.maxWindows = maxWindows;
  }

  get size(): number {
    return this.open.size;
  }

  /** The key's window, unless it has ended. */
  find(key: string): Window | undefined {
    const window = this.open.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  }

  /** Adds to the current window, or starts a new one. */
  add(key: string, count = 1): Window {
    const window = this.find(key) ?? this.begin(key);
    window.count += count;
    return window;
  }

  private begin(key: string): Window {
    const now = performance.now();
    this.open.delete(key);
    // Oldest first: deletes ended windows, and then the oldest until there is room.
    for (const [oldest, { endsAt }] of this.open) {
      if (endsAt > now && this.open.size < this.maxWindows) break;
      this.open.delete(oldest);
    }
    const endsAt = now + this.milliseconds;
    const window = { count: 0, endsAt, unshared: 0, isSharing: false };
    this.open.set(key, window);
    return window;
  }
}

/** The time until a window ends, in milliseconds. */
export const millisecondsLeft = ({ endsAt }: Window) =>
  Math.max(0, Math.ceil(endsAt - performance.now()));
