/** Invitations to a tenant's team: by email, for one use, within a week. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { nameOfActor, readActor } from "../auth/actors.ts";
import { audit } from "../auth/audit.ts";
import { personOf, type SessionScope, type TeamScope } from "../auth/scopes.ts";
import { type Role, type TenantName, tenantOfRow } from "../auth/tenants.ts";
import { hashOfSecret, hashOfToken, makeOpaqueToken } from "../auth/tokens/opaque-tokens.ts";
import { lockFactors } from "../cardholders/mfa/factors.ts";
import { ensureCardholder } from "../cardholders/mutations.ts";
import { issueLinkToken } from "../cardholders/password/links.ts";
import { asBoolean, inSeconds, now } from "../database/expressions.ts";
import { affected, run, runForOne, runForRow } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { mailboxOf } from "../email/limits.ts";
import { queueEmail } from "../email/queue.ts";
import { SECRET_PLACEHOLDER } from "../email/secrets.ts";
import { deleteUnsent } from "../email/sql.ts";
import { invitationEmail } from "../email/templates/notices.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { emailKey } from "../text.ts";
import {
  ensureMembership,
  lockTeam,
  lockTeamFor,
  MAX_TEAM_SIZE,
  requireRole,
} from "./memberships.ts";
import { inviterOf, members, pendingInvitations, revocation } from "./sql.ts";
import { actorIn, columnsOf, findTenantName } from "./tenants.ts";

const PREFIX = "inv";
export const INVITATION_DAYS = 7;
const SECONDS = INVITATION_DAYS * 24 * 60 * 60;
/** How long accepting an invitation can set a first password. Emails are forwarded, and lie around. */
const FIRST_PASSWORD_HOURS = 4;
/** Invitations that a tenant may send within 24 hours: in all, and to one mailbox. */
export const MAX_A_DAY = { all: 50, mailbox: 3 } as const;

export type Invited = { invitationId: string; email: string; role: string; expiresAt: Date };

export type InviteFailure =
  | "already_member"
  /** The team has `MAX_TEAM_SIZE` members and pending invitations. */
  | "team_full"
  /** See `MAX_A_DAY`. Or all teams together have sent this mailbox too many. */
  | "too_many";

/** Undoes an invitation whose email would be held. */
class EmailHeld extends Error {}

/**
 * Invites an address, and revokes its earlier invitation to this team. The answer is the same whether or not the address
 * is anyone's, unless they are a member.
 * @param email a valid address
 * @param role one of the tenant's kind
 */
export async function invite(
  scope: TeamScope,
  { email, role }: { email: string; role: Role },
): Promise<Invited | InviteFailure> {
  requireRole(scope, role);
  const [invitationId, token] = [uuidv7(), makeOpaqueToken(PREFIX)];
  return transaction(async (tx) => {
    await lockTeamFor(tx, scope);
    const refusal = await refusalOf(tx, scope, email);
    if (refusal) return refusal;
    const tokenHash = hashOfSecret(token);
    const expiresAt = await insertInvitation(tx, scope, {
      id: invitationId,
      tokenHash,
      email,
      role,
    });
    await audit(tx, scope, "team.invite", invitationId, { email, role });
    const content = invitationEmail({
      link: `${env().publicBaseUrl}/invitation?token=${SECRET_PLACEHOLDER}`,
      days: INVITATION_DAYS,
      tenantName: (await findTenantName(scope, tx)) ?? "",
      role,
      invitedBy: await addressOf(tx, scope),
    });
    const secret = { value: token, seconds: SECONDS };
    const sender = scope.kind === "bank" ? { bankId: scope.bankId } : {};
    const { tenant } = scope;
    const mail = { to: email, kind: "invitation", cardholderId: null, tenant, secret } as const;
    const { held } = await queueEmail(tx, { ...mail, ...sender, ...content });
    if (held) throw new EmailHeld();
    return { invitationId, email, role, expiresAt };
  }).catch((error): InviteFailure => {
    if (error instanceof EmailHeld) return "too_many";
    throw error;
  });
}

async function refusalOf(
  tx: Transaction,
  { tenant }: TeamScope,
  email: string,
): Promise<InviteFailure | null> {
  const key = emailKey(email);
  const sent = await run(
    kysely
      .selectFrom("invitation")
      .select("email")
      .where("tenant", "=", tenant)
      .where("createdAt", ">", inSeconds(-24 * 60 * 60))
      .limit(MAX_A_DAY.all),
    tx,
  );
  const counts = await runForRow(
    kysely.selectNoFrom((of) => {
      const team = members.where("m.tenant", "=", tenant);
      const { countAll } = of.fn;
      return [
        asBoolean(of.exists(team.select("m.id").where("c.emailKey", "=", key))).as("isMember"),
        team.select(countAll<number>().as("n")).$asScalar().as("members"),
        pendingInvitations(tenant)
          .where("emailKey", "<>", key)
          .select(countAll<number>().as("n"))
          .$asScalar()
          .as("pending"),
      ];
    }),
    tx,
  );
  if (counts.isMember) return "already_member";
  if (counts.members + counts.pending >= MAX_TEAM_SIZE) return "team_full";
  const toMailbox = sent.filter((other) => mailboxOf(other.email) === mailboxOf(email));
  const isOverLimit = sent.length >= MAX_A_DAY.all || toMailbox.length >= MAX_A_DAY.mailbox;
  return isOverLimit ? "too_many" : null;
}

