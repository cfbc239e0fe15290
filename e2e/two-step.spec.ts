import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { openSecondBrowser, signInInSecondBrowser } from "./second-browser.ts";
import { forgetProofs } from "./second-factor.ts";
import { beginTwoStep, codeOf, readKey, turnOnTwoStep } from "./two-step-enrollment.ts";

const alert = (page: Page) => page.getByRole("main").getByRole("alert");

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript @long", () => {
    test.use({ javaScriptEnabled });

    test("is turned on, protects the sign-in, and is turned off", async ({ page }) => {
      const person = await makeCardholder();
      await signIn(page, person, "/healthz");
      const { key, codes } = await turnOnTwoStep(page, person.password);
      expect(codes).toHaveLength(10);
      await page.getByRole("link", { name: "I’ve saved these codes" }).click();
      await expect(page).toHaveURL("/settings?done=app-added");
      await expect(page.getByText("Your authenticator app was added")).toBeVisible();
      await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();

      const other = await openSecondBrowser(page);
      await other.goto("/signin");
      await fillSignIn(other, person);
      await expect(other.getByText(/authenticator app/).first()).toBeVisible();
      await other.goto("/home");
      await expect(other).toHaveURL(/\/signin/);

      await forgetProofs(person.email);
      await page.getByRole("link", { name: "Remove Authenticator app" }).click();
      await page.getByLabel("Code", { exact: true }).fill(codeOf(key, 0));
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Your password").fill(person.password);
      await page.getByRole("button", { name: "Remove" }).click();
      await expect(page).toHaveURL("/settings?done=two-step-off");
      await expect(page.getByRole("link", { name: "Add an authenticator app" })).toBeVisible();
    });

    test("a wrong code and a reload show the same key again @long", async ({ page }) => {
      const person = await makeCardholder();
      await signIn(page, person, "/healthz");
      const key = await beginTwoStep(page, person.password);
      const code = page.getByLabel("Code", { exact: true });
      await page.getByRole("button", { name: "Add this app" }).click();
      await expect(code).toHaveAccessibleDescription(/Enter the code shown in the app\./);
      await code.fill(codeOf(key, 20));
      await page.getByRole("button", { name: "Add this app" }).click();
      await expect(code).toHaveAccessibleDescription(/Incorrect or expired code\./);
      await expect(code).toBeFocused();
      await expect(page).toHaveTitle(/^Error: /);
      expect(await readKey(page)).toBe(key);
      await page.reload();
      expect(await readKey(page)).toBe(key);
      await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    });
  });
}

test("turning it on takes the password, and attempts are limited @long", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person, "/settings/two-step");
  const tryWith = async (password: string) => {
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  await tryWith("");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await expect(page.getByLabel("Your password")).toHaveAccessibleDescription(
    "Error: Enter your password.",
  );
  for (let n = 0; n < 10; n++) await page.request.post("/settings/two-step/begin", wrong(page));
  await tryWith(person.password);
  await expect(alert(page)).toContainText(/Too many attempts. Try again in 1[45] minutes/);
  await page.goto("/settings/two-step/enroll");
  await expect(page).toHaveURL("/settings/two-step?expired=1");
});

const wrong = (page: Page) => ({
  form: { password: "wrong" },
  headers: { Origin: new URL(page.url()).origin },
  maxRedirects: 0,
});

test("a pending key expires and has to be requested again @long", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person, "/healthz");
  const key = await beginTwoStep(page, person.password);
  await query(
    `update totp set created_at = now() - interval '31 minutes'
     where cardholder_id = (select id from cardholder where email_key = $1)`,
    [person.email],
  );
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key, 0));
  await page.getByRole("button", { name: "Add this app" }).click();
  await expect(page).toHaveURL("/settings/two-step?expired=1");
  await expect(page.getByText("This session timed out")).toBeVisible();
});

test("recovery codes can be copied, show in this session only, and can be replaced @long", async ({
  page,
}) => {
  const person = await makeCardholder();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, person, "/healthz");
  const other = await signInInSecondBrowser(page, person);
  const { codes } = await turnOnTwoStep(page, person.password);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));

  await other.goto(page.url());
  await expect(other.getByText("We showed your recovery codes once")).toBeVisible();
  await expect(other.getByText(String(codes[0]))).toHaveCount(0);
  await page.goto("/settings/two-step/codes");
  await page.getByRole("link", { name: "Get new recovery codes" }).click();
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Get new codes" }).click();
  await expect(page.getByLabel("Your password")).toHaveAccessibleDescription(
    /Incorrect password\./,
  );
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Get new codes" }).click();
  const renewed = await page.getByRole("main").locator("ol > li").allInnerTexts();
  expect(renewed).toHaveLength(10);
  expect(renewed).not.toContain(codes[0]);
  await page.getByRole("link", { name: "I’ve saved these codes" }).click();
  const done = page.getByRole("status").filter({ hasText: "Your new recovery codes are active" });
  await expect(done).toBeFocused();
});

test("removing it takes a code or a recovery code, and then the password @long", async ({
  page,
}) => {
  const person = await makeCardholder();
  await signIn(page, person, "/healthz");
  const { codes, usedCode } = await turnOnTwoStep(page, person.password);
  await forgetProofs(person.email);
  await page.goto("/settings/two-step/remove-app");
  await expect(page).toHaveURL(/\/verify\?next=/);
  const code = page.getByLabel("Code", { exact: true });
  const confirm = page.getByRole("button", { name: "Continue" });
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/Enter the six digits/);
  await code.fill(usedCode);
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/already used code/);
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(String(codes[0]).toLowerCase());
  await confirm.click();
  await expect(page).toHaveURL("/settings/two-step/remove-app");
  const password = page.getByLabel("Your password");
  const remove = page.getByRole("button", { name: "Remove" });
  await remove.click();
  await expect(password).toHaveAccessibleDescription(/Enter your password\./);
  await password.fill("not the password");
  await remove.click();
  await expect(password).toHaveAccessibleDescription(/Incorrect password\./);
  await password.fill(person.password);
  await remove.click();
  await expect(page).toHaveURL("/settings?done=two-step-off");
  for (const path of ["remove-app", "renew", "codes"]) {
    await page.goto(`/settings/two-step/${path}`);
    await expect(page).toHaveURL("/settings#two-step");
  }
});
