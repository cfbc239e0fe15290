import { roleName } from "#app/context-labels.ts";
import { Ask } from "#components/ui/button.tsx";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { listTeam } from "#lib/staff/memberships.ts";
import { StaffForm, StaffFrame, type StaffPage, StaffSection, staffPage } from "./staff-page.tsx";
import { LAST_ADMIN, roleFields } from "./team-forms.ts";
import type { Team } from "./team-page.tsx";

type Member = Team["members"][number];

type MemberProps = { page: StaffPage; member: Member };

function RemoveForm({ page, member: { membershipId, email } }: MemberProps) {
  const isYou = membershipId === page.scope.membershipId;
  return (
    <StaffForm page={page} action="remove">
      <Ask
        look="danger"
        ask={isYou ? "Leave the team" : "Remove from the team"}
        meaning={
          isYou
            ? "You’re signed out of this team immediately, and invitations you sent stop working. Another admin can invite you again."
            : `${email} is signed out of this team immediately, and invitations they sent stop working. You can invite them again.`
        }
        yes={isYou ? "Leave now" : "Remove now"}
      />
    </StaffForm>
  );
}

/** One member, for admins: their role, and removing them. */
export const memberPage = (kind: TenantKind) =>
  staffPage(kind, "team.read", "/team/[membership_id]", async (page) => {
    const { scope, base, params } = page;
    const { members } = await listTeam(scope);
    const member = members.find(({ membershipId }) => membershipId === params.membership_id);
    if (!member) return null;
    const isYou = member.membershipId === scope.membershipId;
    const isLastAdmin =
      member.role === "admin" && members.filter(({ role }) => role === "admin").length === 1;
    return (
      <StaffFrame
        page={page}
        title="Team member"
        intro={
          <>
            <bdi className="font-strong text-ink">{member.email}</bdi>
            {[member.name, roleName(member.role), isYou ? "you" : null]
              .filter(Boolean)
              .map((text) => ` · ${text}`)}
          </>
        }
        failed="Nothing was changed"
        back={{ href: `${base}/team`, text: "Back to the team" }}
      >
        {isLastAdmin ? (
          <p className="mt-3 max-w-reading">{LAST_ADMIN}</p>
        ) : (
          <>
            <StaffForm
              page={page}
              action="role"
              form={{ fields: roleFields(scope.kind) }}
              saved={{ role: member.role }}
              className="mt-3 grid max-w-form gap-3"
              send="Change role"
            />
            <StaffSection id="remove" title={isYou ? "Leave" : "Remove"}>
              <RemoveForm page={page} member={member} />
            </StaffSection>
          </>
        )}
      </StaffFrame>
    );
  });
