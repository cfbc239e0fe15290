/** Sign-in sessions. Each is a row, so ending one takes effect immediately. */
import { createHmac } from "node:crypto";
import { decode, type JWT } from "next-auth/jwt";
import { validate as isUuid, NIL, v7 as uuidv7 } from "uuid";
import { asBoolean, now } from "../database/expressions.ts";
import { db } from "../database/prisma.ts";
import { affected, type Connection, run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { env } from "../env.ts";
import { audit } from "./audit.ts";
import { authKeys } from "./auth-keys.ts";
import { networkOf } from "./limits/network.ts";
import {
  auditSubjectOf,
  type CardholderScope,
  isStaff,
  type Member,
  mintSessionScope,
  personOf,
  type SessionScope,
  type StaffScope,
} from "./scopes.ts";
import * as sql from "./sql.ts";
import { type TenantName, tenantOfRow } from "./tenants.ts";

/** The session cookie's name, without the prefix it has over HTTPS. */
export const SESSION_COOKIE = "points-session";

/** Accepts tokens made with any of the secrets, so that they can be rotated. next-auth uses the first for new ones. */
export async function decodeSessionToken(token: string | undefined): Promise<JWT | null> {
  for (const secret of env().authSecrets) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return claims;
  }
  return null;
}

/** A session's absolute lifetime. Activity doesn't extend it. */
export const SESSION_SECONDS = 90 * 24 * 60 * 60;
/** The same for a staff session, which also ends after `STAFF_IDLE_SECONDS` without use. */
export const STAFF_SESSION_SECONDS = 12 * 60 * 60;

/** How long a network stays known for someone who signed in from it. */
const KNOWN_NETWORK_MS = 90 * 24 * 60 * 60 * 1_000;

/** The second factor that was proved at a sign-in; null for none. */
export type Proof = { proof: sql.FactorProof | null };

type Person<Hash> = { id: string; passwordHash: Hash };

/** Where a session is opened. `userAgent` is shown in the list of sessions. */
type Browser = { userAgent: string | null; networkHash: Buffer | null } & Proof;

/**
 * Opens a session if the password still has this hash. Replacing a password ends all sessions, so a concurrent sign-in
 * with the old password must not open a new one.
 * @param whenOpened runs in the same transaction
 * @returns null if the password was replaced
 */
async function openSession(
  { id: personId, passwordHash }: Person<string | null>,
  member: Member | null,
  browser: Browser,
  whenOpened?: (tx: Transaction) => Promise<unknown>,
): Promise<SessionScope | null> {
  const familyId = uuidv7();
  const row = {
    id: familyId,
    cardholderId: personId,
    passwordHash,
    membershipId: member?.membershipId ?? null,
    lifetimeSeconds: member ? STAFF_SESSION_SECONDS : SESSION_SECONDS,
    ...browser,
  };
  return transaction(async (tx) => {
    const [opened] = await sql.insertSession(row, tx);
    if (!opened) return null;
    const session = { personId, familyId, isVerified: browser.proof !== null };
    const scope = mintSessionScope(member, session);
    await audit(tx, scope, "session.open", auditSubjectOf(scope), { sessionId: familyId });
    await whenOpened?.(tx);
    return scope;
  });
}

/**
 * Opens a cardholder's session, as `openSession` does.
 * @param address the client's IP address. A hash of its network is stored, to recognize it later
 * @param proof the second factor that they proved, too
 */
export async function openSessionByPassword(
  person: Person<string>,
  { address, userAgent, proof }: { address: string; userAgent: string | null } & Proof,
  whenOpened?: (tx: Transaction) => Promise<unknown>,
): Promise<CardholderScope | null> {
  const browser = { userAgent, networkHash: networkHashes(address)[0], proof };
  return (await openSession(person, null, browser, whenOpened)) as CardholderScope | null;
}

/**
 * Opens a session in a team's context without a sign-in, as if both factors had just been proved. In a sandbox only.
 * @returns null if the person's password has just been replaced
 */
