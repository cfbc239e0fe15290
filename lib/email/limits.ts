/**
 * Daily email limits per mailbox (UTC). Each kind has its own limit, counted separately for each bank.
 * An unverified address has a single limit across kinds and banks: docs/decisions/0034.
 */
import type { Transaction } from "../database/transaction.ts";
import { emailKey } from "../text.ts";
import { countRequested } from "./sql.ts";
import type { SecurityEvent } from "./templates/notices.ts";

export type EmailKind =
  | "donation"
  | "receipt"
  | "receipt-resend"
  | "password-link"
  | "endpoint-disabled"
  | "endpoint-failing"
  | "invitation"
  | "batch-closed"
  | "promise-due"
  | "report"
  | "statement-closed"
  | "case-answered"
  | "customer-moved"
  | "statement-overdue"
  | "payee-changed"
  | `security:${SecurityEvent}`;

/** Across the optional kinds. */
const UNVERIFIED = "unverified";
/** Shared by links to every `pat+anything@`, so that those never use up the limit of `pat@`. */
const UNVERIFIED_ALIAS = "unverified-alias";
/** Anyone can be invited, so an alias doesn't count as a mailbox of its own. */
const UNVERIFIED_INVITATION = "unverified-invitation";

/** Links also have their own limits (lib/cardholders/password/links.ts). */
const MAX_A_DAY: Record<string, number> = {
  donation: 50,
  receipt: 50,
  "receipt-resend": 20,
  "password-link": 100,
  "endpoint-disabled": 20,
  "endpoint-failing": 20,
  "batch-closed": 50,
  "promise-due": 20,
  report: 20,
  "case-answered": 20,
  "customer-moved": 5,
  "statement-closed": 50,
  "statement-overdue": 50,
  "payee-changed": 20,
  [UNVERIFIED]: 5,
  [UNVERIFIED_ALIAS]: 10,
  [UNVERIFIED_INVITATION]: 20,
};

/** For each kind of security alert. */
const MAX_ALERTS_A_DAY = 24;

const OPTIONAL: ReadonlySet<EmailKind> = new Set(["donation", "receipt", "receipt-resend"]);

type EmailToCheck = {
  to: string;
  kind: EmailKind;
  cardholderId: string | null;
  bankId?: string;
  tenant?: string;
};

/** An email checked against its daily limit. `isFirstHeld`: the first one that day to exceed it. */
export type LimitCheck = { limit: string; held: boolean; isFirstHeld: boolean };

/**
 * The limit of an email to a verified address. One bank's or school's emails never use up another's limit; invitations of
 * all teams share one.
 */
function verifiedLimit({ kind, bankId, tenant }: EmailToCheck): string {
  if (kind === "invitation") return kind;
  const sender = tenant ?? bankId;
  return sender ? `${kind}:${sender}` : kind;
}

/** The limit's name in metrics and logs, without the bank or school. */
const nameOf = (limit: string) => limit.replace(/:.*$/, "");

function unverifiedLimit({ to, kind }: EmailToCheck): string {
  if (OPTIONAL.has(kind)) return UNVERIFIED;
  if (kind === "invitation") return UNVERIFIED_INVITATION;
  const isAlias = mailboxOf(to) !== emailKey(to);
  return kind === "password-link" && isAlias ? UNVERIFIED_ALIAS : kind;
}

/** The mailbox of an address: providers deliver `pat+anything@` to `pat@`. */
export function mailboxOf(address: string): string {
  return emailKey(address).replace(/(?<=[^+])\+[^@]*(?=@[^@]*$)/, "");
}

/**
 * Counts emails before they are queued, in the same transaction; concurrent transactions wait here. A person's
 * own address is verified once they have a password, since setting one takes a link emailed to it. No other
 * address ever is.
 */
export async function countEmails(tx: Transaction, emails: EmailToCheck[]): Promise<LimitCheck[]> {
  const rows = await countRequested(
    {
      emails: emails.map((email, place) => ({
        place,
        mailbox: mailboxOf(email.to),
        emailKey: emailKey(email.to),
        cardholderId: email.cardholderId,
        verifiedLimit: verifiedLimit(email),
        unverifiedLimit: unverifiedLimit(email),
      })),
    },
    tx,
  );
  return rows.map(({ limit: name, nth }) => {
    const limit = nameOf(name);
    const excess = nth - (MAX_A_DAY[limit] ?? MAX_ALERTS_A_DAY);
    return { limit, held: excess > 0, isFirstHeld: excess === 1 };
  });
}
