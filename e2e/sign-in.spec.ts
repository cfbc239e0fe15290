import { demonstration, makeCardholder } from "./application.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";

const given = /You have given/;

test("the landing page leads to the sign-in, and the sign-in home", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/signin");
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL("/home");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(given);
});

test("a wrong password is told kindly, and the e-mail address stays", async ({ page }) => {
  const { email } = demonstration();
  await page.goto("/signin");
  await fillSignIn(page, { email, password: "not the password at all" });
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("do not go together");
  await expect(alert).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("E-mail address")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(page.url(), "the address is kept out of the address bar").not.toContain(email);
});

test("an unknown address gets the same answer as a wrong password", async ({ page }) => {
  const answers: string[] = [];
  for (const email of [demonstration().email, "nobody@example.com"]) {
    await page.goto("/signin");
    await fillSignIn(page, { email, password: "not the password at all" });
    answers.push(await page.getByRole("main").getByRole("alert").innerText());
  }
  expect(answers[0]).toBe(answers[1]);
});

test("a field that was left empty says so itself", async ({ page }) => {
  await page.goto("/signin");
  await fillSignIn(page, { email: "", password: "something" });
  await expect(page.getByLabel("E-mail address")).toHaveAccessibleDescription(/Enter your e-mail/);
  await expect(page.getByLabel("Password")).not.toHaveAttribute("aria-invalid");
});

test("the gate asks for a sign-in, and then opens the page that was asked for", async ({
  page,
}) => {
  await page.goto("/home");
  await expect(page).toHaveURL("/signin?next=%2Fhome");
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL("/home");
});

test("the sign-in leads nowhere else, whatever the address asks for", async ({ page }) => {
  await page.goto(`/signin?next=${encodeURIComponent("https://evil.example/")}`);
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL("/home");
});

test("who signs out is out, and a copy of the cookie is worth nothing", async ({ page }) => {
  await signIn(page, await makeCardholder());
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.includes("session"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You have signed out.")).toBeVisible();
  await page.goto("/home");
  await expect(page).toHaveURL(/\/signin/);

  if (session) await page.context().addCookies([session]);
  await page.goto("/home");
  await expect(page).toHaveURL(/\/signin/);
});

test("a form from another site signs nobody in or out", async ({ request }) => {
  for (const path of ["/signin/submit", "/signout"]) {
    const answer = await request.post(path, {
      form: { ...demonstration() },
      headers: { Origin: "https://evil.example" },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(403);
    expect(answer.headers()["set-cookie"]).toBeUndefined();
  }
});

test("it works on another name of this machine", async ({ page }) => {
  const base = `http://127.0.0.1:${process.env.E2E_PORT}`;
  await page.goto(`${base}/home`);
  await expect(page).toHaveURL(`${base}/signin?next=%2Fhome`);
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL(`${base}/home`);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signs in, shows the donations and signs out", async ({ page }) => {
    await signIn(page, demonstration());
    await expect(page.getByRole("heading", { level: 1 })).toContainText(given);
    await expect(page.getByRole("listitem").first()).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You have signed out.")).toBeVisible();
  });

  test("keeps the e-mail address over a wrong password", async ({ page }) => {
    await page.goto("/signin");
    await fillSignIn(page, { email: "sam@example.com", password: "not the password" });
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("E-mail address")).toHaveValue("sam@example.com");
  });
});