/** @returns until when it can be accepted */
async function insertInvitation(
  tx: Transaction,
  scope: TeamScope,
  invitation: { id: string; tokenHash: Buffer; email: string; role: string },
): Promise<Date> {
  const { email } = invitation;
  const row = { ...columnsOf(scope), ...invitation, emailKey: emailKey(email) };
  await affected(revocation(scope.tenant).where("emailKey", "=", row.emailKey), tx);
  await deleteUnsent({ tenant: scope.tenant, to: email }, tx);
  const insertion = kysely
    .insertInto("invitation")
    .values({ ...row, invitedBy: nameOfActor(scope.actor), expiresAt: inSeconds(SECONDS) });
  return (await runForRow(insertion.returning("expiresAt"), tx)).expiresAt;
}

/** A member's own address; null for the operator acting for a tenant. */
async function addressOf(tx: Transaction, { membershipId }: TeamScope): Promise<string | null> {
  if (membershipId === undefined) return null;
  const member = members.select("c.email").where("m.id", "=", membershipId);
  return (await runForRow(member, tx)).email;
}

/** Revokes a pending invitation of this team. @returns false if there is none with this ID */
export async function revokeInvitation(scope: TeamScope, invitationId: string): Promise<boolean> {
  if (!isUuid(invitationId)) return false;
  return transaction(async (tx) => {
    await lockTeamFor(tx, scope);
    const one = revocation(scope.tenant).where("id", "=", invitationId).returning("email");
    const revoked = await runForOne(one, tx);
    if (!revoked) return false;
    await deleteUnsent({ tenant: scope.tenant, to: revoked.email }, tx);
    await audit(tx, scope, "team.revoke-invitation", invitationId, { email: revoked.email });
    return true;
  });
}

async function findPending(token: string, on?: Transaction) {
  const tokenHash = hashOfToken(PREFIX, token);
  if (!tokenHash) return null;
  const found = await runForOne(
    pendingInvitations()
      .where("tokenHash", "=", tokenHash)
      .select(["id", "email", "role", "kind", "schoolId", "bankId", "tenant", "expiresAt"])
      .select("invitedBy as inviter")
      .select((of) => [
        inviterOf(of.ref("invitedBy")).as("invitedBy"),
        asBoolean(of("createdAt", ">", inSeconds(-FIRST_PASSWORD_HOURS * 60 * 60))).as("isNew"),
      ]),
    on,
  );
  if (!found) return null;
  return { ...found, team: tenantOfRow(found) };
}

/**
 * What an invitation says; null if it can't be accepted. Doesn't use it up, since email programs open links, too.
 * `invitedBy`: the inviting member's address, or the brand for the operator; null for members who have left.
 */
export async function readInvitation(token: string) {
  const found = await findPending(token);
  if (!found) return null;
  const { email, role, tenant, team, expiresAt, inviter } = found;
  const invitedBy = readActor(inviter).kind === "staff" ? found.invitedBy : env().brandName;
  const tenantName = (await findTenantName(team)) ?? "";
  return { email, role, context: tenant as TenantName, tenantName, invitedBy, expiresAt };
}

/** Whoever was invited has to prove a second factor in a session of their own. */
export class SecondFactorRequired extends ServiceError {
  readonly cardholderId: string;

  constructor(cardholderId: string) {
    super("STEP_UP_REQUIRED");
    this.cardholderId = cardholderId;
  }
}

/**
 * Accepts an invitation for whoever has its address, which the token proves: they become a member. Someone who has a
 * second factor has to prove it, too: whoever knows their password may have added it, and would act as the member.
 * @param session of whoever accepts it, if they are signed in
 * @returns null if it has expired, was revoked or accepted, or never existed. `passwordToken` is for `/set-password`, if
 *   the person has no password yet and the invitation is new; `needsLink` says whether they have to set a password with an
 *   emailed link, as anyone without a second factor
 * @throws SecondFactorRequired
 */
export async function acceptInvitation(token: string, session: SessionScope | null = null) {
  return transaction(async (tx) => {
    const found = await findPending(token, tx);
    if (!found) return null;
    await lockTeam(tx, found.tenant);
    // Accepted or revoked while this waited.
    const pending = await findPending(token, tx);
    if (!pending) return null;
    const { id, email, role, team, tenant, isNew } = pending;
    const cardholderId = await ensureCardholder(tx, email);
    const { hasAny, hasPassword } = await lockFactors(tx, cardholderId);
    const isProved = session?.isVerified && personOf(session) === cardholderId;
    if (hasAny && !isProved) throw new SecondFactorRequired(cardholderId);
    const membershipId = await ensureMembership(tx, { cardholderId, role, team });
    const acceptance = { acceptedAt: now, membershipId };
    await affected(kysely.updateTable("invitation").set(acceptance).where("id", "=", id), tx);
    const joined = { email, role, invitationId: id };
    await audit(
      tx,
      actorIn(team, { kind: "staff", id: membershipId }),
      "team.join",
      membershipId,
      joined,
    );
    const setsFirst = isNew && !hasPassword;
    const passwordToken = setsFirst ? await issueLinkToken(tx, cardholderId) : null;
    const needsLink = !hasAny && !setsFirst;
    const context = tenant as TenantName;
    return { context, cardholderId, email, membershipId, passwordToken, needsLink };
  });
}

export type Joined = NonNullable<Awaited<ReturnType<typeof acceptInvitation>>>;
