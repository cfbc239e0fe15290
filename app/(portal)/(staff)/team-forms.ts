/** The form handlers of team pages. Each is mounted once per kind of team. */
import { z } from "zod";
import { FormError } from "#app/forms/form-errors.ts";
import { type FormPost, type FormResult, staffForm } from "#app/forms/form-route.ts";
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
const memberOf =
  (kind: TenantKind) =>
  ({ params }: FormPost) =>
    `${teamOf(kind)}/${encodeURIComponent(params.membership_id ?? "")}`;

export const inviteForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    page: teamOf(kind),
    messages: {
      email: {
        missing: "Enter their email address.",
        other: "Enter a complete email address, such as name@example.com.",
      },
    },
    submit: async ({ scope, fields }) => {
      const sent = checkBody(z.object({ email }), {
        email: fields.get("email")?.trim() || undefined,
      });
      const invited = await invite(scope, { ...sent, role: readRole(scope, fields) });
      if (typeof invited === "string") throw new FormError(NOT_INVITED[invited]);
      return `${teamOf(kind)}?done=invited`;
    },
  });

export const revokeForm = (kind: TenantKind) =>
  staffForm(kind, "team.change", {
    page: teamOf(kind),
    submit: async ({ scope, fields }) => {
      const isRevoked = await revokeInvitation(scope, fields.get("invitation_id") ?? "");
      return `${teamOf(kind)}?done=${isRevoked ? "revoked" : "revoked-before"}`;
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
    page: memberOf(kind),
    submit: async ({ scope, ...sent }) => {
      const membershipId = sent.params.membership_id ?? "";
      const outcome = await change(scope, membershipId, sent.fields);
      if (outcome === "last_admin") throw new FormError(LAST_ADMIN);
      // The page says that there is no such member.
      if (outcome === "unknown") return memberOf(kind)(sent);
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
