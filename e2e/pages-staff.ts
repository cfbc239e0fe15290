/** The pages of teams, and around joining and switching, in each of their states. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn, fillSignIn, signIn } from "./fixtures.ts";
import { LONG_BANK } from "./links.ts";
import { journey } from "./page-journey.ts";
import { REPORT_PAGES } from "./pages-school-reports.ts";
import { forgetProofs } from "./second-factor.ts";
import {
  invitationLink,
  inviteDirectly,
  makeMember,
  makeServiceKey,
  makeTeamBank,
  makeTeamSchool,
  operate,
  signInLink,
  signInToTeam,
} from "./staff.ts";

const LONG_NAME = "Alexandra Wołoszańska-Featherstonehaugh";

const main = (page: Page) => page.getByRole("main");

/** An admin of a bank with a long name, signed in to a team with members and invitations. */
async function largeTeam(page: Page) {
  const team = await makeTeamBank(LONG_BANK);
  const admin = await makeMember(team, "admin", LONG_NAME);
  await makeMember(team, "viewer");
  const member = await makeMember(team, "developer", "Sam Sample");
  for (let n = 0; n < 2; n++) await inviteDirectly(team, `${randomUUID()}@team.example`);
  await signInToTeam(page, admin, "/bank");
  return { admin, member };
}

async function signedInAs(page: Page, role: string, path: string) {
  const team = await makeTeamBank(LONG_BANK);
  const member = await makeMember(team, role, LONG_NAME);
  await signInToTeam(page, member, path);
  return { team, member };
}

/** Uses a sandbox's sign-in link outside the browser, unless it was used. */
async function useSignInLink(link: string): Promise<void> {
  const { origin, searchParams } = new URL(link);
  await fetch(`${origin}/sandbox/sign-in/submit`, {
    method: "POST",
    body: new URLSearchParams({ token: searchParams.get("token") ?? "" }),
    headers: { Origin: origin },
    redirect: "manual",
  });
}

const TEAM_JOURNEY = journey(largeTeam, [
  { name: "staff-overview", reach: async () => {} },
  {
    name: "staff-overview-switcher",
    reach: async (page) =>
      page.getByRole("banner").locator("summary", { hasText: "Signed in for" }).click(),
  },
  { name: "staff-team", reach: (page) => page.goto("/bank/team") },
  {
    name: "staff-team-refused",
    reach: async (page, { admin }) => {
      await page.getByLabel("Email address").fill(admin.email);
      await page.getByRole("button", { name: "Send invitation" }).click();
      await errorOn(page).waitFor();
    },
  },
  {
    name: "staff-member",
    reach: (page, { member }) => page.goto(`/bank/team/${member.membershipId}`),
  },
  { name: "staff-audit-log", reach: (page) => page.goto("/bank/audit-log") },
]);

const LONG_KEY = "Nightly export of Wołoszańska-Featherstonehaugh’s donor_database_synchronization";

/** An admin of a school with these keys, signed in. */
async function schoolWithKeys(page: Page, keys: Parameters<typeof makeServiceKey>[1][]) {
  const school = await makeTeamSchool("Testville State Athletics");
  const ids = [];
  for (const key of keys) ids.push(await makeServiceKey(school, key));
  await signInToTeam(page, await makeMember(school, "admin", LONG_NAME), "/school/service-keys");
  return ids;
}

const KEY_JOURNEY = journey(
  (page) =>
    schoolWithKeys(page, [
      { name: LONG_KEY, networks: 20 },
      { name: "Reports" },
      { name: LONG_KEY, ended: true },
    ]),
  [
    { name: "staff-keys", reach: async () => {} },
    {
      name: "staff-keys-refused",
      reach: async (page) => {
        await page.getByLabel("Allowed networks").fill("203.0.113.0/24\nour-server.example.edu");
        await page.getByRole("button", { name: "Create key" }).click();
        await errorOn(page).waitFor();
      },
    },
    {
      name: "staff-key-created",
      reach: async (page) => {
        await page.getByLabel("Name").fill(LONG_KEY);
        await page.getByLabel("Allowed networks").fill("203.0.113.0/24");
        await page.getByRole("button", { name: "Create key" }).click();
        await main(page).getByText("We can’t show it again").waitFor();
      },
    },
    {
      name: "staff-key-revoke",
      reach: async (page) => {
        await page.goto("/school/service-keys");
        await main(page).getByText("Revoke", { exact: true }).last().click();
      },
    },
  ],
);

