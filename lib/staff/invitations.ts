/** Invitations to a tenant's team: by email, for one use, within a week. */
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { audit } from "../auth/audit.ts";
import { personOf, type SessionScope, type TeamScope } from "../auth/scopes.ts";
import { type Role, type Tenant, type TenantName, tenantOfRow } from "../auth/tenants.ts";
import { hashOfSecret, hashOfToken, makeOpaqueToken } from "../auth/tokens/opaque-tokens.ts";
import { lockFactors } from "../cardholders/mfa/factors.ts";
import { ensureCardholder } from "../cardholders/mutations.ts";
import { issueLinkToken } from "../cardholders/password/links.ts";
import { asBoolean, inSeconds, now } from "../database/expressions.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { queueEmail } from "../email/queue.ts";
import { SECRET_PLACEHOLDER } from "../email/secrets.ts";
import { invitationEmail } from "../email/templates/notices.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { emailKey } from "../text.ts";
import { lockTeam, MAX_TEAM, requireRole } from "./memberships.ts";
import { inviterOf, pendingInvitations } from "./sql.ts";
import { actorIn, columnsOf, findTenantName } from "./tenants.ts";

const PREFIX = "inv";
/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
const SECONDS = INVITATION_DAYS * 24 * 60 * 60;
/** How long accepting an invitation can set a first password. Emails are forwarded, and lie around. */
const FIRST_PASSWORD_HOURS = 4;
/** Invitations that a tenant may send within 24 hours: in all, and to one address. */
export const MAX_A_DAY = { all: 50, address: 3 } as const;

export type Invited = { invitationId: string; email: string; role: string; expiresAt: Date };

export type InviteFailure =
  | "already_member"
  /** The team has `MAX_TEAM` members and pending invitations. */
  | "team_full"
  /** See `MAX_A_DAY`. */
  | "too_many";

/**
 * Invites an address, and revokes its earlier invitation to this team. The answer is the same whether or not the address
 * is anyone's, unless they are a member.
 * @param email a valid address
 * @param role one of the tenant's kind
 */
export async function invite<Scope extends TeamScope>(
  scope: Scope,
  { email, role }: { email: string; role: Role<Scope["kind"]> },
): Promise<Invited | InviteFailure> {
  requireRole(scope, role);
  const [invitationId, token] = [uuidv7(), makeOpaqueToken(PREFIX)];
  return transaction(async (tx) => {
    await lockTeam(tx, scope.tenant);
    const tenantName = await findTenantName(scope, tx);
    if (tenantName === null) throw new Error("this tenant doesn't exist");
    const refusal = await refusalOf(tx, scope, emailKey(email));
    if (refusal) return refusal;
    const { expiresAt } = await insertInvitation(tx, scope, { invitationId, token, email, role });
    await audit(tx, scope, "team.invite", invitationId, { email, role });
    const content = invitationEmail({
      link: `${env().publicBaseUrl}/invitation?token=${SECRET_PLACEHOLDER}`,
      days: INVITATION_DAYS,
      tenantName,
      role,
      invitedBy: await addressOf(tx, scope),
    });
    const secret = { value: token, seconds: SECONDS };
    const sender = scope.kind === "bank" ? { bankId: scope.bankId } : {};
    const mail = { to: email, kind: "invitation", cardholderId: null, secret } as const;
    await queueEmail(tx, { ...mail, ...sender, ...content });
    return { invitationId, email, role, expiresAt };
  });
}

async function refusalOf(
  tx: Transaction,
  { tenant }: TeamScope,
  key: string,
): Promise<InviteFailure | null> {
  const counts = await runForOne(
    kysely.selectNoFrom((of) => {
      const members = of.selectFrom("membership as m").where("m.tenant", "=", tenant);
      const sent = of
        .selectFrom("invitation")
        .where("tenant", "=", tenant)
        .where("createdAt", ">", inSeconds(-24 * 60 * 60));
      const { countAll } = of.fn;
      return [
        asBoolean(
          of.exists(
            members
              .innerJoin("cardholder as c", "c.id", "m.cardholderId")
              .select("m.id")
              .where("c.emailKey", "=", key),
          ),
        ).as("isMember"),
        members.select(countAll<number>().as("n")).$asScalar().as("members"),
        pendingInvitations(tenant)
          .where("emailKey", "<>", key)
          .select(countAll<number>().as("n"))
          .$asScalar()
          .as("pending"),
        sent.select(countAll<number>().as("n")).$asScalar().as("today"),
        sent
          .where("emailKey", "=", key)
          .select(countAll<number>().as("n"))
          .$asScalar()
          .as("toAddress"),
      ];
    }),
    tx,
  );
  if (!counts || counts.isMember) return "already_member";
  const { members, pending, today, toAddress } = counts;
  if (Number(members) + Number(pending) >= MAX_TEAM) return "team_full";
  const isOverLimit = Number(today) >= MAX_A_DAY.all || Number(toAddress) >= MAX_A_DAY.address;
  return isOverLimit ? "too_many" : null;
}

type NewInvitation = { invitationId: string; token: string; email: string; role: string };

