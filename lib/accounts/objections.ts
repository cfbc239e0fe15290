/** The reasons to refuse a request that names an account. */
import { env } from "../env.ts";
import type { Violation } from "../errors.ts";

/** @param status null if this bank has no such account */
export function accountObjections(status: string | null): Violation[] {
  if (status === "active") return [];
  const loc = ["body", "service_user_id"];
  return status === null
    ? [{ loc, msg: "No linked account has this ID", type: "account_not_found" }]
    : [{ loc, msg: "This account isn't active", type: "account_not_active" }];
}

/** An account that has made as many gifts today as it may. The sentence is for banks and people alike. */
export function dayObjection(isDayFull: boolean, field: string): Violation[] {
  if (!isDayFull) return [];
  const most = env().maxGiftsPerAccountAndDay.toLocaleString("en-US");
  const msg = `This account has reached its limit of ${most} gifts a day. It can give again tomorrow.`;
  return [{ loc: ["body", field], msg, type: "limit_exceeded" }];
}

/** The same for an account that a cardholder names. @param status null if they have no such account */
export function loyaltyAccountObjections(status: string | null): Violation[] {
  if (status === "active") return [];
  const loc = ["body", "loyalty_account_id"];
  const msg = "You don't have a loyalty account with this ID";
  return status === null
    ? [{ loc, msg, type: "loyalty_account_not_found" }]
    : [{ loc, msg: "This loyalty account isn't active", type: "account_not_active" }];
}