export const STAFF_PAGES: PageCase[] = [
  ...TEAM_JOURNEY,
  ...KEY_JOURNEY,
  ...REPORT_PAGES,
  {
    name: "school-settings",
    statuses: ["Passes"],
    open: async (page) => {
      const school = await makeTeamSchool("Testville State Athletics");
      await signInToTeam(page, await makeMember(school, "admin", LONG_NAME), "/school/settings");
    },
  },
  { name: "staff-keys-empty", isVariant: true, open: (page) => schoolWithKeys(page, []) },
  {
    name: "staff-keys-full",
    isVariant: true,
    open: (page) =>
      schoolWithKeys(
        page,
        Array.from({ length: 20 }, (_, n) => ({ name: `Program ${n}` })),
      ),
  },
  {
    name: "staff-key-ended",
    isVariant: true,
    open: async (page) => {
      await schoolWithKeys(page, [{ name: LONG_KEY, ended: true }]);
    },
  },
  {
    name: "staff-key-shown-before",
    isVariant: true,
    open: async (page) => {
      await schoolWithKeys(page, []);
      await page.goto("/school/service-keys/created?note=x");
    },
  },
  {
    name: "staff-overview-viewer",
    isVariant: true,
    open: (page) => signedInAs(page, "viewer", "/bank"),
  },
  {
    name: "staff-last-admin",
    isVariant: true,
    open: async (page) => {
      await signedInAs(page, "admin", "/bank/team");
      await main(page).getByRole("row").nth(1).getByRole("link").click();
      await main(page).getByRole("link", { name: "Back to the team" }).waitFor();
    },
  },
  {
    name: "staff-remove",
    isVariant: true,
    open: async (page) => {
      const { team } = await signedInAs(page, "admin", "/bank");
      const { membershipId } = await makeMember(team, "viewer");
      await page.goto(`/bank/team/${membershipId}`);
      await page.getByText("Remove from the team").click();
      await page.getByRole("button", { name: "Remove now" }).waitFor();
    },
  },
  {
    name: "staff-unverified",
    isVariant: true,
    open: async (page) => {
      const { member } = await signedInAs(page, "admin", "/bank/team");
      await forgetProofs(member.email);
      await page.getByLabel("Email address").fill("sam@team.example");
      await page.getByRole("button", { name: "Send invitation" }).click();
      await page.getByLabel("Code", { exact: true }).waitFor();
    },
  },
  {
    name: "staff-forbidden",
    allowedConsoleErrors: [/status of 403/],
    open: (page) => signedInAs(page, "viewer", "/bank/team"),
  },
  {
    name: "staff-member-unknown",
    isVariant: true,
    allowedConsoleErrors: [/status of 404/],
    open: async (page) => {
      await signedInAs(page, "admin", "/bank");
      await page.goto(`/bank/team/${randomUUID()}`);
    },
  },
  {
    name: "staff-audit-log-pages",
    isVariant: true,
    open: async (page) => {
      const { team } = await signedInAs(page, "admin", "/bank");
      await query(
        `insert into audit_entry (tenant, actor, action, subject, details)
         select $1, 'operator', 'webhook.change', gen_random_uuid(), '{"status": "disabled"}'
         from generate_series(1, 120)`,
        [`bank:${team.bank_id}`],
      );
      await page.goto("/bank/audit-log?from=2026-01-01");
      await page.getByRole("link", { name: "Next page" }).click();
      await page.getByRole("link", { name: "First page" }).waitFor();
    },
  },
  {
    name: "staff-audit-log-empty",
    isVariant: true,
    open: (page) => signedInAs(page, "admin", "/bank/audit-log?to=2020-01-01"),
  },
  {
    name: "operator-schools",
    open: async (page) => {
      const member = await makeMember({ kind: "operator" }, "admin", LONG_NAME);
      await signInToTeam(page, member, "/operator/schools");
    },
  },
  {
    name: "operator-schools-invalid",
    isVariant: true,
    open: async (page) => {
      const member = await makeMember({ kind: "operator" }, "admin", LONG_NAME);
      await signInToTeam(page, member, "/operator/schools");
      await page.getByRole("button", { name: "Enter consent" }).click();
      await page.getByText("No school has this ID.").first().waitFor();
    },
  },
  {
    name: "switch-turned-away",
    open: async (page) => {
      await signedInAs(page, "viewer", "/bank");
      await page.goto("/home");
    },
  },
  {
    name: "switch-no-member",
    isVariant: true,
    open: async (page) => {
      await signIn(page, await makeCardholder(LONG_NAME), "/school");
    },
  },
  {
    name: "switch-without-factor",
    isVariant: true,
    open: async (page) => {
      const person = await makeMember(await makeTeamBank(LONG_BANK), "viewer");
      await page.goto("/signin");
      await page.getByLabel("Email address").fill(person.email);
      await page.getByLabel("Password").fill(person.password);
      await main(page).getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("link", { name: "Add a passkey" }).waitFor();
    },
  },
  {
    name: "two-step-link-required",
    isVariant: true,
    open: async (page) => {
      const person = await makeMember(await makeTeamBank(LONG_BANK), "viewer");
      await query("update cardholder set password_reset_at = null where email_key = $1", [
        person.email,
      ]);
      await page.goto("/signin?next=%2Fsettings%2Ftwo-step");
      await fillSignIn(page, person);
      await main(page).getByRole("button", { name: "Email me a link" }).waitFor();
    },
  },
  {
    name: "home-of-member",
    isVariant: true,
    open: async (page) => {
      await signedInAs(page, "viewer", "/bank");
      await page.getByRole("banner").locator("summary", { hasText: "Signed in for" }).click();
      await page
        .getByRole("banner")
        .getByRole("button", { name: /Your own gifts/ })
        .click();
      await page.waitForURL("/home");
    },
  },
  {
    name: "invitation",
    open: async (page) => {
      const team = await makeTeamBank(LONG_BANK);
      const email = `${randomUUID()}@team.example`;
      await operate("staff", "invite", "--team", `bank:${team.bank_id}`, "--email", email);
      await page.goto(await invitationLink(email));
    },
  },
  {
    name: "sandbox-sign-in",
    // Opening it doesn't use it up.
    open: (page) => page.goto(signInLink("Operator admin")),
  },
  {
    name: "sandbox-sign-in-used",
    isVariant: true,
    open: async (page) => {
      const link = signInLink("Bank clerk");
      await useSignInLink(link);
      await page.goto(link);
    },
  },
  {
    name: "invitation-ended",
    isVariant: true,
    open: (page) => page.goto("/invitation?token=x"),
  },
  {
    name: "signed-in-as-other",
    isVariant: true,
    open: async (page) => {
      await signIn(page, await makeCardholder(), "/signin/other?invited=1");
    },
  },
];
