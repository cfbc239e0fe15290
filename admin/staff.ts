/** The noun `staff`: the teams of schools, banks, and the operator. Their admins manage them in their own pages. */
import { type Command, InvalidArgumentError } from "commander";
import { actingForTeam, type SystemScope, type TeamScope } from "#lib/auth/scopes.ts";
import { isRole, ROLES, type Role, type Tenant } from "#lib/auth/tenants.ts";
import { INVITATION_DAYS, type InviteFailure, invite, MAX_A_DAY } from "#lib/staff/invitations.ts";
import { listTeam, MAX_TEAM, removeMember } from "#lib/staff/memberships.ts";
import { findTenantName } from "#lib/staff/tenants.ts";
import { emailFlag, idFlag } from "./flags.ts";
import { CommandFailure, print, required, say } from "./output.ts";

type TeamFlags = { school?: string; bank?: string; operator?: true };

/** Adds the flags that choose a team. */
const ofTeam = (command: Command) =>
  command
    .option("--school <school_id>", "the team of a school")
    .option("--bank <bank_id>", "the team of a bank", idFlag)
    .option("--operator", "the operator's own team");

function tenantOf({ school, bank, operator }: TeamFlags): Tenant {
  const chosen: Tenant[] = [];
  if (school !== undefined) chosen.push({ kind: "school", schoolId: school });
  if (bank !== undefined) chosen.push({ kind: "bank", bankId: bank });
  if (operator) chosen.push({ kind: "operator" });
  const [tenant, ...others] = chosen;
  if (!tenant || others.length > 0) {
    throw new CommandFailure("Give one of --school, --bank, and --operator.");
  }
  return tenant;
}

async function teamOf(scope: SystemScope, flags: TeamFlags): Promise<TeamScope> {
  const tenant = tenantOf(flags);
  await required(findTenantName(tenant), `There is no such ${tenant.kind}.`);
  return actingForTeam(scope, tenant);
}

const NOT_INVITED: Record<InviteFailure, string> = {
  already_member: "This address is already a member of the team.",
  team_full: `The team has ${MAX_TEAM} members and pending invitations, which is the maximum.`,
  too_many: `The team has sent ${MAX_A_DAY.all} invitations in 24 hours, or ${MAX_A_DAY.address} to this address. Try again later.`,
};

/** An address as long as the database takes. */
function inviteeFlag(text: string): string {
  if (text.length > 320) throw new InvalidArgumentError("It must have at most 320 characters.");
  return emailFlag(text);
}

export function addStaff(program: Command, scope: SystemScope): void {
  const staff = program.command("staff").description("invite, list, and remove members of a team");
  ofTeam(staff.command("invite").description("invites a team's first admin, or another member"))
    .requiredOption("--email <address>", "", inviteeFlag)
    .option("--role <role>", "", "admin")
    .action(async ({ email, role, ...flags }: TeamFlags & { email: string; role: string }) => {
      const team = await teamOf(scope, flags);
      if (!isRole(team.kind, role)) {
        throw new CommandFailure(`The role must be one of ${ROLES[team.kind].join(", ")}.`);
      }
      const invited = await invite(team, { email, role: role as Role });
      if (typeof invited === "string") throw new CommandFailure(NOT_INVITED[invited]);
      say(`The invitation was emailed. It can be accepted for ${INVITATION_DAYS} days.`);
      print({ ...invited, team: team.tenant });
    });
  ofTeam(staff.command("list")).action(async (flags: TeamFlags) => {
    const team = await teamOf(scope, flags);
    const { members, invitations } = await listTeam(team);
    print({
      team: team.tenant,
      members: members.map(({ isYou: _, ...member }) => member),
      invitations,
    });
  });
  ofTeam(staff.command("remove").description("removes a member, and ends their sessions there"))
    .requiredOption("--membership <membership_id>", "", idFlag)
    .action(async ({ membership, ...flags }: TeamFlags & { membership: string }) => {
      const team = await teamOf(scope, flags);
      const result = await removeMember(team, membership);
      if (result === "unknown") throw new CommandFailure("The team has no member with this ID.");
      if (result === "last_admin") {
        throw new CommandFailure(
          "The last admin of a team can't be removed. Invite another first.",
        );
      }
      print({ membershipId: membership, team: team.tenant, status: "removed" });
    });
}
