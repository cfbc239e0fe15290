/** The noun `staff`: the teams of schools, banks, and the operator. Their admins manage them in their own pages. */
import { type Command, InvalidArgumentError } from "commander";
import { actingForTeam, type SystemScope, type TeamScope } from "#lib/auth/scopes.ts";
import { isRole, ROLES, readTenantName, type Tenant } from "#lib/auth/tenants.ts";
import { INVITATION_DAYS, type InviteFailure, invite, MAX_A_DAY } from "#lib/staff/invitations.ts";
import { listTeam, MAX_TEAM_SIZE, removeMember } from "#lib/staff/memberships.ts";
import { findTenantName } from "#lib/staff/tenants.ts";
import * as flag from "./flags.ts";
import { CommandFailure, print, required, say } from "./output.ts";

type TeamFlags = { team: Tenant };

function teamFlag(text: string): Tenant {
  const tenant = readTenantName(text);
  if (!tenant) {
    throw new InvalidArgumentError("It must be school:<school_id>, bank:<bank_id>, or operator.");
  }
  return tenant;
}

const ofTeam = (command: Command) =>
  command.requiredOption(
    "--team <team>",
    "school:<school_id>, bank:<bank_id>, or operator",
    teamFlag,
  );

async function teamOf(scope: SystemScope, { team }: TeamFlags): Promise<TeamScope> {
  await required(findTenantName(team), `There is no such ${team.kind}.`);
  return actingForTeam(scope, team);
}

const NOT_INVITED: Record<InviteFailure, string> = {
  already_member: "This address is already a member of the team.",
  team_full: `The team has ${MAX_TEAM_SIZE} members and pending invitations, which is the maximum.`,
  too_many: `The team has sent ${MAX_A_DAY.all} invitations in 24 hours, or too many were sent to this mailbox. Try again later.`,
};

/** An address as long as the database takes. */
function inviteeFlag(text: string): string {
  if (text.length > 320) throw new InvalidArgumentError("It must have at most 320 characters.");
  return flag.email(text);
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
      const invited = await invite(team, { email, role });
      if (typeof invited === "string") throw new CommandFailure(NOT_INVITED[invited]);
      say(`The invitation was emailed. It can be accepted for ${INVITATION_DAYS} days.`);
      print({ ...invited, team: team.tenant });
    });
  ofTeam(staff.command("list")).action(async (flags: TeamFlags) => {
    const team = await teamOf(scope, flags);
    print({ team: team.tenant, ...(await listTeam(team)) });
  });
  ofTeam(staff.command("remove").description("removes a member, and ends their sessions there"))
    .requiredOption("--membership <membership_id>", "", flag.id)
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
