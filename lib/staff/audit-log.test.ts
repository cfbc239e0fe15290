import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { disconnectAccount } from "#lib/accounts/mutations.ts";
import { nameOfActor, readActor } from "#lib/auth/actors.ts";
import { type Actor, audit } from "#lib/auth/audit.ts";
import { AUDIT_ACTIONS, type AuditAction } from "#lib/auth/audit-actions.ts";
import { actingFor, operatorScope } from "#lib/auth/scopes.ts";
import { signOut } from "#lib/auth/sessions.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { issueApiKey } from "#lib/staff/api-keys.ts";
import { makeBank, makeCardholder } from "#test/factories.ts";
import { emailsTo } from "#test/sign-in.ts";
import { makeMember, makeSchoolTenant } from "#test/staff.ts";
import {
  exportAuditLog,
  type LogEntry,
  listAuditLog,
  MAX_COUNTED,
  readAuditLog,
} from "./audit-log.ts";
import { acceptInvitation, invite } from "./invitations.ts";
import { changeRole, removeMember } from "./memberships.ts";

/** Actions have any name here. */
const write = (by: Actor, action: string, subject = "thing", details = {}) =>
  transaction((tx) => audit(tx, by, action as AuditAction, subject, details));

async function wholeLog(...input: Parameters<typeof readAuditLog>): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const batch of readAuditLog(...input)) entries.push(...batch);
  return entries;
}

