/** A foundation's first admin: from the operator's invitation to a team of their own. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { recordSecrets } from "../test/logs.ts";
import { makeCardholder, query } from "./application.ts";
import { expect, fillSignIn, test } from "./fixtures.ts";
import { emailedPasswordLink } from "./password-links.ts";
import { openSecondBrowser } from "./second-browser.ts";
import { enrollSecondFactor, forgetProofs } from "./second-factor.ts";
import {
  invitationLink,
  makeMember,
  makeTeamBank,
  makeTeamSchool,
  operate,
  signInToTeam,
} from "./staff.ts";
import { confirmTwoStep } from "./two-step-enrollment.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const SCHOOL = "temple";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

const signOutHere = (page: Page) => page.context().clearCookies({ name: "points-session" });

/** Opens a page behind a school's "Settings". */
async function openSetting(page: Page, name: string) {
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
}

/** Opens the switcher and chooses a context. */
async function switchTo(page: Page, name: RegExp) {
  const header = page.getByRole("banner");
  await header.locator("summary", { hasText: "Signed in for" }).click();
  await header.getByRole("button", { name }).click();
}

test("the operator invites a school's first admin, who builds a team and switches roles", async ({
  page,
}) => {
  const email = `${randomUUID()}@foundation.example`;
  const colleague = `${randomUUID()}@foundation.example`;
  const password = `quiet herons ${randomUUID()}`;
  recordSecrets([password]);

  await test.step("an email leads to the invitation, which a tap accepts", async () => {
    await operate("staff", "invite", "--team", `school:${SCHOOL}`, "--email", email);
    await page.goto(await invitationLink(email));
    await expect(heading(page)).toHaveText("Join Temple");
    await expect(page.getByRole("main")).toContainText(
      `invited ${email} to join Temple. Role: Admin.`,
    );
    await press(page, "Accept the invitation");
  });

  await test.step("they set a password, and sign in", async () => {
    await expect(page).toHaveURL(/\/set-password\?token=/);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await press(page, "Set password");
    await expect(page).toHaveURL(/\/signin\?set=1/);
    await fillSignIn(page, { email, password });
  });

  await test.step("the team takes a second factor, which they set up first", async () => {
    await expect(heading(page)).toHaveText("Turn on two-step sign-in");
    await page.getByRole("link", { name: "Add an authenticator app" }).click();
    await page.getByLabel("Your password").fill(password);
    await press(page, "Continue");
    await confirmTwoStep(page);
    await expect(page.getByRole("main")).toContainText("Next, you go on to Temple.");
    await press(page, "I’ve saved these codes");
    await expect(page).toHaveURL("/school");
    await expect(heading(page)).toHaveText("Today");
    await expect(page.getByRole("banner")).toContainText("Temple");
    await expect(page.getByRole("banner")).toContainText(email);
    await expect(page.getByRole("banner")).toContainText("Admin. Processes gifts");
  });

  await test.step("they invite a colleague, and are the last admin", async () => {
    await openSetting(page, "Team");
    await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Admin");
    await page.getByLabel("Email address").fill(colleague);
    await page.getByLabel("Role").selectOption("processor");
    await press(page, "Send invitation");
    await expect(page.getByText("The invitation is on its way")).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(colleague) })).toContainText("Processor");
    await page.getByRole("main").getByRole("link", { name: email }).click();
    // Beside the list.
    await expect(page.getByText("A team needs at least one admin")).toBeVisible();
    await expect(page.getByText("Leave the team")).toHaveCount(0);
  });

  await test.step("the colleague sees who invited them", async () => {
    const other = await openSecondBrowser(page);
    await other.goto(await invitationLink(colleague));
    await expect(other.getByRole("main")).toContainText(`${email} invited ${colleague}`);
    await other.context().close();
  });

  await test.step("everything is in the log, which is exported", async () => {
    await openSetting(page, "Audit log");
    await expect(page.getByRole("main")).toContainText("Joined the team");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Export/ }).click(),
    ]);
    const stream = await download.createReadStream();
    let text = "";
    for await (const chunk of stream) text += chunk;
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toBe("id,at,actor,email,action,subject,details,who,what,about");
    expect(text).toContain(`${email},team.join`);
    expect(lines.at(-1)).toContain("audit-log.export");
  });

  await test.step("they switch to their own gifts, where the team is closed, and back", async () => {
    await switchTo(page, /Your own gifts/);
    await expect(page).toHaveURL("/home");
    await page.goto("/school/team");
    await expect(page).toHaveURL(/\/switch\?next=/);
    await expect(page.getByRole("main")).toContainText(
      "You’re signed in for your own gifts, but that page is for a school’s team.",
    );
    await page
      .getByRole("main")
      .getByRole("button", { name: /Switch to Temple/ })
      .click();
    await expect(page).toHaveURL("/school/team");
    await page.goto("/settings");
    await expect(page.getByRole("main")).toContainText(
      "You’re signed in for Temple (Admin), but that page is for your own gifts.",
    );
  });

  await test.step("signing out ends it", async () => {
    await page.getByRole("banner").locator("summary", { hasText: "Account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto("/school");
    await expect(page).toHaveURL(/\/signin\?ended=1&next=%2Fschool/);
  });
});

