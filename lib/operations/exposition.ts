/** The response of `GET /metrics`, and its authorization. */
import { timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { hashOfSecret } from "../auth/tokens/opaque-tokens.ts";
import { singleFlight } from "../batch.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { metrics } from "../metrics.ts";
import { gauges } from "./gauges.ts";
import { readSnapshot, type Snapshot } from "./sql.ts";

/**
 * Requires `METRICS_TOKEN`.
 * @throws ServiceError NOT_FOUND if it is not configured, ACCESS_TOKEN_MISSING or _INVALID
 */
export function admitScraper(authorization: string | null): void {
  const { metricsToken } = env();
  if (!metricsToken) throw new ServiceError("NOT_FOUND");
  const headers = { "WWW-Authenticate": "Bearer" };
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (!token) throw new ServiceError("ACCESS_TOKEN_MISSING", { headers });
  // Compares hashes in constant time, so that timing leaks neither the token nor its length.
  if (timingSafeEqual(hashOfSecret(token), hashOfSecret(metricsToken))) return;
  throw new ServiceError("ACCESS_TOKEN_INVALID", { headers });
}

const shareFlight = singleFlight<Snapshot | undefined>();

/**
 * Concurrent scrapes share one query. Prometheus times out after ten seconds by default, so a scrape must not wait for a
 * hung database.
 */
function snapshotOrTimeout(): Promise<Snapshot | undefined> {
  const read = shareFlight("snapshot", () => readSnapshot().catch(() => undefined));
  return Promise.race([read, delay(env().databaseTimeoutMs, undefined, { ref: false })]);
}

/** All metrics in Prometheus' text format. If the database is unavailable, only this process's. */
export async function exposeMetrics(): Promise<{ type: string; text: string }> {
  gauges().set(await snapshotOrTimeout());
  const { registry } = metrics();
  return { type: registry.contentType, text: await registry.metrics() };
}
