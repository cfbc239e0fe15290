/** The forms of team pages, which every kind of team has. */
import { z } from "zod";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormResult, staffForm } from "#app/forms/form-route.ts";
import { EMAIL_MESSAGES, typed } from "#app/forms/typed-text.ts";
import { HOME_PATHS } from "#app/paths.ts";
import { clearSessionCookie } from "#app/session.ts";
import type { StaffScope } from "#lib/auth/scopes.ts";
import { isRole, type Role, type TenantKind } from "#lib/auth/tenants.ts";
import { email } from "#lib/fields.ts";
import { checkBody } from "#lib/http/request.ts";
import { type InviteFailure, invite, MAX_A_DAY, revokeInvitation } from "#lib/staff/invitations.ts";
import { changeRole, MAX_TEAM_SIZE, removeMember } from "#lib/staff/memberships.ts";
import { LAST_ADMIN } from "./team-page.tsx";

const NOT_INVITED: Record<InviteFailure, Record<string, string>> = {
  already_member: { email: "This person is already on the team." },
  team_full: {
    email: `The team has ${MAX_TEAM_SIZE} members and pending invitations, which is the maximum. Remove or revoke one first.`,
  },
  too_many: {
    email: `Too many invitations were sent to this address within 24 hours, or ${MAX_A_DAY.all} in all. Try again tomorrow.`,
  },
};

/** @throws FormError */
function readRole({ kind }: StaffScope, fields: URLSearchParams): Role {
  const role = fields.get("role") ?? "";
  if (!isRole(kind, role)) throw new FormError({ role: "Choose one of the roles." });
  return role;
}

const teamOf = (kind: TenantKind) => `${HOME_PATHS[kind]}/team`;

export const inviteForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    messages: { email: { ...EMAIL_MESSAGES, missing: "Enter their email address." } },
    submit: async ({ scope, fields, page }) => {
      const sent = checkBody(z.object({ email }), { email: typed(fields, "email") });
      const invited = await invite(scope, { ...sent, role: readRole(scope, fields) });
      if (typeof invited === "string") throw new FormError(NOT_INVITED[invited]);
      return `${page}?done=invited`;
    },
  });

export const revokeForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    submit: async ({ scope, fields, page }) => {
      const isRevoked = await revokeInvitation(scope, fields.get("invitation_id") ?? "");
      return `${page}?done=${isRevoked ? "revoked" : "revoked-before"}`;
    },
  });

/**
 * A form on a member's page.
 * @param change what it does to the member
 * @param pathAfter where to redirect. `isOwn`: it was one's own membership
 */
const memberForm = (
  kind: TenantKind,
  change: (
    scope: StaffScope,
    membershipId: string,
    fields: URLSearchParams,
  ) => ReturnType<typeof changeRole | typeof removeMember>,
  pathAfter: (isOwn: boolean) => FormResult,
) =>
  staffForm(kind, "team.change", {
    submit: async ({ scope, params, fields, page }) => {
      const membershipId = params.membership_id ?? "";
      const outcome = await change(scope, membershipId, fields);
      if (outcome === "last_admin") throw new FormError(LAST_ADMIN);
      // The page says that there is no such member.
      if (outcome === "unknown") return page;
      return pathAfter(membershipId === scope.membershipId);
    },
  });

export const roleForm = (kind: TenantKind) =>
  memberForm(
    kind,
    (scope, membershipId, fields) => changeRole(scope, membershipId, readRole(scope, fields)),
    // Someone who isn't an admin any more can't see the team.
    (isOwn) => `${isOwn ? HOME_PATHS[kind] : teamOf(kind)}?done=role`,
  );

export const removeForm = (kind: TenantKind) =>
  memberForm(kind, removeMember, (isOwn) =>
    // One's own session in this team has ended with the membership.
    isOwn
      ? { path: "/signin?left=1", cookies: clearSessionCookie() }
      : `${teamOf(kind)}?done=removed`,
  );
