/** Where limits are counted that processes share: the table `rate_window`, as rate-limiter-flexible uses it. */
import { pool } from "../database/pool.ts";
import { preparedStatement } from "../database/run.ts";

type Query = { name: string; text: string; values: unknown[] };

/** The pool as it is at that moment, with a wait that ends soon. */
const storeClient = {
  query: ({ name, text, values }: Query) => pool().query(preparedStatement(name, text, values)),
};

/** Options of a `RateLimiterPostgres`. It deletes expired rows by itself, every few minutes. */
export const RATE_WINDOW = {
  storeClient,
  storeType: "pool",
  tableName: "rate_window",
  tableCreated: true,
} as const;
