/** Embedded sessions: what a token stands for, and how it stands now. */

import { validate as isUuid } from "uuid";
import { type EmbedScope, mintEmbedScope } from "../auth/scopes.ts";
import { readTokenOfAnyAge } from "../auth/tokens/signed-tokens.ts";
import { STANDARD_RATE } from "../cardholders/profile/loyalty.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import type { Cents } from "../money.ts";
import { findEmbedDonation } from "./queries.ts";
import { selectFramers, selectSession, touchAccount } from "./sql.ts";
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
export type EmbedSessionState =
  | { state: "open"; session: EmbedSession }
  | { state: "expired" | "revoked"; session: EmbedSession }
  | { state: "used"; session: EmbedSession; donation: CardholderDonation }
  /** Signed by us, and so old that nothing is left of it. */
  | { state: "forgotten" }
  /** None of ours, or damaged on the way. */
  | { state: "broken" };

/**
 * How the session stands that a token opens. A donation that was made is told before all else: whoever
 * has lost the answer learns of it, whatever has happened since.
 */
export async function readEmbedSession(token: string): Promise<EmbedSessionState> {
  const read = await readTokenOfAnyAge("embed-session", token);
  if (!read || !isUuid(read.claims.sub)) return { state: "broken" };
  const id = read.claims.sub as string;
  const [row] = await selectSession({ id, standardRate: STANDARD_RATE });
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
  if (sessionId === null || !isUuid(sessionId)) return [];
  const [session] = await selectFramers({ sessionId });
  return session?.embedOrigins ?? [];
}

/** Records that the customer has opened the flow. */
export async function recordOpened({ accountId, bankId }: EmbedScope): Promise<void> {
  await touchAccount({ accountId, bankId, at: new Date() });
}
