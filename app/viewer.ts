/** Who is signed in, as a page's header or rail shows it. */
import { cache } from "react";
import type { Member } from "#components/desk/rooms.tsx";
import type { HeaderContext } from "#components/portal/contexts.tsx";
import { type Context, contextOf, listContexts } from "#lib/auth/contexts.ts";
import { isStaff, personOf, type StaffScope } from "#lib/auth/scopes.ts";
import { countToConfirm } from "#lib/batches/queries.ts";
import { countToDo } from "#lib/books/desk/queries.ts";
import { DAY } from "#lib/dates.ts";
import { env } from "#lib/env.ts";
import { findSchoolBranding, monogramLetters } from "#lib/schools/branding.ts";
import { readMember } from "#lib/staff/memberships.ts";
import { contextName, roleName, rolesOf } from "./context-labels.ts";
import { currentSession } from "./session.ts";

/** @property member null for someone who gives */
export type Viewer = { member: Member | null; contexts: HeaderContext[] };

const ABOUT = { school: "Foundation", bank: "Live", operator: "Operator" } as const;

async function memberOf(scope: StaffScope): Promise<Member> {
  const { kind, role } = scope;
  const isFinance = role === "finance" || role === "admin";
  const [member, school, toConfirm, toPay] = await Promise.all([
    readMember(scope),
    kind === "school" ? findSchoolBranding(scope.schoolId) : null,
    kind === "school" ? countToConfirm(scope) : 0,
    kind !== "operator" && isFinance ? countToDo(scope) : 0,
  ]);
  const isSandbox = env().environment === "sandbox";
  return {
    ...member,
    memberSince: DAY.format(member.memberSince),
    kind,
    isAdmin: role === "admin",
    about: isSandbox ? "Sandbox" : ABOUT[kind],
    letters: monogramLetters(member.tenantName),
    school,
    isFinance,
    counts: {
      "/school/gifts": toConfirm,
      "/school/remittances": toPay,
      "/bank/statements": toPay,
    },
    role: roleName(role),
    purpose: rolesOf(kind).find(({ value }) => value === role)?.help ?? "",
  };
}

/** Null for visitors. Read once per request. */
export const readViewer = cache(async (): Promise<Viewer | null> => {
  const scope = await currentSession();
  if (!scope) return null;
  const current = contextOf(scope);
  // A page says that it couldn't be shown even while this can't be read.
  const readable = await listContexts(personOf(scope)).catch((): Context[] => []);
  const contexts = readable.map(({ context, name, role }) => ({
    context,
    name: contextName(name),
    role: name === null ? null : roleName(role),
    isCurrent: context === current,
  }));
  return { member: isStaff(scope) ? await memberOf(scope) : null, contexts };
});
