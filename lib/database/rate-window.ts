/** The table of the limits that processes share, `rate_window`, as rate-limiter-flexible uses it. */
import type pg from "pg";
import { pool } from "./pool.ts";
import { REQUEST_TIMEOUT_MS } from "./run.ts";

type Query = { name: string; text: string; values: unknown[] };

/** The current pool, with a short timeout. */
const storeClient = {
  query: (query: Query) =>
    pool().query({ ...query, query_timeout: REQUEST_TIMEOUT_MS } as pg.QueryConfig),
};

/** Options of a `RateLimiterPostgres`. It deletes expired rows every few minutes. */
export const RATE_WINDOW = {
  storeClient,
  storeType: "pool",
  tableName: "rate_window",
  tableCreated: true,
} as const;
