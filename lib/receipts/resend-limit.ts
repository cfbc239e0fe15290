/**
 * How often a cardholder may have receipts mailed to addresses that may be anybody's. Counted in the
 * database at once, not in each process: so few mails can wait for it.
 */
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool, promptStatement } from "../db.ts";
import { ServiceError } from "../errors.ts";
import { FOREIGN_RESENDS_A_DAY } from "./contract.ts";

type Query = { name: string; text: string; values: unknown[] };

/** The pool as it is at that moment, with a wait that ends soon. */
const storeClient = {
  query: ({ name, text, values }: Query) => pool().query(promptStatement(name, text, values)),
};

// One per process: the front door's bundle and Next's hold this module each.
const held = globalThis as { pointsResendLimiter?: RateLimiterPostgres };

function limiter(): RateLimiterPostgres {
  held.pointsResendLimiter ??= new RateLimiterPostgres({
    storeClient,
    storeType: "pool",
    tableName: "rate_window",
    tableCreated: true,
    keyPrefix: "receipt-resend",
    points: FOREIGN_RESENDS_A_DAY,
    duration: 86_400,
  });
  return held.pointsResendLimiter;
}

/** Counts a resend to a foreign address. @throws ServiceError RATE_LIMITED */
export async function countForeignResend(cardholderId: string): Promise<void> {
  try {
    await limiter().consume(cardholderId);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
    throw new ServiceError("RATE_LIMITED", { headers: { "Retry-After": seconds } });
  }
}
