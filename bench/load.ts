/** Load from this machine to this machine: bounded, and over in seconds. */
import autocannon from "autocannon";

export type Load = { url: string; headers?: Record<string, string>; body: string };
export type Measured = { perSecond: number; p50: number; p99: number; wrong: number };

/** Connections at once. */
export const CONNECTIONS = 16;

/**
 * Sends POSTs for some seconds. `[<id>]` in the body becomes another value in every request.
 * @param perSecond at most so many; as fast as it goes where left out
 * @returns requests per second, latencies in milliseconds, and how many answers were not 2xx
 */
export async function measure(
  { url, headers, body }: Load,
  seconds: number,
  perSecond?: number,
): Promise<Measured> {
  const result = await autocannon({
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    idReplacement: true,
    connections: CONNECTIONS,
    duration: seconds,
    ...(perSecond ? { overallRate: perSecond } : {}),
  });
  return {
    perSecond: result["2xx"] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    wrong: result.non2xx + result.errors,
  };
}

/** The middle of some numbers. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
