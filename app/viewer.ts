/** Who is signed in, as a page's header or rail shows it. */
import { cache } from "react";
import type { Member } from "#components/desk/rooms.tsx";
import type { HeaderContext } from "#components/portal/contexts.tsx";
import { type Context, contextOf, listContexts } from "#lib/auth/contexts.ts";
import { isOffered } from "#lib/auth/permissions.ts";
import { isStaff, personOf, type StaffScope } from "#lib/auth/scopes.ts";
import { countToConfirm } from "#lib/batches/queries.ts";
import { countToDo } from "#lib/books/desk/queries.ts";
import { countOpenCases } from "#lib/cases/queries.ts";
import { listAsked, listToApprove } from "#lib/corrections/queries.ts";
import { DAY } from "#lib/dates.ts";
import { env } from "#lib/env.ts";
import { findSchoolBranding, monogramLetters } from "#lib/schools/branding.ts";
import { readMember } from "#lib/staff/memberships.ts";
import { contextName, roleName, rolesOf } from "./context-labels.ts";
import { currentSession } from "./session.ts";

/** @property member null for someone who gives */
export type Viewer = { member: Member | null; contexts: HeaderContext[] };

const ABOUT = { school: "Foundation", bank: "Live", operator: "Operator" } as const;

/** The corrections that wait for a foundation, or for someone of the operator; null for those who don't decide about any. */
async function listDecisions(scope: StaffScope) {
  if (scope.kind === "school") return isOffered(scope, "gifts.confirm") ? listAsked(scope) : null;
  const mayApprove = scope.kind === "operator" && isOffered(scope, "corrections.approve");
  return mayApprove ? listToApprove(scope) : null;
}

async function memberOf(scope: StaffScope): Promise<Member> {
  const { kind, role } = scope;
  const mayAnswer = isOffered(scope, "cases.answer");
  const [member, school, toConfirm, cases, corrections, toPay] = await Promise.all([
    readMember(scope),
    kind === "school" ? findSchoolBranding(scope.schoolId) : null,
    kind === "school" ? countToConfirm(scope) : 0,
    mayAnswer ? countOpenCases(scope) : 0,
    listDecisions(scope),
    kind !== "operator" && isOffered(scope, "statements.read") ? countToDo(scope) : 0,
  ]);
  const isSandbox = env().environment === "sandbox";
  return {
    ...member,
    memberSince: DAY.format(member.memberSince),
    kind,
    roleId: role,
    about: isSandbox ? "Sandbox" : ABOUT[kind],
    letters: monogramLetters(member.tenantName),
    school,
    counts: {
      "/school/gifts": toConfirm,
      "/school": cases + (corrections?.length ?? 0),
      ...(mayAnswer && { [`/${kind}/cases`]: cases }),
      ...(corrections && { "/operator/corrections": corrections.length }),
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
