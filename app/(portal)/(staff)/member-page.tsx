import { roleName, rolesOf } from "#app/context-labels.ts";
import { FormStatus } from "#app/form-page.tsx";
import { MissingPage } from "#app/missing-page.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { RadioChoices } from "#components/ui/field.tsx";
import type { StaffScope } from "#lib/auth/scopes.ts";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { listTeam } from "#lib/staff/memberships.ts";
import { StaffForm, StaffFrame, StaffSection, staffPage } from "./staff-page.tsx";
import { LAST_ADMIN, type Team } from "./team-page.tsx";

type Member = Team["members"][number];

type MemberFormProps = { scope: StaffScope; path: string; member: Member };

function RoleForm({ scope, path, member }: MemberFormProps) {
  return (
    <StaffForm scope={scope} action={`${path}/role`} className="mt-3 grid max-w-form gap-3">
      <RadioChoices id="role" label="Role" options={rolesOf(scope.kind)} chosen={member.role} />
      <Button className="justify-self-start">Change role</Button>
    </StaffForm>
  );
}

function RemoveForm({ scope, path, member: { membershipId, email } }: MemberFormProps) {
  const isYou = membershipId === scope.membershipId;
  return (
    <StaffForm scope={scope} action={`${path}/remove`}>
      <ConfirmButton
        look="danger"
        question={isYou ? "Leave the team?" : "Remove this member?"}
        meaning={
          isYou
            ? "You’re signed out of this team immediately, and invitations you sent stop working. Another admin can invite you again."
            : `${email} is signed out of this team immediately, and invitations they sent stop working. You can invite them again.`
        }
        yes={isYou ? "Leave" : "Remove"}
      >
        {isYou ? "Leave the team" : "Remove from the team"}
      </ConfirmButton>
    </StaffForm>
  );
}

/** One member, for admins: their role, and removing them. */
export const memberPage = (kind: TenantKind) =>
  staffPage(kind, "team.read", "/team/[membership_id]", async ({ scope, base, params, state }) => {
    const { members } = await listTeam(scope);
    const member = members.find(({ membershipId }) => membershipId === params.membership_id);
    if (!member) return <MissingPage />;
    const isYou = member.membershipId === scope.membershipId;
    const isLastAdmin =
      member.role === "admin" && members.filter(({ role }) => role === "admin").length === 1;
    const path = `${base}/team/${member.membershipId}`;
    return (
      <StaffFrame
        current={`${base}/team`}
        title="Team member"
        intro={
          <>
            <bdi className="font-strong text-ink">{member.email}</bdi>
            {[member.name, roleName(member.role), isYou ? "you" : null]
              .filter(Boolean)
              .map((text) => ` · ${text}`)}
          </>
        }
      >
        <p>
          <StandaloneLink href={`${base}/team`}>Back to the team</StandaloneLink>
        </p>
        <FormStatus state={state} title="Nothing was changed" />
        {isLastAdmin ? (
          <p className="mt-3 max-w-reading">{LAST_ADMIN}</p>
        ) : (
          <>
            <RoleForm scope={scope} path={path} member={member} />
            <StaffSection id="remove" title={isYou ? "Leave" : "Remove"}>
              <RemoveForm scope={scope} path={path} member={member} />
            </StaffSection>
          </>
        )}
      </StaffFrame>
    );
  });