export async function openSandboxSession(
  person: Person<string | null>,
  to: Member,
  userAgent: string | null,
): Promise<StaffScope | null> {
  if (env().environment !== "sandbox") throw new Error("only a sandbox has such sessions");
  const browser = { userAgent, networkHash: null, proof: "app" } as const;
  return (await openSession(person, to, browser)) as StaffScope | null;
}

/** Keyed hashes of an address's network, one per key of the ring. They don't reveal the address. */
function networkHashes(address: string) {
  const hashWith = (key: Uint8Array) =>
    createHmac("sha256", key).update(networkOf(address)).digest();
  const [key, ...older] = authKeys("known-network");
  return [hashWith(key), ...older.map(hashWith)] as const;
}

/**
 * Whether this cardholder recently signed in from this network. Takes one query even for an unknown cardholder, so timing
 * reveals nothing.
 */
export async function hasSignedInFrom(
  address: string,
  cardholderId: string = NIL,
): Promise<boolean> {
  const createdAt = { gt: new Date(Date.now() - KNOWN_NETWORK_MS) };
  const networkHash = { in: [...networkHashes(address)] };
  const where = { cardholderId, networkHash, createdAt };
  return (await db().sessionFamily.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Replaces a session with one in another context, with a new ID. It ends when the old one would have, or earlier.
 * @param to the membership to act in; null for the cardholder's own context
 * @returns null if the session has ended, the membership is not theirs, or no second factor was just proved
 */
export async function replaceSession(
  scope: SessionScope,
  to: Member | null,
): Promise<SessionScope | null> {
  const [id, personId] = [uuidv7(), personOf(scope)];
  return transaction(async (tx) => {
    const [opened] = await sql.switchSession(
      {
        id,
        personId,
        from: scope.familyId,
        membershipId: to?.membershipId ?? null,
        lifetimeSeconds: to ? STAFF_SESSION_SECONDS : SESSION_SECONDS,
      },
      tx,
    );
    if (!opened) return null;
    const session = { personId, familyId: id, isVerified: opened.isVerified };
    const replacement = mintSessionScope(to, session);
    const details = { sessionId: id, endedSessionId: scope.familyId };
    await audit(tx, replacement, "session.open", auditSubjectOf(replacement), details);
    return replacement;
  });
}

/** Records that a second factor was just proved in a session. @returns false if the session has ended */
export async function markVerified(
  scope: SessionScope,
  proof: sql.FactorProof,
  tx?: Transaction,
): Promise<boolean> {
  const update = kysely
    .updateTable("sessionFamily")
    .set({ verifiedAt: now, verifiedByRecoveryCode: proof === "recovery_code" })
    .where("id", "=", scope.familyId)
    .where("cardholderId", "=", personOf(scope))
    .where("revokedAt", "is", null);
  return (await affected(update, tx)) === 1;
}

/** The scope of an open session (by the database's clock), or null. */
export async function scopeOfFamily(
  familyId: string,
  on?: Connection,
): Promise<SessionScope | null> {
  const [session] = await sql.findOpenSession({ familyId }, on);
  if (!session) return null;
  const { cardholderId: personId, membershipId, role, isVerified } = session;
  const member =
    membershipId === null ? null : { ...tenantOfRow(session), membershipId, role: role as string };
  return mintSessionScope(member, { personId, familyId, isVerified });
}

/** The session and cardholder IDs in a session cookie. */
export type SessionReference = { cardholderId: string; familyId: string };

/** The scope of this person's open session, in any context, or null. Counts as a use, which keeps the session open. */
export async function sessionScopeOf(reference: SessionReference): Promise<SessionScope | null> {
  const scope = await scopeOfFamily(reference.familyId);
  if (!scope || personOf(scope) !== reference.cardholderId) return null;
  await sql.updateLastUse({ familyId: scope.familyId });
  return scope;
}

const MAX_LISTED = 50;

/**
 * A person's open sessions in every context, the current one first and then the most recently used, and how many
 * there are in all.
 */
export async function listSessions(scope: SessionScope) {
  const { familyId } = scope;
  const open = kysely
    .selectFrom("sessionFamily as s")
    .select(["s.id", "s.createdAt", "s.lastUsedAt", "s.expiresAt", "s.userAgent"])
    .select((of) => asBoolean(of("s.id", "=", familyId)).as("isCurrent"))
    .select((of) => of.fn.countAll<number>().over().as("count"))
    .leftJoin("membership as m", "m.id", "s.membershipId")
    .select("m.tenant")
    .where("s.cardholderId", "=", personOf(scope))
    .where(sql.isOpenSession("s"))
    .orderBy("isCurrent", "desc")
    .orderBy("s.lastUsedAt", "desc")
    .orderBy("s.id", "desc")
    .limit(MAX_LISTED);
  const rows = await run(open);
  const sessions = rows.map(({ id: sessionId, count: _, ...rest }) => ({ sessionId, ...rest }));
  return { sessions, count: rows[0]?.count ?? 0 };
}

/**
 * Ends one of this cardholder's sessions, by default the current one.
 * @param sessionId unvalidated form input
 * @returns false if it had already ended or isn't theirs
 */
export async function endSession(
  scope: SessionScope,
  sessionId: string = scope.familyId,
  tx?: Transaction,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  return (await revoke(revocation(personOf(scope)).where("id", "=", sessionId), tx)) === 1;
}

/** Ends every session of a person, or all but one. @returns how many */
export const endSessions = (tx: Transaction, personId: string, keptId: string = NIL) =>
  revoke(revocation(personId).where("id", "<>", keptId).where("expiresAt", ">", now), tx);

/** Ends one of the person's sessions at their request, by default this one. @returns as `endSession` */
export async function signOut(
  scope: SessionScope,
  sessionId: string = scope.familyId,
): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await endSession(scope, sessionId, tx);
    // A team's log has it already.
    const isLogged = isStaff(scope) && sessionId === scope.familyId;
    if (ended && !isLogged) {
      await audit(tx, scope, "session.end", auditSubjectOf(scope), { sessionId });
    }
    return ended;
  });
}

