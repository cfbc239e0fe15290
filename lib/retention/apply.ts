import { affected } from "../database/run.ts";
import { mergeDayTallies, PRUNE } from "./sql.ts";

/** Days; the reason beside each. */
const KEPT_DAYS = {
  /** What endpoints answered: helps to find a fault, may hold whatever they sent. */
  webhookAnswers: 30,
  /** Sessions that have ended: a cardholder may still want to see them for a while. */
  endedSessions: 30,
  /** Mails hold addresses and links; by then they have been read or never will be. */
  mails: 90,
  /** Embed sessions that nobody can open any more. */
  embedSessions: 30,
  /** Links to set a password: good for half an hour. Refresh tokens go with their session. */
  resetTokens: 1,
  /** How many emails a mailbox had in a day. */
  mailCounts: 2,
  /** Who has tried codes of a second factor, once those tries no longer count. */
  codeAttempts: 1,
} as const;

const BATCH = 5_000;

type Rule = keyof typeof KEPT_DAYS;

async function applyRule(rule: Rule): Promise<number> {
  let touched = 0;
  for (;;) {
    const count = await affected(PRUNE[rule](KEPT_DAYS[rule], BATCH));
    touched += count;
    if (count < BATCH) return touched;
  }
}

/** Applies all rules, in portions. @returns how many rows each has touched */
export async function applyRetention(): Promise<Record<string, number>> {
  const touched: Record<string, number> = {};
  for (const rule of Object.keys(KEPT_DAYS) as Rule[]) touched[rule] = await applyRule(rule);
  touched.dayTallies = await affected(mergeDayTallies);
  return touched;
}
