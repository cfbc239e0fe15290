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

/**
 * Sends so many requests over the usual connections, each with fields of its own, and its own reference.
 * @param fieldsOf what the body of the nth has besides the load's
 * @returns how long each took in milliseconds, the shortest first
 * @throws where an answer is not 202
 */
export async function send(
  { url, headers, body }: Load,
  count: number,
  fieldsOf: (n: number) => object,
): Promise<number[]> {
  const fields = JSON.parse(body);
  const times: number[] = [];
  let next = 0;
  const connection = async () => {
    for (let n = next++; n < count; n = next++) {
      const startedAt = performance.now();
      const reference = { bank_transaction_ref: crypto.randomUUID() };
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ ...fields, ...fieldsOf(n), ...reference }),
      });
      await response.text();
      if (response.status !== 202) throw new Error(`answered ${response.status}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return times.sort((a, b) => a - b);
}

/** The middle of some numbers. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
