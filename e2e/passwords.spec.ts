import { makeCardholder, query } from "./application.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { askForPasswordLink, emailedPasswordLink, makePasswordLink } from "./password-links.ts";

const NEXT = "the heron stands in the reeds";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a newly linked cardholder gets in: link, password, sign-in @long", async ({ page }) => {
    const { email } = await makeCardholder();
    await query("update cardholder set password_hash = null where email_key = $1", [email]);
    await page.goto("/signin");
    await askForPasswordLink(page, email);
    await expect(page.getByText("If we know that address")).toBeVisible();
    await expect(page.getByText("The link expires in 30 minutes.")).toBeVisible();
    expect(page.url(), "the address is kept out of the address bar").not.toContain(email);
    await expect(page.getByRole("link", { name: "Read the emails it has sent" })).toBeVisible();

    await page.goto(await emailedPasswordLink(email));
    await page.getByLabel("New password").fill(NEXT);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page).toHaveURL("/signin?set=1");
    await expect(page.getByRole("status").getByText("Your password is set")).toBeVisible();
    await fillSignIn(page, { email, password: NEXT });
    await expect(page).toHaveURL("/home");
  });

  test("a refused password is reported at its field, and the link stays valid @long", async ({
    page,
  }) => {
    const { email } = await makeCardholder();
    await query(
      "update cardholder set display_name = 'Patricia Featherstone' where email_key = $1",
      [email],
    );
    await page.goto(await makePasswordLink(email));
    const field = page.getByLabel("New password");
    // For password managers.
    await expect(page.locator("input[autocomplete=username]")).toHaveValue(email);
    for (const [password, message] of [
      ["", /Choose a password/],
      ["short", /at least 15 characters/],
      ["abc1abc1abc1abc1", /repetitive or sequential/],
      ["PasswordPassword", /most common passwords/],
      ["PatriciaFeatherstone", /based on your name/],
    ] as const) {
      await field.fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await expect(field).toHaveAccessibleDescription(message);
      await expect(field).toHaveValue("");
      await expect(field).toBeFocused();
      await expect(page).toHaveTitle(/^Error: /);
    }
    await field.fill(NEXT);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page).toHaveURL("/signin?set=1");
  });
});

test("an unknown address gets the same response as a known one, and no email", async ({ page }) => {
  const { email } = await makeCardholder();
  const answers: string[] = [];
  for (const address of [email, `nobody.${email}`]) {
    await page.goto("/forgot-password");
    await page.getByLabel("Email address").fill(address);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page).toHaveURL("/forgot-password?done=sent");
    answers.push(await page.getByRole("main").innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  await emailedPasswordLink(email);
  expect(await query(`select 1 from email where "to" = $1`, [`nobody.${email}`])).toEqual([]);
});

test("an invalid address is reported at its field and kept @long", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email address").fill("sam@example");
  await page.getByRole("button", { name: "Email me a link" }).click();
  const field = page.getByLabel("Email address");
  await expect(field).toHaveAccessibleDescription(/complete email address/);
  await expect(field).toHaveValue("sam@example");
  expect(page.url()).not.toContain("sam");
});

test("a link works once, and opening it doesn't use it up", async ({ page }) => {
  const { email } = await makeCardholder();
  const link = await makePasswordLink(email);
  for (const _ of [1, 2, 3]) {
    await page.goto(link);
    await expect(page.getByLabel("New password")).toBeVisible();
  }
  const other = await page.context().newPage();
  await other.goto(link);
  for (const tab of [page, other]) {
    await tab.getByLabel("New password").fill(NEXT);
    await tab.getByRole("button", { name: "Set password" }).click();
  }
  await expect(page).toHaveURL("/signin?set=1");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    "This link has expired or was already used",
  );
  await expect(other.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
  await other.getByLabel("Email address").fill("sam@example");
  await other.getByRole("button", { name: "Email me a link" }).click();
  await expect(other).toHaveURL(/\/forgot-password\?again=/);
});

test("an expired, truncated, or forged link sets nothing @long", async ({ page }) => {
  const { email } = await makeCardholder();
  const link = await makePasswordLink(email, -1);
  for (const address of [link, link.slice(0, -5), "/set-password?token=%00", "/set-password"]) {
    await page.goto(address);
    await expect(page.getByText("We can email you a new one.")).toBeVisible();
    await expect(page.getByLabel("New password")).toHaveCount(0);
  }
});

test("a new password ends every open session", async ({ page, browser }) => {
  const person = await makeCardholder();
  await signIn(page, person);
  const elsewhere = await browser.newPage();
  await elsewhere.goto(await makePasswordLink(person.email));
  await elsewhere.getByLabel("New password").fill(NEXT);
  await elsewhere.getByRole("button", { name: "Set password" }).click();
  await expect(elsewhere).toHaveURL("/signin?set=1");
  await page.goto("/home");
  await expect(page).toHaveURL("/signin?ended=1&next=%2Fhome");
  await fillSignIn(page, person);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Incorrect email or password",
  );
  await elsewhere.context().close();
});
