import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { acceptAllLinks } from "#lib/accounts/acceptance/accept.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { nameOfActor } from "#lib/auth/actors.ts";
import { actingForTeam, operatorScope } from "#lib/auth/scopes.ts";
import { resetPassword } from "#lib/cardholders/password/reset.ts";
import { db } from "#lib/database/prisma.ts";
import { linkBody, makeBank } from "#test/factories.ts";
import { emailsTo, makePerson, PASSWORD, signInAs } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import {
  acceptInvitation,
  invite,
  MAX_A_DAY,
  readInvitation,
  revokeInvitation,
} from "./invitations.ts";
import { listTeam, removeMember } from "./memberships.ts";

const newAddress = () => `${randomUUID()}@team.example`;

async function makeTeam() {
  const school = await makeSchoolTenant();
  return { school, ...(await makeMember(school, "admin")) };
}

type Team = Awaited<ReturnType<typeof makeTeam>>;

/** Invites an address. @returns the invitation, and the token in the email */
async function inviteTo({ scope }: Pick<Team, "scope">, email: string) {
  const invited = await invite(scope, { email, role: "processor" });
  if (typeof invited === "string") throw new Error(invited);
  return { ...invited, token: await tokenTo(email) };
}

async function tokenTo(email: string): Promise<string> {
  const [, token] =
    /\/invitation\?token=([\w-]+)/.exec((await emailsTo(email)).at(-1)?.text ?? "") ?? [];
  if (!token) throw new Error("no invitation was emailed");
  return token;
}