test("a member who adds a passkey first goes on to the page they asked for, and needn't prove it again", async ({
  page,
}) => {
  const member = await makeMember(await makeTeamBank("Lakeside Savings"), "admin");
  await page.goto("/bank/team?after=x");
  await fillSignIn(page, member);
  await expect(heading(page)).toHaveText("Turn on two-step sign-in");
  await addAuthenticator(page);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Your password").fill(member.password);
  await press(page, "Continue");
  await press(page, "Create passkey");
  await expect(page.getByRole("main")).toContainText("Next, you go on to Lakeside Savings.");
  await press(page, "I’ve saved these codes");
  await expect(page).toHaveURL("/bank/team?after=x");
  await page.getByLabel("Email address").fill(`${randomUUID()}@team.example`);
  await press(page, "Send invitation");
  await expect(page.getByText("The invitation is on its way")).toBeVisible();

  await forgetProofs(member.email);
  await page.getByLabel("Email address").fill(`${randomUUID()}@team.example`);
  await press(page, "Send invitation");
  await expect(page).toHaveURL(/\/verify\?next=/);
  await page.getByRole("main").getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByText("We had to confirm it’s you")).toBeVisible();

  await signOutHere(page);
  await page.goto("/signin/passkey");
  await expect(page).toHaveURL("/bank");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an admin changes a member's role and removes them, after a second factor", async ({
    page,
  }) => {
    const team = await makeTeamBank("Lakeside Savings");
    const admin = await makeMember(team, "admin");
    const member = await makeMember(team, "viewer", "Robin Sample");
    const { codeAt } = await signInToTeam(page, admin, "/bank/team");
    await page.getByRole("link", { name: member.email }).click();
    await page.getByLabel("Developer").check();
    await press(page, "Change role");
    await expect(page.getByRole("row", { name: new RegExp(member.email) })).toContainText(
      "Developer",
    );
    await page.getByRole("link", { name: member.email }).click();
    await page.getByText("Remove from the team").click();
    await press(page, "Remove now");
    await expect(page.getByText("Member removed")).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(member.email) })).toHaveCount(0);
    await switchTo(page, /Your own gifts/);
    await expect(page).toHaveURL("/home");
    await forgetProofs(admin.email);
    await switchTo(page, /Lakeside Savings/);
    await page.getByLabel("Code", { exact: true }).fill(codeAt(1));
    await press(page, "Continue");
    await expect(page).toHaveURL("/bank");
  });

  test("an admin creates a key for a program, sees it once, and revokes it", async ({ page }) => {
    const school = await makeTeamSchool("Lakeside University");
    const admin = await makeMember(school, "admin");
    await signInToTeam(page, admin, "/school");
    await openSetting(page, "Service keys");
    await expect(page.getByRole("main")).toContainText("There are none yet.");
    await page.getByLabel("Name").fill("Nightly export");
    await page.getByLabel("Processor").check();
    await page.getByLabel("Allowed networks").fill("203.0.113.7/24\nsomewhere");
    await page.getByLabel("Valid for").selectOption("1 year");
    await press(page, "Create key");
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel("Allowed networks")).toHaveAccessibleDescription(
      /“somewhere” isn’t a network/,
    );
    await page.getByLabel("Allowed networks").fill("203.0.113.7/24");
    await press(page, "Create key");
    const secret = (await page.getByRole("main").locator("code").first().textContent()) ?? "";
    expect(secret).toMatch(/^svk_[\w-]{43}$/);
    recordSecrets([secret]);
    await page.getByRole("link", { name: "I’ve saved it" }).click();
    const row = page.getByRole("row", { name: /Nightly export/ });
    await expect(row).toContainText(`svk_…${secret.slice(-4)}`);
    await expect(row).toContainText("Processor");
    await expect(row).toContainText("203.0.113.0/24");
    await expect(row).toContainText("Never");
    expect(await page.content()).not.toContain(secret);
    await row.getByText("Revoke", { exact: true }).click();
    await expect(page.getByRole("main")).toContainText("stops working immediately");
    await press(page, "Revoke key");
    await expect(page.getByText("The key was revoked. It no longer works")).toBeVisible();
    await expect(row).toContainText("Revoked");
    await openSetting(page, "Audit log");
    const created = page.getByRole("row", { name: /Created a service key/ });
    await expect(created).toContainText(admin.email);
    await expect(created).toContainText("Networks: 203.0.113.0/24");
    await expect(page.getByRole("main")).not.toContainText(secret);
  });

  test("someone who accepts where another person is signed in is told to sign out first", async ({
    page,
  }) => {
    const team = `bank:${(await makeTeamBank("Lakeside Savings")).bank_id}`;
    const other = await makeMember(await makeTeamBank("Hillside"), "viewer");
    const known = await makeMember(await makeTeamBank("Hillside"), "viewer");
    await enrollSecondFactor(known);
    const newcomer = `${randomUUID()}@team.example`;
    const password = `quiet herons ${randomUUID()}`;
    recordSecrets([password]);
    await signInToTeam(page, other, "/bank");

    await operate("staff", "invite", "--team", team, "--email", known.email);
    await page.goto(await invitationLink(known.email));
    await press(page, "Accept the invitation");
    await expect(page).toHaveURL(/\/signin\/other\?invited=1/);
    await expect(page.getByRole("main")).toContainText(
      "But this browser is signed in with a different email address. Sign out, then sign in with the one that was invited.",
    );

    await operate("staff", "invite", "--team", team, "--email", newcomer);
    await page.goto(await invitationLink(newcomer));
    await press(page, "Accept the invitation");
    await expect(page.getByRole("main")).toContainText(
      "This browser is signed in with a different email address than the one that got this link.",
    );
    await page.getByLabel("New password", { exact: true }).fill(password);
    await press(page, "Set password");
    await expect(page).toHaveURL(/\/signin\/other\?set=1/);
    await expect(page.getByRole("main")).toContainText("The password is set.");
    await press(page, "Sign out");
    await expect(page).toHaveURL(/\/signin\?left=1&next=%2Fswitch%3Fto%3Dbank/);
    await fillSignIn(page, { email: newcomer, password });
    await expect(heading(page)).toHaveText("Turn on two-step sign-in");
  });

  test("someone with a second step confirms it to accept, and then joins at once", async ({
    page,
  }) => {
    const person = await makeCardholder();
    const { codeAt } = await enrollSecondFactor(person);
    const { bank_id } = await makeTeamBank("Lakeside Savings");
    await operate("staff", "invite", "--team", `bank:${bank_id}`, "--email", person.email);
    const link = await invitationLink(person.email);
    await page.goto(link);
    await press(page, "Accept the invitation");
    await fillSignIn(page, person);
    await page.getByLabel("Code", { exact: true }).fill(codeAt(-1));
    await press(page, "Sign in");
    await expect(page).toHaveURL(link);
    await forgetProofs(person.email);
    await press(page, "Accept the invitation");
    await page.getByLabel("Code", { exact: true }).fill(codeAt(0));
    await press(page, "Continue");
    await expect(page).toHaveURL(link);
    await press(page, "Accept the invitation");
    await page
      .getByRole("main")
      .getByRole("button", { name: /Switch to Lakeside Savings/ })
      .click();
    await expect(page).toHaveURL("/bank");
  });

  test("someone with a password only sets a new one by email before their first second step", async ({
    page,
  }) => {
    const person = await makeCardholder();
    const password = `quiet herons ${randomUUID()}`;
    recordSecrets([password]);
    const { bank_id } = await makeTeamBank("Lakeside Savings");
    await operate("staff", "invite", "--team", `bank:${bank_id}`, "--email", person.email);
    await page.goto(await invitationLink(person.email));
    await press(page, "Accept the invitation");
    await expect(page).toHaveURL(/\/forgot-password\?done=sent/);
    await expect(page.getByRole("main")).toContainText("You’ve joined the team");
    const link = await emailedPasswordLink(person.email);

    await page.goto("/signin?next=%2Fsettings%2Ftwo-step");
    await fillSignIn(page, person);
    await expect(page.getByRole("main")).toContainText(`We’ll email ${person.email} a link`);
    await expect(page.getByLabel("Your password")).toHaveCount(0);

    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await press(page, "Set password");
    await fillSignIn(page, { email: person.email, password });
    await expect(heading(page)).toHaveText("Turn on two-step sign-in");
    await page.getByRole("link", { name: "Add an authenticator app" }).click();
    await page.getByLabel("Your password").fill(password);
    await press(page, "Continue");
    await confirmTwoStep(page);
    await press(page, "I’ve saved these codes");
    await expect(page).toHaveURL("/bank");
    await switchTo(page, /Your own gifts/);
    await page.goto("/settings/two-step/remove-app");
    await page.getByLabel("Your password").fill(password);
    await press(page, "Remove");
    await expect(page.getByRole("main")).toContainText("Add another second step first");
  });

  test("a form of a team that was switched away from in another tab leads back, and isn't processed", async ({
    page,
  }) => {
    const [team, other] = [await makeTeamBank("Lakeside"), await makeTeamBank("Hillside")];
    const admin = await makeMember(team, "admin");
    const invitations = () =>
      query("select bank_id from invitation where bank_id = any($1)", [
        [team.bank_id, other.bank_id],
      ]);
    await signInToTeam(page, admin, "/bank/team");
    await query(
      `insert into membership (id, cardholder_id, kind, bank_id, role)
       select gen_random_uuid(), id, 'bank', $2, 'admin' from cardholder where email_key = $1`,
      [admin.email, other.bank_id],
    );
    await page.getByLabel("Email address").fill("sam@team.example");
    const tab = await page.context().newPage();
    await tab.goto("/home");
    await switchTo(tab, /Hillside/);
    await expect(tab).toHaveURL("/bank");
    await press(page, "Send invitation");
    await expect(page).toHaveURL(/\/switch\?to=bank/);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /Switch to Lakeside/ }).click();
    await expect(page).toHaveURL(/\/bank\/team\?again=/);
    await expect(page.getByText("You had switched to another team")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue("sam@team.example");
    expect(await invitations()).toEqual([]);
    await press(page, "Send invitation");
    await expect(page.getByText("The invitation is on its way")).toBeVisible();
    expect(await invitations()).toEqual([{ bank_id: team.bank_id }]);
  });

  test("a viewer is told that the team isn't theirs to see, and an admin nothing of other teams", async ({
    page,
  }) => {
    const [team, other] = [await makeTeamBank("Lakeside"), await makeTeamBank("Hillside")];
    const stranger = await makeMember(other, "viewer");
    const statusOf = async (path: string) => (await page.request.get(path)).status();
    await signInToTeam(page, await makeMember(team, "viewer"), "/bank");
    for (const path of ["/bank/team", "/bank/audit-log", "/bank/audit-log/export"]) {
      expect(await statusOf(path), path).toBe(403);
    }
    const admin = await openSecondBrowser(page);
    await signInToTeam(admin, await makeMember(team, "admin"), "/bank");
    const theirs = await admin.request.get(`/bank/team/${stranger.membershipId}`);
    const never = await admin.request.get(`/bank/team/${randomUUID()}`);
    expect([theirs.status(), never.status()]).toEqual([404, 404]);
    expect(await theirs.text()).not.toContain(stranger.email);
    await admin.context().close();
  });
});
