/** The response of `GET /metrics`, and its authorization. */
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { metrics } from "../metrics.ts";
import { gauges } from "./gauges.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Requires `METRICS_TOKEN`.
 * @throws ServiceError NOT_FOUND if it is not configured, ACCESS_TOKEN_MISSING or _INVALID
 */
export function admitScraper(authorization: string | null): void {
  const { metricsToken } = env();
  if (!metricsToken) throw new ServiceError("NOT_FOUND");
  const headers = { "WWW-Authenticate": "Bearer" };
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (!given) throw new ServiceError("ACCESS_TOKEN_MISSING", { headers });
  // Compares digests, so that neither the token's length nor the time leaks.
  if (timingSafeEqual(digest(given), digest(metricsToken))) return;
  throw new ServiceError("ACCESS_TOKEN_INVALID", { headers });
}

let reading: Promise<Snapshot | undefined> | undefined;

/** Concurrent scrapes share one query. */
function snapshotNow(): Promise<Snapshot | undefined> {
  reading ??= readSnapshot()
    .catch(() => undefined)
    .finally(() => {
      reading = undefined;
    });
  return reading;
}

/** Prometheus gives up after ten seconds by default; a scrape must not hang with the database. */
function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, env().databaseTimeoutMs, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** All metrics in Prometheus' text format. If the database is unavailable, only those of this process. */
export async function exposeMetrics(): Promise<{ type: string; text: string }> {
  gauges().set(await inTime(snapshotNow()));
  const { registry } = metrics();
  return { type: registry.contentType, text: await registry.metrics() };
}
