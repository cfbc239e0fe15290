/**
 * Links that sign in as a member of the sandbox's teams, in place of both factors. They exist only in the memory of the
 * process that printed them, so production, which prints none, has none to accept.
 */

import { findMember } from "../auth/contexts.ts";
import type { StaffScope } from "../auth/scopes.ts";
import { openSandboxSession } from "../auth/sessions.ts";
import { nameOfTenant } from "../auth/tenants.ts";
import { hashOfToken, makeOpaqueToken } from "../auth/tokens/opaque-tokens.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { env, isLoopbackHost } from "../env.ts";
import { perProcess } from "../singleton.ts";
import { SANDBOX_STAFF, type SandboxMember } from "./staff.ts";

const PREFIX = "sbx";

type Link = { member: SandboxMember; isUsed: boolean };

/** By the token's hash. Used ones stay, so that their page can say so. */
const links = perProcess("sandbox sign-in links", () => new Map<string, Link>());

export type SignInLink = { label: string; url: string };

/** Whether a link could be used: in a sandbox that browsers reach directly, under a name of this machine. */
const areUsable = () =>
  env().environment === "sandbox" &&
  !env().trustProxy &&
  isLoopbackHost(new URL(env().publicBaseUrl).hostname);

/** The person behind an address, and their membership; null if they aren't in the team, or no longer. */
async function findStaff({ email, team }: SandboxMember) {
  const person = await runForOne(
    kysely.selectFrom("cardholder").select(["id", "passwordHash"]).where("emailKey", "=", email),
  );
  const member = person && (await findMember(person.id, nameOfTenant(team)));
  return member ? { person, member } : null;
}

/** Makes a link for each member of the sandbox's teams. None if they couldn't be used, as in production. */
export async function makeSignInLinks(): Promise<SignInLink[]> {
  if (!areUsable()) return [];
  const made: SignInLink[] = [];
  for (const member of SANDBOX_STAFF) {
    if (!(await findStaff(member))) continue;
    const token = makeOpaqueToken(PREFIX);
    links().set(keyOf(token) as string, { member, isUsed: false });
    const url = `${env().publicBaseUrl}/sandbox/sign-in?token=${token}`;
    made.push({ label: member.label, url });
  }
  return made;
}

const keyOf = (token: string) => hashOfToken(PREFIX, token)?.toString("hex");

/** Whose link this is, and whether it was used. Null if this process didn't print it. */
export const findSignInLink = (token: string): Link | null =>
  areUsable() ? (links().get(keyOf(token) ?? "") ?? null) : null;

/** Uses a link up, and opens its member's session. Null if it was used or never printed, or they have left the team. */
export async function signInByLink(
  token: string,
  userAgent: string | null,
): Promise<StaffScope | null> {
  const link = findSignInLink(token);
  if (!link || link.isUsed) return null;
  // Before anything asynchronous: of two simultaneous requests, only one gets here.
  link.isUsed = true;
  const found = await findStaff(link.member);
  return found && openSandboxSession(found.person, found.member, userAgent);
}
