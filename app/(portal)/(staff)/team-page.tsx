import { roleName, rolesOf } from "#app/context-labels.ts";
import { column, day, List } from "#components/desk/list.tsx";
import { Ask } from "#components/ui/button.tsx";
import type { TenantKind } from "#lib/auth/tenants.ts";
import { INVITATION_DAYS } from "#lib/staff/invitations.ts";
import { listTeam } from "#lib/staff/memberships.ts";
import { StaffForm, StaffFrame, type StaffPage, StaffSection, staffPage } from "./staff-page.tsx";
import { inviteFields } from "./team-forms.ts";

export type Team = Awaited<ReturnType<typeof listTeam>>;

/** Shown once after a change. */
const FLASHES: Record<string, string> = {
  invited: `The invitation is on its way. It can be accepted for ${INVITATION_DAYS} days`,
  revoked: "The invitation was revoked. Its link no longer works",
  "revoked-before": "That invitation had already ended",
  role: "Role changed",
  removed: "Member removed",
};

type MembersProps = { page: StaffPage; members: Team["members"] };

const Members = ({ page: { scope, path }, members }: MembersProps) => (
  <List<Team["members"][number]>
    caption="Members"
    columns={[
      column("Email", "rest", ({ email, membershipId }) => (
        <>
          <bdi>{email}</bdi>
          {membershipId === scope.membershipId && " (you)"}
        </>
      )),
      column("Name", "text", ({ name }) => name && <bdi>{name}</bdi>),
      column("Role", "status", ({ role }) => roleName(role)),
      day("Since", ({ memberSince }) => memberSince),
    ]}
    rows={members}
    hrefOf={({ membershipId }) => `${path}/${membershipId}`}
  />
);

type Invitation = Team["invitations"][number];

type RevokeProps = { page: StaffPage; invitation: Invitation };

function RevokeForm({ page, invitation: { invitationId, email } }: RevokeProps) {
  return (
    <StaffForm page={page} action="revoke" className="py-0.5">
      <input type="hidden" name="invitation_id" value={invitationId} />
      <Ask
        ask="Revoke"
        meaning={`The link that was emailed to ${email} stops working. You can invite them again.`}
        yes="Revoke invitation"
      />
    </StaffForm>
  );
}

function Invitations({ page, invitations }: { page: StaffPage; invitations: Invitation[] }) {
  if (invitations.length === 0) return <p>No pending invitations</p>;
  return (
    <List<Invitation>
      caption="Pending invitations"
      columns={[
        column("Email", "rest", ({ email }) => <bdi>{email}</bdi>),
        column("Role", "status", ({ role }) => roleName(role)),
        day("Invited", ({ invitedAt }) => invitedAt),
        day("Expires", ({ expiresAt }) => expiresAt),
        column("Revoke", "action", (invitation) => (
          <RevokeForm page={page} invitation={invitation} />
        )),
      ]}
      rows={invitations}
    />
  );
}

function InviteForm({ page }: { page: StaffPage }) {
  const { kind } = page.scope;
  const roles = rolesOf(kind);
  return (
    <StaffForm
      page={page}
      action="invite"
      form={{ fields: inviteFields(kind) }}
      saved={{ role: roles[0]?.value }}
      send="Send invitation"
    >
      <dl className="grid gap-0.5 text-quiet text-small">
        {roles.map(({ value, label, help }) => (
          <div key={value}>
            <dt className="inline font-strong">{label}: </dt>
            <dd className="inline">{help}</dd>
          </div>
        ))}
      </dl>
    </StaffForm>
  );
}

/** A team's members and pending invitations, for its admins. */
export const teamPage = (kind: TenantKind) =>
  staffPage(kind, "team.read", "/team", async (page) => {
    const { members, invitations } = await listTeam(page.scope);
    return (
      <StaffFrame
        page={page}
        title="Team"
        intro="Manage who has access and what they can do."
        failed="The invitation wasn’t sent"
        flashes={FLASHES}
      >
        <StaffSection id="members" title="Members">
          <Members page={page} members={members} />
        </StaffSection>
        <StaffSection id="invitations" title="Pending invitations">
          <Invitations page={page} invitations={invitations} />
        </StaffSection>
        <StaffSection
          id="invite"
          title="Invite someone"
          intro="They get an email with a link, set a password if they don’t have one, and turn on two-step sign-in."
        >
          <InviteForm page={page} />
        </StaffSection>
      </StaffFrame>
    );
  });
