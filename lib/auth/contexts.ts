/** What a person's sessions can act in: their own gifts, or a team that they are a member of. */
import { db } from "../database/prisma.ts";
import { run, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { env } from "../env.ts";
import { isStaff, type Member, personOf, type SessionScope } from "./scopes.ts";
import { replaceSession, scopeOfFamily } from "./sessions.ts";
import { type ContextName, tenantOfRow } from "./tenants.ts";

/** @property name the team's name; null for the person's own gifts */
export type Context = { context: ContextName; name: string | null; role: string };

const MAX_LISTED = 100;

/** A person's contexts: their own gifts first, then their teams by name. */
export async function listContexts(personId: string): Promise<Context[]> {
  const teams = await run(
    kysely
      .selectFrom("membership as m")
      .leftJoin("school as s", "s.id", "m.schoolId")
      .leftJoin("bank as b", "b.id", "m.bankId")
      .select(["m.tenant", "m.role"])
      .select((of) => of.fn.coalesce("s.name", "b.name").as("name"))
      .where("m.cardholderId", "=", personId)
      .orderBy("name")
      .orderBy("m.id")
      .limit(MAX_LISTED),
  );
  return [
    { context: "cardholder", name: null, role: "cardholder" },
    ...teams.map(({ tenant, role, name }) => ({
      context: tenant as ContextName,
      name: name ?? env().brandName,
      role,
    })),
  ];
}

/**
 * The context of a new session that asks for none: the person's only team, unless they give, too. Giving counts once
 * they have accepted a bank's link, so that no bank can change this by linking them.
 */
export async function defaultContextOf(personId: string): Promise<ContextName> {
  const accepted = { cardholderId: personId, acceptedAt: { not: null } };
  const gives = await db().account.findFirst({ where: accepted, select: { id: true } });
  const [, team, ...others] = await listContexts(personId);
  return team && others.length === 0 && !gives ? team.context : "cardholder";
}

export async function findMember(personId: string, context: ContextName): Promise<Member | null> {
  const found = await runForOne(
    kysely
      .selectFrom("membership")
      .select(["id as membershipId", "role", "kind", "schoolId", "bankId"])
      .where("cardholderId", "=", personId)
      .where("tenant", "=", context),
  );
  if (!found) return null;
  const { membershipId, role } = found;
  return { ...tenantOfRow(found), membershipId, role };
}

type SwitchFailure =
  /** The person has no such context, whether or not its tenant exists. */
  | "unknown_context"
  /** An app or a passkey has to be proved first, in this session. */
  | "verify"
  /** This session has ended. */
  | "ended";

/**
 * Opens a session in another context (or the same one) and ends this one. A team's context needs an app or a passkey that
 * was just proved in this session. The new session ends when this one would have, or earlier in a team's context: after
 * 12 hours, or 30 minutes without use.
 */
export async function switchContext(
  scope: SessionScope,
  context: ContextName,
): Promise<SessionScope | SwitchFailure> {
  const member = context === "cardholder" ? null : await findMember(personOf(scope), context);
  if (context !== "cardholder" && !member) return "unknown_context";
  const opened = await replaceSession(scope, member);
  if (opened) return opened;
  if (!(await scopeOfFamily(scope.familyId))) return "ended";
  return (await findMember(personOf(scope), context)) ? "verify" : "unknown_context";
}

export const contextOf = (scope: SessionScope): ContextName =>
  isStaff(scope) ? scope.tenant : "cardholder";
