/** The forms of team pages, which every kind of team has. */
import { z } from "zod";
import { rolesOf } from "#app/context-labels.ts";
import { EMAIL, type FieldTable, type FormField } from "#app/forms/fields.ts";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormResult, staffForm } from "#app/forms/form-route.ts";
import { HOME_PATHS } from "#app/paths.ts";
import { clearSessionCookie } from "#app/session.ts";
import { ROLES, type Role, type TenantKind } from "#lib/auth/tenants.ts";
import { email } from "#lib/fields.ts";
import { type InviteFailure, invite, MAX_A_DAY, revokeInvitation } from "#lib/staff/invitations.ts";
import { changeRole, MAX_TEAM_SIZE, removeMember } from "#lib/staff/memberships.ts";

export const LAST_ADMIN = "A team needs at least one admin. Make someone else an admin first.";

/** Shown once, to a member whose role was changed. */
export const ROLE_CHANGED = { role: "Your role was changed" };

const NOT_INVITED: Record<InviteFailure, string> = {
  already_member: "This person is already on the team.",
  team_full: `The team has ${MAX_TEAM_SIZE} members and pending invitations, which is the maximum. Remove or revoke one first.`,
  too_many: `Too many invitations were sent to this address within 24 hours, or ${MAX_A_DAY.all} in all. Try again tomorrow.`,
};

const roleField = (kind: TenantKind, as: "radio" | "select"): FormField => ({
  as,
  label: "Role",
  options: rolesOf(kind).map(({ value, label, help }) => ({ value, text: label, label, help })),
  message: "Choose one of the roles.",
});

const roleIn = (kind: TenantKind) => z.enum(ROLES[kind] as readonly Role[]);

const teamOf = (kind: TenantKind) => `${HOME_PATHS[kind]}/team`;

export const inviteFields = (kind: TenantKind): FieldTable => ({
  email: { ...EMAIL, blank: "Enter their email address." },
  role: roleField(kind, "select"),
});

export const inviteForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    fields: inviteFields(kind),
    schema: z.object({ email, role: roleIn(kind) }),
    submit: async ({ scope, values, page }) => {
      const invited = await invite(scope, values);
      if (typeof invited === "string") throw new FormError({ email: NOT_INVITED[invited] });
      return `${page}?done=invited`;
    },
  });

export const revokeForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    isEnding: true,
    submit: async ({ scope, fields, page }) => {
      const isRevoked = await revokeInvitation(scope, fields.get("invitation_id") ?? "");
      return `${page}?done=${isRevoked ? "revoked" : "revoked-before"}`;
    },
  });

type Outcome = Awaited<ReturnType<typeof changeRole | typeof removeMember>>;

/**
 * Where a form on a member's page leads.
 * @param page says that there is no such member, if there is none
 * @throws FormError if the member is the last admin
 */
function pathAfter(outcome: Outcome, page: string, path: FormResult): FormResult {
  if (outcome === "last_admin") throw new FormError(LAST_ADMIN);
  return outcome === "unknown" ? page : path;
}

export const roleFields = (kind: TenantKind): FieldTable => ({ role: roleField(kind, "radio") });

export const roleForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    fields: roleFields(kind),
    schema: z.object({ role: roleIn(kind) }),
    submit: async ({ scope, values, params: { membership_id: id = "" }, page }) => {
      const outcome = await changeRole(scope, id, values.role);
      // Someone who isn't an admin any more can't see the team.
      const path = id === scope.membershipId ? HOME_PATHS[kind] : teamOf(kind);
      return pathAfter(outcome, page, `${path}?done=role`);
    },
  });

export const removeForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    isEnding: true,
    submit: async ({ scope, params: { membership_id: id = "" }, page }) => {
      const outcome = await removeMember(scope, id);
      // One's own session in this team has ended with the membership.
      const path =
        id === scope.membershipId
          ? { path: "/signin?left=1", cookies: clearSessionCookie() }
          : `${teamOf(kind)}?done=removed`;
      return pathAfter(outcome, page, path);
    },
  });
