/** Members of teams. */
import { randomBytes, randomUUID } from "node:crypto";
import { expect, type Page } from "playwright/test";
import { hashPassword } from "../lib/auth/passwords/hashing.ts";
import { recordSecrets } from "../test/logs.ts";
import { Application } from "../test/process/application.ts";
import { query } from "./application.ts";
import { enrollSecondFactor } from "./second-factor.ts";

type Tenant = { kind: "school" | "bank" | "operator"; school_id?: string; bank_id?: string };

/** The operator command, on the application under test. */
export function operate(...args: string[]) {
  const application = new Application({}, process.env.E2E_DATA_DIR);
  application.port = Number(process.env.E2E_PORT);
  return application.admin(...args);
}

/** A sandbox's sign-in link, as the start printed it. It works once in a run of the tests. */
export function signInLink(label: string): string {
  const url = JSON.parse(process.env.E2E_SIGN_IN_LINKS ?? "{}")[label];
  if (!url) throw new Error(`there is no link for the ${label}`);
  recordSecrets([new URL(url).searchParams.get("token") ?? ""]);
  return url;
}

/** A bank of its own, whose team no other test uses. */
export async function makeTeamBank(name: string): Promise<Tenant> {
  const id = randomUUID();
  await query("insert into bank (id, name) values ($1, $2)", [id, name]);
  return { kind: "bank", bank_id: id };
}

/** A school of its own, which takes no gifts, so no other test sees it. */
export async function makeTeamSchool(name: string): Promise<Tenant & { school_id: string }> {
  const id = `school-${randomUUID()}`;
  await query(
    `insert into school (id, name, university, nickname, city, state, conference, foundation_name,
       time_zone, colors, motif, minimum_donation_cents, active, sort_key, search_text)
     values ($1, $2, $2, 'Testers', 'Testville', 'OH', 'Test', $2,
       'America/New_York', '{#123456,#ffffff}', 'pennants', 500, false, $1, $1)`,
    [id, name],
  );
  return { kind: "school", school_id: id };
}

/** A school's service key, whose secret nobody has. `ended`: it was revoked. */
export async function makeServiceKey(
  { school_id }: { school_id: string },
  { name, networks = 1, ended = false }: { name: string; networks?: number; ended?: boolean },
): Promise<string> {
  const id = randomUUID();
  const cidrs = Array.from({ length: networks }, (_, n) => `2001:db8:${n + 1000}:abcd::/64`);
  await query(
    `insert into service_key (id, school_id, name, secret_hash, hint, role, networks, created_by,
       expires_at, revoked_at, last_used_at)
     values ($1, $2, $3, $4, 'x_9Q', 'processor', $5, 'operator', now() + interval '80 days',
       case when $6 then now() end, case when not $6 then now() end)`,
    [id, school_id, name, randomBytes(32), cidrs, ended],
  );
  return id;
}

/** Adds a person to a team who has just set a password with a link. @returns how they sign in */
export async function makeMember(tenant: Tenant, role: string, name: string | null = null) {
  const email = `${randomUUID()}@team.example`;
  const password = `journey-${randomUUID()}`;
  recordSecrets([password]);
  const id = randomUUID();
  await query(
    `insert into cardholder (id, email, email_key, display_name, password_hash, password_reset_at)
     values ($1, $2, $2, $3, $4, now())`,
    [id, email, name, await hashPassword(password)],
  );
  const membershipId = randomUUID();
  await query(
    `insert into membership (id, cardholder_id, kind, school_id, bank_id, role)
     values ($1, $2, $3, $4, $5, $6)`,
    [membershipId, id, tenant.kind, tenant.school_id ?? null, tenant.bank_id ?? null, role],
  );
  return { email, password, membershipId };
}

/** A pending invitation, which nobody gets. */
export async function inviteDirectly({ kind, bank_id }: Tenant, email: string): Promise<void> {
  await query(
    `insert into invitation (id, token_hash, email, email_key, kind, bank_id, role, invited_by, expires_at)
     values (gen_random_uuid(), $1, $2, $2, $3, $4, 'support', 'operator', now() + interval '6 days')`,
    [randomBytes(32), email, kind, bank_id],
  );
}

/** Signs in with both factors, which leads to the team, and opens a page. @returns the codes of later steps */
export async function signInToTeam(
  page: Page,
  person: { email: string; password: string },
  path: string,
): Promise<{ codeAt: (steps: number) => string }> {
  const { codeAt } = await enrollSecondFactor(person);
  const { origin } = new URL((await page.request.get("/healthz")).url());
  const post = (to: string, form: Record<string, string>) =>
    page.request.post(origin + to, { form, headers: { Origin: origin }, maxRedirects: 0 });
  const { email, password } = person;
  const first = await post("/signin/submit", { email, password, next: path });
  expect(first.headers().location).toContain("/signin/code");
  const second = await post("/signin/code/submit", { mfa_code: codeAt(0), next: path });
  expect(second.headers().location).toBe(path);
  await page.goto(path);
  return { codeAt };
}

/** An invitation's link, once it is in the outbox. */
export async function invitationLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const emails = await query(`select text from email where "to" = $1 order by id desc`, [email]);
    link = /\/invitation\?token=inv_[\w-]+/.exec(String(emails[0]?.text))?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return String(link);
}