async function insertInvitation(
  tx: Transaction,
  scope: TeamScope,
  { invitationId, token, email, role }: NewInvitation,
) {
  const earlier = pendingOf(scope).set({ revokedAt: now }).where("emailKey", "=", emailKey(email));
  await affected(earlier, tx);
  const insertion = kysely
    .insertInto("invitation")
    .values({
      ...columnsOf(scope),
      id: invitationId,
      tokenHash: hashOfSecret(token),
      email,
      emailKey: emailKey(email),
      role,
      invitedBy: scope.actor,
      expiresAt: inSeconds(SECONDS),
    })
    .returning("expiresAt");
  const inserted = await runForOne(insertion, tx);
  if (!inserted) throw new Error("an inserted invitation was not returned");
  return inserted;
}

const pendingOf = ({ tenant }: TeamScope) =>
  kysely
    .updateTable("invitation")
    .where("tenant", "=", tenant)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null);

/** A member's own address; null for the operator acting for a tenant. */
async function addressOf(tx: Transaction, { membershipId }: TeamScope): Promise<string | null> {
  if (membershipId === undefined) return null;
  const member = kysely
    .selectFrom("membership as m")
    .innerJoin("cardholder as c", "c.id", "m.cardholderId")
    .select("c.email")
    .where("m.id", "=", membershipId);
  return (await runForOne(member, tx))?.email ?? null;
}

/** Revokes a pending invitation of this team. @returns false if there is none with this ID */
export async function revokeInvitation(scope: TeamScope, invitationId: string): Promise<boolean> {
  if (!isUuid(invitationId)) return false;
  const revocation = pendingOf(scope)
    .set({ revokedAt: now })
    .where("id", "=", invitationId)
    .where("expiresAt", ">", now)
    .returning("email");
  return transaction(async (tx) => {
    const revoked = await runForOne(revocation, tx);
    if (!revoked) return false;
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
 * `invitedBy`: the inviting member's address; null for the operator, and for members who have left.
 */
export async function readInvitation(token: string) {
  const found = await findPending(token);
  if (!found) return null;
  const { email, role, tenant, team, expiresAt, invitedBy } = found;
  const tenantName = (await findTenantName(team)) ?? "";
  return { email, role, context: tenant as TenantName, tenantName, invitedBy, expiresAt };
}

export type Joined = {
  context: TenantName;
  cardholderId: string;
  email: string;
  membershipId: string;
  /** For `/set-password`, if the person has no password yet and the invitation is new. */
  passwordToken: string | null;
  /** Whether they have to set a password with an emailed link, as anyone without a second factor. */
  needsLink: boolean;
};

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
 * @returns null if it has expired, was revoked or accepted, or never existed
 * @throws SecondFactorRequired
 */
export async function acceptInvitation(
  token: string,
  session: SessionScope | null = null,
): Promise<Joined | null> {
  return transaction(async (tx) => {
    const found = await findPending(token, tx);
    if (!found) return null;
    await lockTeam(tx, found.tenant);
    // Accepted or revoked while this waited.
    const pending = await findPending(token, tx);
    if (!pending) return null;
    const { id, email, role, team, tenant, isNew } = pending;
    const cardholderId = await ensureCardholder(tx, email);
    const { hasAny } = await lockFactors(tx, cardholderId);
    const isProved = session?.isVerified && personOf(session) === cardholderId;
    if (hasAny && !isProved) throw new SecondFactorRequired(cardholderId);
    const membershipId = await ensureMembership(tx, { cardholderId, role, team, tenant });
    const acceptance = { acceptedAt: now, membershipId };
    await affected(kysely.updateTable("invitation").set(acceptance).where("id", "=", id), tx);
    const joined = { email, role, invitationId: id };
    await audit(tx, actorIn(team, `staff:${membershipId}`), "team.join", membershipId, joined);
    const setsFirst = isNew && !(await hasPassword(tx, cardholderId));
    const passwordToken = setsFirst ? await issueLinkToken(tx, cardholderId) : null;
    const needsLink = !hasAny && !setsFirst;
    const context = tenant as TenantName;
    return { context, cardholderId, email, membershipId, passwordToken, needsLink };
  });
}

async function hasPassword(tx: Transaction, cardholderId: string): Promise<boolean> {
  const person = kysely
    .selectFrom("cardholder")
    .select("passwordHash")
    .where("id", "=", cardholderId);
  return (await runForOne(person, tx))?.passwordHash != null;
}

type NewMembership = { cardholderId: string; role: string; team: Tenant; tenant: string };

/** Adds a member. Someone who became one meanwhile keeps their role. */
async function ensureMembership(
  tx: Transaction,
  { cardholderId, role, team, tenant }: NewMembership,
): Promise<string> {
  const insertion = kysely
    .insertInto("membership")
    .values({ id: uuidv7(), cardholderId, role, ...columnsOf(team) })
    .onConflict((conflict) => conflict.columns(["cardholderId", "tenant"]).doNothing())
    .returning("id");
  const existing = kysely
    .selectFrom("membership")
    .select("id")
    .where("cardholderId", "=", cardholderId)
    .where("tenant", "=", tenant);
  const member = (await runForOne(insertion, tx)) ?? (await runForOne(existing, tx));
  if (!member) throw new Error("an inserted membership was not returned");
  return member.id;
}
