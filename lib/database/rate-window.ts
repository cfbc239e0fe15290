/** `rate_window`: rate limits shared by all processes, in rate-limiter-flexible's format. */
import type pg from "pg";
import { env } from "../env.ts";
import { pool } from "./pool.ts";

type Query = { name: string; text: string; values: unknown[] };

/** Uses the current pool, with the request timeout. */
const storeClient = {
  query: (query: Query) =>
    pool().query({ ...query, query_timeout: env().databaseTimeoutMs } as pg.QueryConfig),
};

/** Options of a `RateLimiterPostgres`. It deletes expired rows every few minutes. */
export const RATE_WINDOW = {
  storeClient,
  storeType: "pool",
  tableName: "rate_window",
  tableCreated: true,
} as const;
