/** Counts in memory, each in a window of time. At most so many windows: strangers cannot fill the memory. */

export type Window = {
  count: number;
  endsAt: number;
  /** Whether other processes are told of it. */
  shared: boolean;
};

export class Windows {
  private readonly open = new Map<string, Window>();
  private readonly milliseconds: number;
  private readonly most: number;

  constructor(seconds: number, most: number) {
    this.milliseconds = seconds * 1_000;
    this.most = most;
  }

  get size(): number {
    return this.open.size;
  }

  /** The window of a key that has not ended. */
  find(key: string): Window | undefined {
    const window = this.open.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  }

  /** Counts one, in the present window or in a new one. */
  add(key: string): Window {
    const window = this.find(key) ?? this.begin(key);
    window.count += 1;
    return window;
  }

  private begin(key: string): Window {
    const now = performance.now();
    this.open.delete(key);
    // The oldest stand first: what is over goes, and the oldest where there is no room.
    for (const [oldest, { endsAt }] of this.open) {
      if (endsAt > now && this.open.size < this.most) break;
      this.open.delete(oldest);
    }
    const window = { count: 0, endsAt: now + this.milliseconds, shared: false };
    this.open.set(key, window);
    return window;
  }
}

/** How long a window has still to go, in milliseconds. */
export const millisecondsLeft = ({ endsAt }: Window) =>
  Math.max(0, Math.ceil(endsAt - performance.now()));
