/** Embedded sessions: reads a token's session and its state. */
import { validate as isUuid } from "uuid";
import { type EmbedScope, mintEmbedScope } from "../auth/scopes.ts";
import { readToken } from "../auth/tokens/signed-tokens.ts";
import { givingTerms } from "../banks/sql.ts";
import { isStopped } from "../banks/status.ts";
import { currentBalance, DEFAULT_POINTS_PER_DOLLAR } from "../cardholders/profile/sql.ts";
import { asBoolean } from "../database/expressions.ts";
import { affected, runForOne } from "../database/run.ts";
import { type Parameters, statement } from "../database/statement.ts";
import { kysely } from "../database/tables.ts";
import type { CardholderDonation } from "../donations/contract.ts";
import { serializeCardholderDonation } from "../donations/serialize.ts";
import { cardholderDonations } from "../donations/sql.ts";
import type { Theme } from "./theme.ts";

/** A session with the current state of its bank and its account. */
const selectSession = statement(
  (params: Parameters<{ id: string; standardRate: number }>) =>
    kysely
      .selectFrom("embedSession as e")
      .innerJoin("bank as b", "b.id", "e.bankId")
      .innerJoin("account as a", (join) =>
        join.onRef("a.id", "=", "e.accountId").onRef("a.bankId", "=", "e.bankId"),
      )
      .leftJoin("loyaltyProgram as p", (join) =>
        join.onRef("p.bankId", "=", "a.bankId").onRef("p.programId", "=", "a.loyaltyProgramId"),
      )
      .innerJoin("cardholder as c", "c.id", "e.cardholderId")
      .select("c.shareWithSchool")
      .select((of) => [
        asBoolean(of("a.acceptedAt", "is not", null)).as("isAccepted"),
        asBoolean(of("c.encryptedPostalAddress", "is not", null)).as("hasAddress"),
      ])
      .select(["e.id as sessionId", "e.bankId", "e.accountId", "b.name as bankName"])
      .select(["b.status as bankStatus", "e.keyId"])
      .select(["b.embedOrigins", "a.loyaltyProgramId as programId"])
      .select(["a.preferredSchoolId", "a.preferredFund", "e.schoolId", "e.fundDesignation as fund"])
      .select(["e.amountCents", "e.lockSchool", "e.lockAmount", "e.returnUrl", "e.cancelUrl"])
      .select(["e.cardholderId", "e.expiresAt", "e.theme"])
      .select(({ eb, fn, ref, and }) => [
        fn.coalesce("p.name", "a.loyaltyProgramId").as("programName"),
        fn.coalesce("p.pointsPerDollar", params.standardRate).as("rate"),
        // A later link of the same account may belong to someone else.
        asBoolean(
          and([
            eb("a.status", "=", "active"),
            eb("a.linkedAt", "<=", ref("e.createdAt")),
            eb("a.cardholderId", "=", ref("e.cardholderId")),
          ]),
        ).as("isLinked"),
      ])
      .select([...givingTerms, ...currentBalance])
      .where("e.id", "=", params.id),
  { name: "embed-session", onRequest: true },
);

type Row = Awaited<ReturnType<typeof selectSession>>[number];

/**
 * A session with its program's current terms (`rate`: points per dollar), its account's preferences, the bank's presets
 * and locks for this donation, and the API key that opened it.
 */
export type EmbedSession = { scope: EmbedScope; theme: Theme } & Omit<
  Row,
  "sessionId" | "bankId" | "accountId" | "cardholderId" | "isLinked" | "bankStatus" | "theme"
>;

/** A session's state. Only an open one accepts a donation. */
export type EmbedSessionState =
  | { state: "open"; session: EmbedSession }
  | { state: "expired" | "revoked" | "suspended"; session: EmbedSession }
  | { state: "used"; session: EmbedSession; donation: CardholderDonation }
  /** Signed by us, but the session is so old that it was deleted. */
  | { state: "forgotten" }
  /** Not one of our tokens, or corrupted. */
  | { state: "broken" };

/**
 * A token's session and its state. Its donation takes precedence over everything else: after a lost response, the
 * customer still learns about it.
 */
export async function readEmbedSession(token: string): Promise<EmbedSessionState> {
  const verified = await readToken("embed-session", token);
  if (!verified || !isUuid(verified.claims.sub)) return { state: "broken" };
  const id = verified.claims.sub as string;
  const [row] = await selectSession({ id, standardRate: DEFAULT_POINTS_PER_DOLLAR });
  if (!row) return { state: "forgotten" };
  const { sessionId, bankId, accountId, cardholderId, isLinked, bankStatus, ...rest } = row;
  const scope = mintEmbedScope({ sessionId, bankId, accountId, cardholderId });
  const session = { scope, ...rest, theme: (rest.theme ?? {}) as Theme };
  const donation = await findEmbedDonation(scope);
  if (donation) return { state: "used", session, donation };
  if (!isLinked) return { state: "revoked", session };
  const isExpired = verified.isExpired || row.expiresAt.getTime() <= Date.now();
  if (isExpired) return { state: "expired", session };
  return isStopped(bankStatus) ? { state: "suspended", session } : { state: "open", session };
}

const selectDonation = statement(
  (params: Parameters<EmbedScope>) =>
    cardholderDonations
      .where("d.id", "=", params.sessionId)
      .where("d.bankId", "=", params.bankId)
      .where("d.accountId", "=", params.accountId)
      .where("d.cardholderId", "=", params.cardholderId),
  { name: "embed-donation", onRequest: true },
);

/** The session's donation as its donor sees it, or null. They share an ID. */
export async function findEmbedDonation(scope: EmbedScope): Promise<CardholderDonation | null> {
  const [donation] = await selectDonation(scope);
  return donation ? serializeCardholderDonation(donation) : null;
}

/** The origins that may frame a session, for the frame policy. Looked up by ID alone: it grants no access. */
export async function findFrameOrigins(sessionId: string | null): Promise<string[]> {
  if (sessionId === null || !isUuid(sessionId)) return [];
  const origins = kysely
    .selectFrom("embedSession as e")
    .innerJoin("bank as b", "b.id", "e.bankId")
    .select("b.embedOrigins")
    .where("e.id", "=", sessionId);
  return (await runForOne(origins, undefined, { onRequest: true }))?.embedOrigins ?? [];
}

export async function recordOpened({ accountId, bankId }: EmbedScope): Promise<void> {
  const at = new Date();
  const opening = kysely
    .updateTable("account")
    .set({ lastActiveAt: at })
    .where("id", "=", accountId)
    .where("bankId", "=", bankId)
    .where("lastActiveAt", "<", at);
  await affected(opening, undefined, { onRequest: true });
}