describe("a tenant's audit log", () => {
  it("has its own entries only, newest first, page by page", async () => {
    const school = await makeSchoolTenant();
    const { scope, email } = await makeMember(school, "admin");
    const other = await makeMember(await makeSchoolTenant(), "admin");
    for (const action of ["a", "b", "c"]) await write(scope, action);
    await write(other.scope, "secret");
    const first = await listAuditLog(scope, { limit: 2 });
    expect(first.items.map(({ action }) => action)).toEqual(["c", "b"]);
    expect(first.items[0]).toMatchObject({
      actor: nameOfActor(scope.actor),
      email,
      subject: "thing",
    });
    expect(first.total).toBe(3);
    await write(scope, "d");
    const cursor = first.nextCursor ?? undefined;
    const second = await listAuditLog(scope, { limit: 2, cursor });
    expect(second.items.map(({ action }) => action)).toEqual(["a"]);
    expect(second.nextCursor).toBeNull();
    await expect(listAuditLog(other.scope, { limit: 2, cursor })).rejects.toThrow("cursor");
    expect((await wholeLog(scope)).map(({ action }) => action)).toEqual(["a", "b", "c", "d"]);
  });

  it("is read whole in batches, as of when it starts, and by time", async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "admin");
    const { tenant } = scope;
    const actor = nameOfActor(scope.actor);
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    await db().auditEntry.createMany({
      data: Array.from({ length: 1_200 }, (_, n) => ({
        tenant,
        actor,
        at: at(n),
        subject: "thing",
        action: `${n}`,
      })),
    });
    const sizes: number[] = [];
    for await (const batch of readAuditLog(scope)) {
      sizes.push(batch.length);
      await write(scope, "later");
    }
    expect(sizes).toEqual([500, 500, 200]);
    const some = await wholeLog(scope, { from: at(10), to: at(13) });
    expect(some.map(({ action }) => action)).toEqual(["10", "11", "12"]);
    const { total } = await listAuditLog(scope, { limit: 1, from: at(10), to: at(13) });
    expect(total).toBe(3);
  });

  it("is exported as a file, which the file itself says", async () => {
    const { scope, email } = await makeMember(await makeSchoolTenant(), "admin");
    await write(scope, "fund.rename", "=1+1", { name: 'The "Blue" Fund' });
    const text = await new Response(await exportAuditLog(scope, {})).text();
    const [head, renamed, exported, ...rest] = text.split("\r\n");
    expect(head).toBe("id,at,actor,email,action,subject,details,who,what,about");
    expect(renamed).toMatch(
      new RegExp(
        `^\\d+,[^,]+Z,${nameOfActor(scope.actor)},${email},fund.rename,'=1\\+1,"\\{""name"":""The`,
      ),
    );
    expect(renamed).toContain(`,${email},fund.rename,'=1+1`);
    expect(exported).toContain(`,${email},audit-log.export,${scope.tenant},`);
    expect(exported).toMatch(new RegExp(`,${email},Exported the audit log,$`));
    expect(rest).toEqual([""]);
  });

  it("of nobody is empty", async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "admin");
    expect(await wholeLog(scope)).toEqual([]);
    expect(await listAuditLog(scope, { limit: 5 })).toEqual({
      items: [],
      total: 0,
      nextCursor: null,
    });
  });

  it("isn't counted beyond what a page says", async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "admin");
    const { tenant } = scope;
    const actor = nameOfActor(scope.actor);
    const entry = { actor, tenant, action: "test", subject: "thing" };
    await db().auditEntry.createMany({ data: Array(MAX_COUNTED + 5).fill(entry) });
    const page = await listAuditLog(scope, { limit: 2 });
    expect([page.items.length, page.total]).toEqual([2, MAX_COUNTED + 1]);
  });

  it("names people who have left", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const email = `${crypto.randomUUID()}@team.example`;
    await invite(admin.scope, { email, role: "viewer" });
    const [, token] = /token=([\w-]+)/.exec((await emailsTo(email))[0]?.text ?? "") ?? [];
    const joined = await acceptInvitation(token as string);
    await removeMember(admin.scope, joined?.membershipId as string);
    expect((await wholeLog(admin.scope)).map((entry) => [entry.action, entry.email])).toEqual([
      ["team.invite", admin.email],
      ["team.join", email],
      ["team.remove", admin.email],
    ]);
  });

  it("names no member of another team, and not which of the operator's people acted", async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "admin");
    const operator = await makeMember({ kind: "operator" }, "support");
    const { tenant } = scope;
    await write({ actor: operator.scope.actor, tenant }, "for-school");
    await write(operator.scope, "for-operator");
    const entryOf = async (reader: typeof scope | typeof operator.scope, action: string) =>
      (await wholeLog(reader)).find((entry) => entry.action === action);
    expect(await entryOf(scope, "for-school")).toMatchObject({ actor: "operator", email: null });
    expect(await entryOf(operator.scope, "for-operator")).toMatchObject({
      actor: nameOfActor(operator.scope.actor),
      email: operator.email,
    });
  });

  it("of a bank has what its keys and the operator did for it, and nothing that identifies a cardholder", async () => {
    const person = await makeCardholder();
    const { bank } = person;
    const operator = operatorScope("jane");
    await issueApiKey(operator, bank.bankId);
    await write(actingFor(operator, bank.bankId), "for-bank");
    await write(bank.scope, "by-key");
    await disconnectAccount(person.scope, person.accountId);
    const { scope } = await makeMember({ kind: "bank", bankId: bank.bankId }, "admin");
    const entries = await wholeLog(scope);
    const seen = entries.map(({ actor, action }) => [actor, action]);
    expect(seen).toContainEqual(["operator", "for-bank"]);
    expect(seen).toContainEqual([nameOfActor(bank.scope.actor), "by-key"]);
    expect(JSON.stringify(entries)).not.toContain(person.cardholderId);
    expect(JSON.stringify(entries)).not.toContain("jane");
    const stranger = await makeBank();
    const other = await makeMember({ kind: "bank", bankId: stranger.bankId }, "admin");
    expect(JSON.stringify(await wholeLog(other.scope))).not.toContain("by-key");
  });

  it("is read as who did what to whom", async () => {
    const school = await makeSchoolTenant();
    const admin = await makeMember(school, "admin");
    const member = await makeMember(school, "viewer");
    await changeRole(admin.scope, member.membershipId, "processor");
    await invite(admin.scope, { email: "sam@team.example", role: "viewer" });
    await signOut(admin.scope);
    await write(
      { ...school, actor: readActor("operator:jane"), tenant: admin.scope.tenant },
      "team.remove",
    );
    await write(
      { actor: readActor("key:ab12"), tenant: admin.scope.tenant },
      "webhook.add",
      "whe_1",
    );
    const key = { id: uuidv7(), schoolId: school.schoolId, name: "Nightly export" };
    await db().serviceKey.create({
      data: {
        ...key,
        secretHash: randomBytes(32),
        hint: "",
        role: "viewer",
        networks: ["10.0.0.0/8"],
        createdBy: "operator",
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    const { name } = key;
    await write(admin.scope, "service-key.create", key.id, { name });
    const byKey = { actor: readActor(`service-key:${key.id}`), tenant: admin.scope.tenant };
    await write(byKey, "audit-log.export", admin.scope.tenant);
    await write({ actor: readActor("batch"), tenant: admin.scope.tenant }, "retired.action");
    const { items } = await listAuditLog(admin.scope, { limit: 9 });
    expect(items.map(({ who, what, about }) => [who, what, about])).toEqual([
      ["batch", "retired.action", "thing"],
      ["Service key Nightly export", "Exported the audit log", null],
      [admin.email, "Created a service key", "Nightly export"],
      ["API key ab12", "Added a webhook endpoint", "whe_1"],
      ["Operator", "Removed a member from the team", "thing"],
      [admin.email, "Signed out", null],
      [admin.email, "Invited someone to the team", "sam@team.example"],
      [admin.email, "Changed a member’s role", member.email],
    ]);
  });

  it("names nobody of another team", async () => {
    const { scope } = await makeMember(await makeSchoolTenant(), "admin");
    const other = await makeMember(await makeSchoolTenant(), "admin");
    await write({ actor: other.scope.actor, tenant: scope.tenant }, "team.join");
    await write(
      { actor: readActor("key:ab12"), tenant: scope.tenant },
      "session.end",
      other.membershipId,
    );
    expect(JSON.stringify(await wholeLog(scope))).not.toContain(other.email);
    const { items } = await listAuditLog(scope, { limit: 2 });
    expect(items.map(({ who, about }) => [who, about])).toEqual([
      ["API key ab12", other.membershipId],
      [nameOfActor(other.scope.actor), "thing"],
    ]);
  });

  it("has a text of its own for each action", () => {
    const texts = Object.values(AUDIT_ACTIONS);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^[A-Z][^.]+$/);
  });

  it("of the operator has what its people and its command did", async () => {
    await write(operatorScope("jane"), "by-command");
    const { scope } = await makeMember({ kind: "operator" }, "admin");
    await write(scope, "by-staff");
    const { items } = await listAuditLog(scope, { limit: 2 });
    expect(items.map(({ actor, action }) => [actor, action])).toEqual([
      [nameOfActor(scope.actor), "by-staff"],
      ["operator:jane", "by-command"],
    ]);
    const { bankId } = await makeBank();
    const { name } = await db().bank.findUniqueOrThrow({ where: { id: bankId } });
    await write(operatorScope("jane"), "bank.suspend", bankId);
    const [entry] = (await listAuditLog(scope, { limit: 1 })).items;
    expect(entry).toMatchObject({ who: "Operator (jane)", what: "Suspended a bank", about: name });
  });
});