/** Ends all other sessions at the person's request. @returns how many */
export async function signOutOtherSessions(scope: SessionScope): Promise<number> {
  return transaction(async (tx) => {
    const endedSessions = await endSessions(tx, personOf(scope), scope.familyId);
    if (endedSessions > 0) {
      await audit(tx, scope, "session.end-others", auditSubjectOf(scope), { endedSessions });
    }
    return endedSessions;
  });
}

const revocation = (cardholderId: string) =>
  kysely
    .updateTable("sessionFamily")
    .set({ revokedAt: now })
    .where("cardholderId", "=", cardholderId)
    .where("revokedAt", "is", null);

/** Ends sessions. A team's log names the member whose session ended, whoever ended it. @returns how many */
async function revoke(sessions: ReturnType<typeof revocation>, tx?: Transaction): Promise<number> {
  if (!tx) return transaction((own) => revoke(sessions, own));
  const returning = sessions.returning((of) => {
    const team = of
      .selectFrom("membership as m")
      .whereRef("m.id", "=", "sessionFamily.membershipId");
    return [
      "id",
      "membershipId",
      team.select("m.tenant").as("tenant"),
      team.select("m.bankId").as("bankId"),
    ];
  });
  const ended = await run(returning, tx);
  for (const { id, membershipId, tenant, bankId } of ended) {
    if (membershipId === null) continue;
    const actor = { kind: "staff", id: membershipId } as const;
    const member = { actor, tenant: tenant as TenantName, ...(bankId && { bankId }) };
    await audit(tx, member, "session.end", membershipId, { sessionId: id });
  }
  return ended.length;
}
