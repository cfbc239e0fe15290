/** Where limits are counted that processes share: the table `rate_window`, as rate-limiter-flexible uses it. */
import type pg from "pg";
import { pool } from "./pool.ts";
import { REQUEST_TIMEOUT_MS } from "./run.ts";

type Query = { name: string; text: string; values: unknown[] };

/** The pool as it is at that moment, with a wait that ends soon. */
const storeClient = {
  query: (query: Query) =>
    pool().query({ ...query, query_timeout: REQUEST_TIMEOUT_MS } as pg.QueryConfig),
};

/** Options of a `RateLimiterPostgres`. It deletes expired rows by itself, every few minutes. */
export const RATE_WINDOW = {
  storeClient,
  storeType: "pool",
  tableName: "rate_window",
  tableCreated: true,
} as const;
