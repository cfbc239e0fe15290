/** Embedded sessions: what a token stands for, and how it stands now. */

import { validate as isUuid } from "uuid";
import { type EmbedScope, mintEmbedScope } from "../auth/scopes.ts";
import { readTokenOfAnyAge } from "../auth/signed-tokens.ts";
import { STANDARD_RATE } from "../cardholders/loyalty.ts";
import { pool } from "../database/pool.ts";
import { preparedStatement } from "../database/run.ts";
import type { OwnDonation } from "../donations/contract.ts";
import type { Cents } from "../money.ts";
import { findEmbedDonation } from "./donation-made.ts";
import type { Theme } from "./theme.ts";

export type EmbedSession = {
  scope: EmbedScope;
  bankName: string;
  /** Who may frame the flow. */
  embedOrigins: string[];
  programId: string;
  programName: string;
  /** Points that make a dollar. */
  rate: number;
  /** What the bank has set the account to. */
  preferredSchoolId: string | null;
  preferredFund: string | null;
  /** What the bank offers, and what the customer has to keep of it. */
  schoolId: string | null;
  fund: string | null;
  amountCents: Cents | null;
  lockSchool: boolean;
  lockAmount: boolean;
  returnUrl: string | null;
  cancelUrl: string | null;
  theme: Theme;
  expiresAt: Date;
};

/** How a session stands. Only an open one gives. */
export type EmbedStanding =
  | { state: "open"; session: EmbedSession }
  | { state: "expired" | "revoked"; session: EmbedSession }
  | { state: "used"; session: EmbedSession; donation: OwnDonation }
  /** Signed by us, and so old that nothing is left of it. */
  | { state: "forgotten" }
  /** None of ours, or damaged on the way. */
  | { state: "broken" };

type SessionRow = Omit<EmbedSession, "scope"> & {
  sessionId: string;
  bankId: string;
  accountId: string;
  cardholderId: string;
  isLinked: boolean;
};

async function findSession(id: string): Promise<SessionRow | undefined> {
  const { rows } = await pool().query<SessionRow>(
    preparedStatement(
      "embed-session",
      `select e.id as "sessionId", e.bank_id as "bankId", e.account_id as "accountId",
         coalesce(e.cardholder_id, a.cardholder_id) as "cardholderId", b.name as "bankName",
         b.embed_origins as "embedOrigins", a.loyalty_program_id as "programId",
         coalesce(p.name, a.loyalty_program_id) as "programName",
         coalesce(p.points_per_dollar, $2) as rate,
         a.preferred_school_id as "preferredSchoolId", a.preferred_fund as "preferredFund",
         e.school_id as "schoolId", e.fund_designation as fund, e.amount_cents as "amountCents",
         e.lock_school as "lockSchool", e.lock_amount as "lockAmount",
         e.return_url as "returnUrl", e.cancel_url as "cancelUrl",
         coalesce(e.theme, '{}') as theme, e.expires_at as "expiresAt",
         -- Not where the link has ended since; one that was made anew is another, and whoever is
         -- linked by it may be somebody else.
         a.status = 'active' and a.linked_at <= e.created_at
           and a.cardholder_id = coalesce(e.cardholder_id, a.cardholder_id) as "isLinked"
       from embed_session e
       join bank b on b.id = e.bank_id
       join account a on a.id = e.account_id and a.bank_id = e.bank_id
       left join loyalty_program p
         on p.bank_id = a.bank_id and p.program_id = a.loyalty_program_id
       where e.id = $1`,
      [id, STANDARD_RATE],
    ),
  );
  return rows[0];
}

/**
 * How the session stands that a token opens. A donation that was made is told before all else: whoever
 * has lost the answer learns of it, whatever has happened since.
 */
export async function readEmbedSession(token: string): Promise<EmbedStanding> {
  const read = await readTokenOfAnyAge("embed-session", token);
  if (!read || !isUuid(read.claims.sub)) return { state: "broken" };
  const row = await findSession(read.claims.sub as string);
  if (!row) return { state: "forgotten" };
  const { sessionId, bankId, accountId, cardholderId, isLinked, ...rest } = row;
  const scope = mintEmbedScope({ sessionId, bankId, accountId, cardholderId });
  const session = { scope, ...rest };
  const donation = await findEmbedDonation(scope);
  if (donation) return { state: "used", session, donation };
  if (!isLinked) return { state: "revoked", session };
  const isExpired = read.isExpired || row.expiresAt.getTime() <= Date.now();
  return isExpired ? { state: "expired", session } : { state: "open", session };
}

/** Who may frame a session of which only the name is known. It is told to the bank, and opens nothing. */
export async function findFramers(sessionId: string | null): Promise<string[]> {
  if (!isUuid(sessionId)) return [];
  const { rows } = await pool().query<{ origins: string[] }>(
    preparedStatement(
      "embed-framers",
      `select b.embed_origins as origins from embed_session e join bank b on b.id = e.bank_id
       where e.id = $1`,
      [sessionId],
    ),
  );
  return rows[0]?.origins ?? [];
}

/** Notes that the customer has opened the flow. */
export async function noteOpened({ accountId, bankId }: EmbedScope): Promise<void> {
  await pool().query(
    preparedStatement(
      "embed-opened",
      `update account set last_active_at = greatest(last_active_at, $3)
       where id = $1 and (bank_id = $2) is true`,
      [accountId, bankId, new Date()],
    ),
  );
}
