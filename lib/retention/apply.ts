import { affected } from "../database/run.ts";
import { mergeDayTallies, PRUNE } from "./sql.ts";

/** Retention in days, with the reason for each. */
const KEPT_DAYS = {
  /** Endpoints' responses: useful for debugging, but may contain anything. */
  webhookAnswers: 30,
  /** Ended sessions: a cardholder may want to see them for a while. */
  endedSessions: 30,
  /** Emails contain addresses and links; by then they were read or never will be. */
  mails: 90,
  /** Embed sessions that have expired. */
  embedSessions: 30,
  /** Password links: valid for half an hour. Refresh tokens are deleted with their session. */
  resetTokens: 1,
  /** Daily email counts of mailboxes. */
  mailCounts: 2,
  /** What banks have stored on days that are over. */
  bankUsage: 30,
  /** What accounts have given on days that are over, in every time zone. */
  dailyGiftTotals: 2,
  /** What was given with API keys on UTC days that are over. */
  dailyKeyTotals: 2,
  /** Idempotency keys of gifts. */
  idempotencyKeys: 1,
  /** Authorizations that no donation has used. */
  authorizations: 90,
  /** Attempts at second-factor codes that no longer count. */
  codeAttempts: 1,
  /** Codes, tokens, and what else the authorization server keeps for minutes. */
  oauthObjects: 1,
  /** Requests for consent that have ended. What they led to ended before. */
  accountLinks: 1,
  /** Signing keys whose last token has expired. */
  signingKeys: 1,
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

/** Applies all rules, in batches. @returns how many rows each has changed */
export async function applyRetention(): Promise<Record<string, number>> {
  const touched: Record<string, number> = {};
  for (const rule of Object.keys(KEPT_DAYS) as Rule[]) touched[rule] = await applyRule(rule);
  touched.dayTallies = await affected(mergeDayTallies);
  return touched;
}
