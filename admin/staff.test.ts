/** The commands for teams, run with an operator's arguments. */
import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { expect, it, vi } from "vitest";
import { nameOfActor } from "#lib/auth/actors.ts";
import { sessionScopeOf } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";
import { acceptInvitation } from "#lib/staff/invitations.ts";
import { makeBank, makeSchool, system } from "#test/factories.ts";
import { emailsTo } from "#test/sign-in.ts";
import { makeMember } from "#test/staff.ts";
import { addStaff } from "./staff.ts";

/** Runs a command. @returns the document that it prints */
async function operate(...words: string[]) {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addStaff(program, system);
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await program.parseAsync(["staff", ...words], { from: "user" });
    return JSON.parse(printed.mock.calls.map(([text]) => text).join(""));
  } finally {
    vi.restoreAllMocks();
  }
}

const newAddress = () => `${randomUUID()}@team.example`;

it("staff invite brings in a tenant's first admin, who is listed and, with another, can be removed", async () => {
  const school = await makeSchool();
  const [team, email] = [["--team", `school:${school}`], newAddress()];
  const invited = await operate("invite", ...team, "--email", email);
  expect(invited).toMatchObject({ email, role: "admin", team: `school:${school}` });
  expect(JSON.stringify(invited)).not.toContain("inv_");
  expect(await operate("list", ...team)).toMatchObject({
    members: [],
    invitations: [{ email, role: "admin", invitation_id: invited.invitation_id }],
  });
  const [, token] = /token=([\w-]+)/.exec((await emailsTo(email))[0]?.text ?? "") ?? [];
  const joined = await acceptInvitation(token as string);
  const listed = await operate("list", ...team);
  expect(listed).toMatchObject({
    team: `school:${school}`,
    members: [{ email, role: "admin", membership_id: joined?.membershipId }],
    invitations: [],
  });
  const remove = ["remove", ...team, "--membership", listed.members[0].membership_id];
  await expect(operate(...remove)).rejects.toThrow("last admin");
  await makeMember({ kind: "school", schoolId: school }, "admin");
  expect(await operate(...remove)).toMatchObject({ status: "removed" });
  await expect(operate(...remove)).rejects.toThrow("no member with this ID");
  const actions = await db().auditEntry.findMany({
    where: { tenant: `school:${school}`, actor: nameOfActor(system.actor) },
    orderBy: { id: "asc" },
  });
  expect(actions.map(({ action }) => action)).toEqual(["team.invite", "team.remove"]);
});

it("staff invite takes every kind of team and its roles", async () => {
  const { bankId } = await makeBank();
  const [one, two] = [newAddress(), newAddress()];
  expect(
    await operate("invite", "--team", `bank:${bankId}`, "--email", one, "--role", "developer"),
  ).toMatchObject({ role: "developer", team: `bank:${bankId}` });
  expect(
    await operate("invite", "--team", "operator", "--email", two, "--role", "finance"),
  ).toMatchObject({
    role: "finance",
    team: "operator",
  });
});

it("staff remove ends the member's sessions", async () => {
  const { bankId } = await makeBank();
  const member = await makeMember({ kind: "bank", bankId }, "support");
  const { cardholderId, membershipId, scope } = member;
  await operate("remove", "--team", `bank:${bankId}`, "--membership", membershipId);
  expect(await sessionScopeOf({ cardholderId, familyId: scope.familyId })).toBeNull();
});

it("staff refuses what it doesn't know", async () => {
  const { bankId } = await makeBank();
  const email = ["--email", newAddress()];
  for (const team of ["none", "bank:none", "school:", "school:A b", "operator:x"]) {
    await expect(operate("list", "--team", team)).rejects.toThrow("It must be school:<school_id>");
  }
  const nobody = ["--team", `bank:${randomUUID()}`];
  await expect(operate("invite", ...nobody, ...email)).rejects.toThrow("no such bank");
  await expect(operate("list", "--team", "school:none")).rejects.toThrow("no such school");
  await expect(
    operate("invite", "--team", `bank:${bankId}`, ...email, "--role", "processor"),
  ).rejects.toThrow("viewer, support, finance, developer, admin");
  await expect(
    operate("invite", "--team", `bank:${bankId}`, "--email", "nobody"),
  ).rejects.toThrow();
  const { email: member } = await makeMember({ kind: "bank", bankId }, "viewer");
  await expect(operate("invite", "--team", `bank:${bankId}`, "--email", member)).rejects.toThrow(
    "already a member",
  );
});
