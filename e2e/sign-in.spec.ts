import type { Page } from "playwright/test";
import { demonstration, makeCardholder, query } from "./application.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { chooseAmount, DONATION, donationsOf, giveButton, reviewButton, ticket } from "./giving.ts";
import { openNetwork } from "./network.ts";
import { beginSecondStep } from "./pages-sign-in.ts";
import { openSecondBrowser } from "./second-browser.ts";
import { enrollSecondFactor } from "./second-factor.ts";

const given = /you’ve given/;

test("the landing page links to the sign-in, which leads to home @long", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/signin");
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL("/home");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(given);
});

test("six actions lead from the landing page to a gift: five taps and the sign-in form", async ({
  page,
}) => {
  const person = await makeCardholder();
  const main = page.getByRole("main");
  await page.goto("/");
  await main.getByRole("link", { name: "Oregon", exact: true }).click();
  await main.getByRole("link", { name: "Give to Oregon" }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Sign in to give to Oregon");
  await expect(ticket(page)).toContainText("Oregon");
  await expect(main.getByText("You get an account through your bank")).toBeVisible();
  await fillSignIn(page, person);
  await chooseAmount(page, "$50");
  await reviewButton(page).click();
  await giveButton(page, "$50").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(person.accountId)).toMatchObject([
    { cents: 5_000, school_id: "oregon" },
  ]);
});

test("a fund and an amount chosen before the sign-in are still chosen after it", async ({
  page,
}) => {
  const person = await makeCardholder();
  await page.goto("/schools/boston-college");
  await page.getByRole("link", { name: "Give to this fund: Alumni Stadium Fund" }).click();
  await expect(ticket(page)).toContainText("Alumni Stadium Fund");
  await page.goto("/give/boston-college?fund=alumni-stadium-fund&amount=75&account=unknown");
  await expect(ticket(page)).toContainText("$75");
  await fillSignIn(page, { ...person, password: "not the password at all" });
  await expect(ticket(page)).toContainText("$75");
  await fillSignIn(page, person);
  await expect(reviewButton(page)).toHaveText("Review gift of $75");
  await expect(ticket(page)).toContainText("Alumni Stadium Fund");
});

test("a wrong password is reported, the right one leads home, and never to another site", async ({
  page,
}) => {
  const { email, password } = demonstration();
  await page.goto(`/signin?next=${encodeURIComponent("https://evil.example/")}`);
  await fillSignIn(page, { email, password: "not the password at all" });
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Incorrect email or password");
  await expect(alert).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(page.url(), "the address is kept out of the address bar").not.toContain(email);
  await fillSignIn(page, { email, password });
  await expect(page).toHaveURL("/home");
});

test("an unknown address gets the same response as a wrong password @long", async ({ page }) => {
  const answers: string[] = [];
  for (const email of [demonstration().email, "nobody@example.com"]) {
    await page.goto("/signin");
    await fillSignIn(page, { email, password: "not the password at all" });
    answers.push(await page.getByRole("main").getByRole("alert").innerText());
  }
  expect(answers[0]).toBe(answers[1]);
});

test("an empty field reports its own error @long", async ({ page }) => {
  await page.goto("/signin");
  await fillSignIn(page, { email: "", password: "something" });
  await expect(page.getByLabel("Email address")).toHaveAccessibleDescription(/Enter your email/);
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expect(page.getByLabel("Password")).not.toHaveAttribute("aria-invalid");

  await fillSignIn(page, { email: "", password: "" });
  const alert = page.getByRole("main").getByRole("alert");
  await alert.getByRole("link", { name: "Enter your password." }).click();
  await expect(page.getByLabel("Password")).toBeFocused();
});

test("a password can be shown and is hidden again before sending @long", async ({ page }) => {
  await page.goto("/signin");
  const password = page.getByLabel("Password");
  await password.fill("visible");
  const show = page.getByRole("button", { name: "Show password" });
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("visible");
  await password.evaluate((input: HTMLInputElement) => {
    input.form?.addEventListener("submit", (event) => event.preventDefault());
    input.form?.requestSubmit();
  });
  await expect(password).toHaveAttribute("type", "password");
});

test("a protected page asks for a sign-in and then opens @long", async ({ page }) => {
  await page.goto("/home");
  await expect(page).toHaveURL("/signin?next=%2Fhome");
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL("/home");
});