describe("an invitation", () => {
  it("is emailed, and says who invites whom to what", async () => {
    const team = await makeTeam();
    const email = newAddress();
    const { invitationId, token, expiresAt } = await inviteTo(team, email);
    const [mail] = await emailsTo(email);
    expect(mail).toMatchObject({ kind: "invitation", bankId: null });
    expect(mail?.text).toContain(team.email);
    expect(mail?.text).toContain("Processor");
    expect(await readInvitation(token)).toEqual({
      email,
      role: "processor",
      context: `school:${team.school.schoolId}`,
      tenantName: team.school.schoolId,
      invitedBy: team.email,
      expiresAt,
    });
    const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    expect((await listTeam(team.scope)).invitations).toMatchObject([{ invitationId, email }]);
    const row = await db().invitation.findUniqueOrThrow({ where: { id: invitationId } });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it("makes someone new a member, who sets a first password in the same step", async () => {
    const team = await makeTeam();
    const email = newAddress();
    const { token, invitationId } = await inviteTo(team, email);
    const joined = await acceptInvitation(token);
    expect(joined).toMatchObject({ context: `school:${team.school.schoolId}`, email });
    const passwordToken = joined?.passwordToken as string;
    await resetPassword({ token: passwordToken, new_password: PASSWORD }, acceptAllLinks);
    expect(await signInAs(email)).toHaveProperty("cardholderId");
    expect((await listTeam(team.scope)).members).toContainEqual(
      expect.objectContaining({ email, role: "processor", membershipId: joined?.membershipId }),
    );
    expect(
      await db().auditEntry.findMany({
        where: { tenant: team.scope.tenant, action: { startsWith: "team." } },
        orderBy: { id: "asc" },
      }),
    ).toMatchObject([
      { action: "team.invite", actor: nameOfActor(team.scope.actor), subject: invitationId },
      {
        action: "team.join",
        actor: `staff:${joined?.membershipId}`,
        subject: joined?.membershipId,
        details: { email, role: "processor", invitationId },
      },
    ]);
  });

  it("changes neither password, name, factors, nor sessions of someone who has an identity", async () => {
    const person = await makePerson();
    const before = await db().cardholder.findUnique({ where: { id: person.cardholderId } });
    const { token } = await inviteTo(await makeTeam(), person.email.toUpperCase());
    const joined = await acceptInvitation(token);
    expect(joined?.passwordToken).toBeNull();
    expect(await db().cardholder.findUnique({ where: { id: person.cardholderId } })).toEqual(
      before,
    );
    const member = await db().membership.findUnique({ where: { id: joined?.membershipId ?? "" } });
    expect(member?.cardholderId).toBe(person.cardholderId);
    expect(await db().resetToken.count({ where: { cardholderId: person.cardholderId } })).toBe(0);
  });

  it("leaves a bank's earlier link for the person to accept", async () => {
    const bank = await makeBank();
    const email = newAddress();
    const { service_user_id: id } = await linkAccount(bank.scope, { ...linkBody(), email });
    const { token } = await inviteTo(await makeTeam(), email);
    await acceptInvitation(token);
    expect(await db().account.findUnique({ where: { id } })).toMatchObject({ acceptedAt: null });
  });

  it("works once, even at the same time", async () => {
    const team = await makeTeam();
    const { token } = await inviteTo(team, newAddress());
    const results = await Promise.all(Array.from({ length: 8 }, () => acceptInvitation(token)));
    expect(results.filter((joined) => joined !== null)).toHaveLength(1);
    expect(await readInvitation(token)).toBeNull();
    expect((await listTeam(team.scope)).members).toHaveLength(2);
    expect((await listTeam(team.scope)).invitations).toEqual([]);
  });

  it("doesn't work once it has expired, was revoked, replaced, or never existed", async () => {
    const team = await makeTeam();
    const [expired, revoked, email] = [
      await inviteTo(team, newAddress()),
      await inviteTo(team, newAddress()),
      newAddress(),
    ];
    await db().invitation.update({
      where: { id: expired.invitationId },
      data: { expiresAt: new Date() },
    });
    expect(await revokeInvitation(team.scope, revoked.invitationId)).toBe(true);
    expect(await revokeInvitation(team.scope, revoked.invitationId)).toBe(false);
    const replaced = await inviteTo(team, email);
    const current = await inviteTo(team, email);
    for (const token of [expired.token, revoked.token, replaced.token, "", "inv_x", "prs_x"]) {
      expect(await readInvitation(token)).toBeNull();
      expect(await acceptInvitation(token)).toBeNull();
    }
    expect(await acceptInvitation(current.token)).not.toBeNull();
    expect(await revokeInvitation(team.scope, current.invitationId)).toBe(false);
  });

  it("can't be revoked by another team, which gets the same answer as for none", async () => {
    const invited = await inviteTo(await makeTeam(), newAddress());
    const other = await makeTeam();
    for (const id of [invited.invitationId, randomUUID(), "no-id"]) {
      expect(await revokeInvitation(other.scope, id)).toBe(false);
    }
    expect(await acceptInvitation(invited.token)).not.toBeNull();
  });

  it("isn't sent to a member", async () => {
    const team = await makeTeam();
    const again = { email: team.email.toUpperCase(), role: "viewer" } as const;
    expect(await invite(team.scope, again)).toBe("already_member");
  });

  it("keeps the role of someone who became a member meanwhile", async () => {
    const team = await makeTeam();
    const person = await makePerson();
    const { token } = await inviteTo(team, person.email);
    const { membershipId } = await makeMember(team.school, "viewer", person);
    expect(await acceptInvitation(token)).toMatchObject({ membershipId });
    expect(await db().membership.findUnique({ where: { id: membershipId } })).toMatchObject({
      role: "viewer",
    });
  });

  it("lets someone who was removed join again", async () => {
    const team = await makeTeam();
    const email = newAddress();
    const first = await acceptInvitation((await inviteTo(team, email)).token);
    await removeMember(team.scope, first?.membershipId as string);
    const second = await acceptInvitation((await inviteTo(team, email)).token);
    expect(second?.membershipId).not.toBe(first?.membershipId);
  });
});

describe("invitations of a team", () => {
  it("are limited per day, to one address and in all, even at the same time", async () => {
    const team = await makeTeam();
    const send = (email: string) => invite(team.scope, { email, role: "viewer" });
    const email = newAddress();
    const toOne = await Promise.all(Array.from({ length: 5 }, () => send(email)));
    expect(toOne.filter((result) => result !== "too_many")).toHaveLength(MAX_A_DAY.mailbox);
    const others = Array.from({ length: MAX_A_DAY.all }, () => send(newAddress()));
    const sent = (await Promise.all(others)).filter((result) => typeof result !== "string");
    expect(sent).toHaveLength(MAX_A_DAY.all - MAX_A_DAY.mailbox);
    expect(await invite((await makeTeam()).scope, { email, role: "viewer" })).toMatchObject({
      email,
    });
  });

  it("are limited to one mailbox, whatever follows its +", async () => {
    const team = await makeTeam();
    const name = randomUUID();
    const send = ({ scope }: Pick<Team, "scope">, n: number) =>
      invite(scope, { email: `${name}+${n}@team.example`, role: "viewer" });
    for (let n = 0; n < MAX_A_DAY.mailbox; n++) {
      expect(await send(team, n)).toMatchObject({ role: "viewer" });
    }
    expect(await send(team, 9)).toBe("too_many");
  });

  it("that wouldn't be sent, as a mailbox has had too many from all teams, aren't made", async () => {
    const name = randomUUID();
    const { school } = await makeTeam();
    const mailbox = `${name}@team.example`;
    const day = new Date(new Date().toISOString().slice(0, 10));
    const limitName = "unverified-invitation";
    await db().emailCount.create({ data: { mailbox, day, limitName, requested: 19 } });
    const { scope } = await makeMember(school, "admin");
    const send = (n: number) =>
      invite(scope, { email: `${name}+${n}@team.example`, role: "viewer" });
    expect(await send(1)).toMatchObject({ role: "viewer" });
    expect(await send(2)).toBe("too_many");
    expect((await listTeam(scope)).invitations).toHaveLength(1);
    expect(await emailsTo(`${name}+2@team.example`)).toEqual([]);
  });

  it("end with a full team", async () => {
    const team = await makeTeam();
    const { schoolId } = team.school;
    const rows = Array.from({ length: 199 }, () => ({ id: randomUUID(), key: newAddress() }));
    await db().cardholder.createMany({
      data: rows.map(({ id, key }) => ({ id, email: key, emailKey: key })),
    });
    await db().membership.createMany({
      data: rows.map(({ id }) => ({
        id,
        cardholderId: id,
        kind: "school",
        schoolId,
        role: "viewer",
      })),
    });
    expect(await invite(team.scope, { email: newAddress(), role: "viewer" })).toBe("team_full");
  });

  it("of a bank are its own emails, and the operator's name no one", async () => {
    const bank = await makeBank();
    const scope = actingForTeam(operatorScope("test"), {
      kind: "bank",
      bankId: bank.bankId,
    });
    const email = newAddress();
    await invite(scope, { email, role: "admin" });
    const [mail] = await emailsTo(email);
    expect(mail).toMatchObject({ bankId: bank.bankId });
    expect(mail?.text).toContain("The operator of");
    expect(
      await db().auditEntry.findFirst({
        where: { tenant: `bank:${bank.bankId}`, action: "team.invite" },
      }),
    ).toMatchObject({ actor: "operator:test", bankId: bank.bankId });
  });
});
