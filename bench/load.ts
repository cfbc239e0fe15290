/** A load generator for this machine, limited to seconds. */
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { Agent, request } from "undici";
import { quantile } from "./statistics.ts";

/** POSTs of these bodies in turn. `[<id>]` in a body is replaced with a unique value. */
export type Load = { url: string; headers?: Record<string, string>; bodies: string[] };
/** 2xx responses per second, latencies in milliseconds, and the number of other responses. */
export type Measured = { perSecond: number; p50: number; p99: number; failed: number };

/** Connections in total, over all targets, unless a benchmark sets another number. */
export const CONNECTIONS = 16;

const JSON_TYPE = { "content-type": "application/json" };

/** Rotated by a random offset, so that connections don't send in lockstep. */
function rotateRandomly<T>(all: T[]): T[] {
  const at = Math.floor(Math.random() * all.length);
  return [...all.slice(at), ...all.slice(0, at)];
}

async function measureOne(load: Load, connections: number, limit: object) {
  const requests = load.bodies.map((body) => ({ body }));
  return autocannon({
    url: load.url,
    method: "POST",
    headers: { ...JSON_TYPE, ...load.headers },
    requests,
    // Copies, since the client modifies its input.
    setupClient: (client) =>
      client.setRequests(rotateRandomly(requests).map((one) => ({ ...one, method: "POST" }))),
    idReplacement: true,
    connections,
    ...limit,
  });
}

/**
 * Sends as fast as responses come, with the connections spread evenly over the targets.
 * @param end after how many seconds, or after how many requests
 */
export async function measure(
  loads: Load[],
  limit: { seconds: number } | { requests: number },
  connections = CONNECTIONS,
): Promise<Measured> {
  const part = loads.length;
  const until =
    "seconds" in limit ? { duration: limit.seconds } : { amount: Math.ceil(limit.requests / part) };
  const startedAt = performance.now();
  const results = await Promise.all(
    loads.map((load) => measureOne(load, connections / part, until)),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  const sum = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((all, result) => all + of(result), 0);
  return {
    perSecond: sum((result) => result["2xx"]) / elapsed,
    p50: Math.max(...results.map(({ latency }) => latency.p50)),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    failed: sum((result) => result.non2xx + result.errors),
  };
}

/**
 * Sends at a constant rate, independent of responses: each request has a scheduled time, from which its
 * latency counts. The targets take turns.
 */
export async function offer(loads: Load[], seconds: number, perSecond: number): Promise<Measured> {
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const latencies: number[] = [];
  const inProgress = new Set<Promise<void>>();
  let failed = 0;
  const startedAt = performance.now();
  const send = async (nth: number) => {
    const load = loads[nth % loads.length] as Load;
    const body = load.bodies[Math.floor(nth / loads.length) % load.bodies.length] as string;
    try {
      const { statusCode, body: responseBody } = await request(load.url, {
        method: "POST",
        headers: { ...JSON_TYPE, ...load.headers },
        body: body.replaceAll("[<id>]", crypto.randomUUID()),
        dispatcher: agent,
      });
      await responseBody.dump();
      if (statusCode >= 300) failed += 1;
      else latencies.push(performance.now() - startedAt - (nth * 1_000) / perSecond);
    } catch {
      failed += 1;
    }
  };
  const all = Math.floor(seconds * perSecond);
  for (let sent = 0; sent < all; ) {
    const due = Math.min(all, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
    for (; sent < due; sent++) {
      const one: Promise<void> = send(sent).finally(() => inProgress.delete(one));
      inProgress.add(one);
    }
    await wait(2);
  }
  await Promise.all(inProgress);
  await agent.close();
  const elapsed = Math.max(seconds, (performance.now() - startedAt) / 1_000);
  return {
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    failed,
  };
}
