/** What is asked outside has a limit of time: here it passes when a test says so, and not because a machine is busy. */
import { vi } from "vitest";

export type HeldLimits = {
  /** Of each limit that has not passed, in milliseconds. */
  held(): number[];
  /** Lets all of them pass. */
  pass(): void;
  restore(): void;
};

/** Takes the place of `AbortSignal.timeout` until it is restored. */
export function holdTimeLimits(): HeldLimits {
  let limits: { ms: number; end: AbortController }[] = [];
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const end = new AbortController();
    limits.push({ ms, end });
    return end.signal;
  });
  return {
    held: () => limits.map(({ ms }) => ms),
    pass() {
      const passing = limits;
      limits = [];
      const reason = new DOMException("The operation timed out.", "TimeoutError");
      for (const { end } of passing) end.abort(reason);
    },
    restore: () => spy.mockRestore(),
  };
}
