/** Reasons to refuse a request that names an account. */
import { env } from "../env.ts";
import type { Violation } from "../errors.ts";

/** By the field that names the account: a bank's, or its cardholder's. */
const REFUSALS = {
  service_user_id: {
    inactive: "This account isn't active",
    unknown: { msg: "No linked account has this ID", type: "account_not_found" },
  },
  loyalty_account_id: {
    inactive: "This loyalty account isn't active",
    unknown: {
      msg: "You don't have a loyalty account with this ID",
      type: "loyalty_account_not_found",
    },
  },
} as const;

type AccountField = keyof typeof REFUSALS;

/** @param status null if the bank, or the cardholder, has no such account */
export function accountObjections(
  status: string | null,
  field: AccountField = "service_user_id",
): Violation[] {
  if (status === "active") return [];
  const { inactive, unknown } = REFUSALS[field];
  const refusal =
    status === null ? unknown : { msg: inactive, type: "account_not_active" as const };
  return [{ loc: ["body", field], ...refusal }];
}

/** The account has reached its daily limit of gifts. Banks and people both see the message. */
export function dailyLimitObjections(isDayFull: boolean, field: AccountField): Violation[] {
  if (!isDayFull) return [];
  const limit = env().maxDailyGiftsPerAccount.toLocaleString("en-US");
  const msg = `This account has reached its limit of ${limit} gifts a day. It can give again tomorrow.`;
  return [{ loc: ["body", field], msg, type: "limit_exceeded" }];
}
