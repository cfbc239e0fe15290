/** The reasons to refuse a request that names an account. */
import { env } from "../env.ts";
import type { Violation } from "../errors.ts";

/** The field by which a bank names an account, or its cardholder does. */
type AccountField = "service_user_id" | "loyalty_account_id";

/** @param status null if the bank, or the cardholder, has no such account */
export function accountObjections(
  status: string | null,
  field: AccountField = "service_user_id",
): Violation[] {
  if (status === "active") return [];
  const loc = ["body", field];
  const isOwn = field === "loyalty_account_id";
  if (status !== null) {
    const msg = `This ${isOwn ? "loyalty account" : "account"} isn't active`;
    return [{ loc, msg, type: "account_not_active" }];
  }
  return isOwn
    ? [
        {
          loc,
          msg: "You don't have a loyalty account with this ID",
          type: "loyalty_account_not_found",
        },
      ]
    : [{ loc, msg: "No linked account has this ID", type: "account_not_found" }];
}

/** An account that has made as many gifts today as it may. The sentence is for banks and people alike. */
export function dayObjection(isDayFull: boolean, field: AccountField): Violation[] {
  if (!isDayFull) return [];
  const most = env().maxGiftsPerAccountAndDay.toLocaleString("en-US");
  const msg = `This account has reached its limit of ${most} gifts a day. It can give again tomorrow.`;
  return [{ loc: ["body", field], msg, type: "limit_exceeded" }];
}
