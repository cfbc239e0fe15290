/**
 * How many emails of a kind go to one mailbox in a day (UTC). Every kind has a limit, what a bank causes one
 * for each bank; an address that its person has not proved has one for all of that: docs/decisions/0034.
 */
import type { Transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";
import { countRequested } from "./sql.ts";
import type { SecurityEvent } from "./templates/security.ts";

/** What an email is about. */
export type EmailKind =
  | "donation"
  | "receipt"
  | "receipt-resend"
  | "password-link"
  | "endpoint-disabled"
  | `security:${SecurityEvent}`;

/** Beside it, links have limits of their own (lib/cardholders/password/links.ts). */
const MAX_A_DAY = {
  donation: 50,
  receipt: 50,
  "receipt-resend": 20,
  "password-link": 100,
  "endpoint-disabled": 20,
} as const;

/** Of each kind of security alert. */
const MAX_ALERTS_A_DAY = 24;

/** To a mailbox of which nobody has proved an address, of the optional kinds together. */
export const MAX_UNVERIFIED_A_DAY = 5;
const UNPROVED = "unproved";
/** Links to all `pat+anything@` together, so that those to `pat@` itself are never used up by them. */
const UNPROVED_ALIAS = "unproved-alias";
const MAX_UNVERIFIED: Record<string, number> = {
  [UNPROVED]: MAX_UNVERIFIED_A_DAY,
  [UNPROVED_ALIAS]: 10,
};
const OPTIONAL: ReadonlySet<EmailKind> = new Set(["donation", "receipt", "receipt-resend"]);

type Countable = { to: string; kind: EmailKind; cardholderId: string | null; bankId?: string };

/** What was counted of an email: its place in the day, and whether it goes beyond the limit. */
export type Counted = { limit: string; held: boolean; isFirstHeld: boolean };

function mostOf(limit: string): number {
  const known = MAX_UNVERIFIED[limit] ?? MAX_A_DAY[limit as keyof typeof MAX_A_DAY];
  return known ?? MAX_ALERTS_A_DAY;
}

/** What an email counts against where its person has proved the address: no bank uses up another's. */
const provedLimit = ({ kind, bankId }: Countable) =>
  bankId && OPTIONAL.has(kind) ? `${kind}:${bankId}` : kind;

/** The limit as people and metrics know it, whichever bank it is counted for. */
const nameOf = (limit: string) => limit.replace(/:[0-9a-f-]{36}$/, "");

/** What an email counts against where nobody has proved its address. */
function unprovedLimit({ to, kind }: Countable): string {
  if (OPTIONAL.has(kind)) return UNPROVED;
  const isAlias = mailboxOf(to) !== emailKey(to);
  return kind === "password-link" && isAlias ? UNPROVED_ALIAS : kind;
}

/** Where email to an address ends up: providers deliver `pat+anything@` to `pat@`. */
export function mailboxOf(address: string): string {
  return emailKey(address).replace(/(?<=[^+])\+[^@]*(?=@[^@]*$)/, "");
}

/**
 * Counts emails before they are queued, in the same transaction: of two that come at once, one waits
 * here. The person has proved their own address once they have a password, which takes a link that
 * was emailed to it; nobody has proved any other.
 */
export async function countEmails(tx: Transaction, emails: Countable[]): Promise<Counted[]> {
  const rows = await countRequested(
    {
      emails: emails.map((email, place) => ({
        place,
        mailbox: mailboxOf(email.to),
        emailKey: emailKey(email.to),
        cardholderId: email.cardholderId,
        provedLimit: provedLimit(email),
        unprovedLimit: unprovedLimit(email),
      })),
    },
    tx,
  );
  return rows.map(({ limit: name, nth }) => {
    const limit = nameOf(name);
    const beyond = nth - mostOf(limit);
    return { limit, held: beyond > 0, isFirstHeld: beyond === 1 };
  });
}
