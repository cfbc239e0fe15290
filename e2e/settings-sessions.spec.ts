import { makeCardholder, query } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { signInInSecondBrowser } from "./second-browser.ts";
import { personAtSettings, press, section } from "./settings-page.ts";

test.describe("with JavaScript", () => {
  test("another session can be signed out, and is really closed", async ({ page }) => {
    const person = await makeCardholder();
    await signIn(page, person, "/healthz");
    const other = await signInInSecondBrowser(page, person);
    await page.goto("/settings");
    const sessions = section(page, "Where you’re signed in");
    await expect(sessions.getByRole("listitem").first()).toContainText("This browser");
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await sessions.getByRole("button", { name: /^Sign out .* on / }).click();
    await expect(page.getByText("That session was signed out")).toBeVisible();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    await other.goto("/home");
    await expect(other).toHaveURL(/\/signin\?ended=1/);
    const [{ count }] = await query(
      `select count(*)::int from audit_entry where action = 'session.end' and subject =
         (select id::text from cardholder where email_key = $1)`,
      [person.email],
    );
    expect(count).toBe(1);
  });

  test("nobody can end another cardholder's session or an unknown one @long", async ({ page }) => {
    const stranger = await makeCardholder();
    const theirs = await signInInSecondBrowser(page, stranger);
    await personAtSettings(page);
    const [{ id }] = await query(
      `select f.id from session_family f join cardholder c on c.id = f.cardholder_id
       where email_key = $1`,
      [stranger.email],
    );
    for (const forged of [id, "none at all", "", "00000000-0000-0000-0000-000000000000"]) {
      const response = await page.request.post("/settings/sessions/end", {
        form: { form: "sessions", session_id: forged },
        headers: { Origin: new URL(page.url()).origin },
        maxRedirects: 0,
      });
      expect(response.headers().location).toBe("/settings?done=session-gone");
    }
    await theirs.goto("/settings");
    await expect(theirs).toHaveURL("/settings");
  });

  test("all others are signed out once they are asked again", async ({ page }) => {
    const person = await makeCardholder();
    await signIn(page, person, "/healthz");
    const other = await signInInSecondBrowser(page, person);
    await page.goto("/settings");
    const ask = page.locator("summary", { hasText: "Sign out everywhere else" });
    await ask.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^One other session ends immediately/)).toBeVisible();
    await expect(page).toHaveURL("/settings");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Sign out now" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/settings?done=sessions");
    await expect(page.getByText("You’ve been signed out everywhere else")).toBeVisible();
    await expect(ask).toHaveCount(0);
    await other.goto("/home");
    await expect(other).toHaveURL(/\/signin\?ended=1/);
  });
});

test.describe("without JavaScript @long", () => {
  test.use({ javaScriptEnabled: false });

  test("all others are signed out, too, once they are asked again", async ({ page }) => {
    const person = await makeCardholder();
    await signIn(page, person, "/healthz");
    await signInInSecondBrowser(page, person);
    await page.goto("/settings");
    await page.locator("summary", { hasText: "Sign out everywhere else" }).click();
    await press(page, "Sign out now");
    await expect(page.getByText("You’ve been signed out everywhere else")).toBeVisible();
    await expect(section(page, "Where you’re signed in").getByRole("listitem")).toHaveCount(1);
  });
});