test("signing out invalidates copies of the cookie @long", async ({ page }) => {
  await signIn(page, await makeCardholder());
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.includes("session"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You’ve signed out.")).toBeVisible();
  await page.goto("/home");
  await expect(page).toHaveURL(/\/signin/);

  if (session) await page.context().addCookies([session]);
  await page.goto("/home");
  await expect(page).toHaveURL(/\/signin/);
});

test("a known browser can sign in, no matter how many attempts others make from its network @long", async ({
  page,
}) => {
  const person = await makeCardholder();
  const network = await openNetwork("127.0.0.77");
  const logIn = (email: string, password: string) =>
    fetch(`${network.origin}/v1/portal/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
  const submit = async (where: Page) => {
    await where.goto(`${network.origin}/signin`);
    await fillSignIn(where, person);
  };
  await submit(page);
  await expect(page).toHaveURL(`${network.origin}/home`);
  const device = (await page.context().cookies()).find(({ name }) => name === "known-device");
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  expect(device?.expires).toBeGreaterThan(Date.now() / 1_000 + 364 * 24 * 60 * 60);

  for (let n = 0; n < 10; n++) await logIn(person.email, "wrong");
  let limit: string | null = null;
  for (let n = 0; n < 150 && !limit?.includes("guess-network"); n++) {
    limit = (await logIn(`${n}.${person.email}`, "wrong")).headers.get("ratelimit-policy");
  }
  expect(limit).toContain('"guess-network";q=100');
  expect((await logIn(person.email, person.password)).status).toBe(429);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You’ve signed out.")).toBeVisible();
  await fillSignIn(page, person);
  await expect(page).toHaveURL(`${network.origin}/home`);

  const other = await openSecondBrowser(page);
  await submit(other);
  await expect(other.getByRole("main").getByRole("alert")).toContainText("Too many attempts");
  await other.context().close();
  network.close();
});

test("a cross-site form signs nobody in or out", async ({ request }) => {
  const paths = ["/signin/submit", "/signin/code/submit", "/signout"];
  for (const path of [...paths, "/forgot-password/submit", "/set-password/submit"]) {
    const response = await request.post(path, {
      form: { ...demonstration() },
      headers: { Origin: "https://evil.example" },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(403);
    expect(response.headers()["set-cookie"]).toBeUndefined();
  }
});

test("a second factor is asked for after the password, on a separate page", async ({ page }) => {
  const { codeAt } = await beginSecondStep(page);
  await expect(page).toHaveURL("/signin/code?next=%2Fhome");
  const proof = (await page.context().cookies()).find(({ name }) => name === "second-step");
  expect(proof).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/signin" });

  const code = page.getByLabel("Code");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  await expect(code).toHaveAccessibleDescription("Six digits from your authenticator app");
  await code.fill("000000");
  const send = page.getByRole("main").getByRole("button", { name: "Sign in" });
  await send.click();
  await expect(code).toHaveAccessibleDescription(/Incorrect or already used code\./);
  await expect(code).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(code).toHaveValue("");

  const now = codeAt(0);
  await code.fill(`${now.slice(0, 3)} ${now.slice(3)}`);
  await send.click();
  await expect(page).toHaveURL("/home");
  const left = (await page.context().cookies()).map(({ name }) => name);
  expect(left).not.toContain("second-step");
});

test("a code signs in once, and the password proof alone never does @long", async ({
  page,
  browser,
}) => {
  const { codeAt } = await beginSecondStep(page);
  const cookies = await page.context().cookies();
  const code = codeAt(0);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/home");

  const thief = await browser.newPage();
  await thief.context().addCookies(cookies);
  await thief.goto("/home");
  await expect(thief).toHaveURL(/\/signin/);
  await thief.goto("/signin/code");
  for (const given of ["", code]) {
    await thief.getByLabel("Code").fill(given);
    await thief.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(thief.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
    await expect(thief).toHaveURL(/\/signin\/code/);
    await thief.goto("/signin/code");
  }
  await thief.context().close();
});

test("a password changed between the steps has to be entered again @long", async ({ page }) => {
  const { email, codeAt } = await beginSecondStep(page);
  await query("update cardholder set password_hash = password_hash || 'x' where email_key = $1", [
    email,
  ]);
  await page.getByLabel("Code").fill(codeAt(0));
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/signin\?late=1/);
  await expect(page.getByText("Your sign-in timed out")).toBeVisible();
  await page.goto("/signin/code?next=%2Fhome");
  await expect(page).toHaveURL("/signin?late=1&next=%2Fhome");
});

test("works under another host name of this machine @long", async ({ page }) => {
  const base = `http://127.0.0.1:${process.env.E2E_PORT}`;
  await page.goto(`${base}/home`);
  await expect(page).toHaveURL(`${base}/signin?next=%2Fhome`);
  await fillSignIn(page, demonstration());
  await expect(page).toHaveURL(`${base}/home`);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signs in, shows the gifts and signs out @long", async ({ page }) => {
    await page.goto("/signin");
    await fillSignIn(page, demonstration());
    await expect(page).toHaveURL("/home");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(given);
    await expect(page.getByRole("listitem").first()).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You’ve signed out.")).toBeVisible();
  });

  test("keeps the email address after a wrong password @long", async ({ page }) => {
    await page.goto("/signin");
    await fillSignIn(page, { email: "sam@example.com", password: "not the password" });
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue("sam@example.com");
  });

  test("accepts a recovery code once in place of the app's, and returns to the requested page @long", async ({
    page,
  }) => {
    const person = await makeCardholder();
    const { recoveryCodes } = await enrollSecondFactor(person);
    const next = "/home?after=x";
    const send = page.getByRole("main").getByRole("button", { name: "Sign in" });
    for (const place of [/\/home\?after=x$/, /\/signin\/code\?/]) {
      await page.goto(`/signin?${new URLSearchParams({ next })}`);
      await fillSignIn(page, person);
      await page.getByRole("link", { name: "Use a recovery code instead" }).click();
      const field = page.getByLabel("Recovery code");
      await expect(field).not.toHaveAttribute("inputmode");
      await field.fill(String(recoveryCodes[0]).toLowerCase());
      await send.click();
      await expect(page).toHaveURL(place);
      await page.context().clearCookies({ name: "points-session" });
    }
    await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(
      /already used recovery code/,
    );
  });
});
