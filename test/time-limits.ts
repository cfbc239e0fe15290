/** Fake timeouts for outbound requests, which expire only when a test says so. */
import { vi } from "vitest";

export type HeldLimits = {
  /** The pending timeouts, in milliseconds. */
  held(): number[];
  /** Expires all of them. */
  pass(): void;
  restore(): void;
};

/** Replaces `AbortSignal.timeout` until it is restored. */
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
