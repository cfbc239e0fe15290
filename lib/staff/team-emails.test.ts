/** What a team's emails say is for its members: whoever leaves gets none of those that are still queued. */
import { beforeEach, expect, it } from "vitest";
import { closeBatch } from "#lib/batches/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { fillBatch, makeBatchSchool } from "#test/batches.ts";
import { makeMember } from "#test/staff.ts";
import { invite, revokeInvitation } from "./invitations.ts";
import { changeRole, removeMember } from "./memberships.ts";

type Member = Awaited<ReturnType<typeof makeMember<"school">>>;
let school: Awaited<ReturnType<typeof makeBatchSchool>>;
let admin: Member;
let leaver: Member;

beforeEach(async () => {
  school = await makeBatchSchool();
  const tenant = { kind: "school", schoolId: school.schoolId } as const;
  admin = await makeMember(tenant, "admin");
  leaver = await makeMember(tenant, "processor");
});

const unsentTo = (to: string) => db().email.count({ where: { to, status: "pending" } });
/** As with an SMTP server that has been away. */
const unsend = (to: string[]) =>
  db().email.updateMany({ where: { to: { in: to } }, data: { status: "pending", sentAt: null } });

it("a removed member's queued emails are deleted, and nobody else's", async () => {
  const { batchId } = await fillBatch(school);
  await closeBatch(school.scope, batchId);
  const person = { to: leaver.email, subject: "Your password", text: "…", kind: "password-link" };
  await db().email.create({ data: { id: crypto.randomUUID(), ...person } });
  await unsend([admin.email, leaver.email]);
  expect(await unsentTo(leaver.email)).toBe(2);
  await removeMember(admin.scope, leaver.membershipId);
  const [left, ...others] = await db().email.findMany({ where: { to: leaver.email } });
  expect([left?.kind, others]).toEqual(["password-link", []]);
  expect(await unsentTo(admin.email)).toBe(1);
});

it.each([
  ["it's revoked", (id: string) => revokeInvitation(admin.scope, id)],
  ["its sender is removed", () => removeMember(admin.scope, leaver.membershipId)],
  ["its sender is no admin anymore", () => changeRole(admin.scope, leaver.membershipId, "viewer")],
])("an invitation isn't sent after %s", async (_, end) => {
  await changeRole(admin.scope, leaver.membershipId, "admin");
  const email = `${crypto.randomUUID()}@team.example`;
  const by = _ === "it's revoked" ? admin : leaver;
  const invited = await invite(by.scope, { email, role: "viewer" });
  await unsend([email]);
  await end((invited as { invitationId: string }).invitationId);
  expect(await unsentTo(email)).toBe(0);
});
