import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { errorOn, expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { insertPasskeys } from "./passkeys.ts";
import { makePasswordLink } from "./password-links.ts";
import { openSecondBrowser } from "./second-browser.ts";
import { enrollSecondFactor, forgetProofs } from "./second-factor.ts";
import { addAuthenticator, addPasskey } from "./virtual-authenticator.ts";

const usePasskey = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: /^Use (a|your) passkey$/ });

const emailsTo = async (email: string): Promise<string[]> => {
  const rows = await query('select subject from email where "to" = $1 order by id', [email]);
  return rows.map(({ subject }) => subject);
};

async function withPasskey(page: Page) {
  const person = await makeCardholder();
  await signIn(page, person, "/healthz");
  const authenticator = await addAuthenticator(page);
  await addPasskey(page, person.password);
  return { ...person, authenticator };
}

const signOut = (page: Page) => page.context().clearCookies({ name: "points-session" });

test("is added, listed, and removed", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person, "/settings");
  await addAuthenticator(page);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Laptop in the den");
  await page.getByRole("button", { name: "Create passkey" }).click();
  const codes = page.getByRole("main").locator("ol > li");
  await expect(codes).toHaveCount(10);
  await expect(codes.first()).toHaveText(/^([0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
  await page.getByRole("link", { name: "I’ve saved these codes" }).click();
  await expect(page).toHaveURL("/settings?done=passkey-added");
  const row = page.getByRole("listitem").filter({ hasText: "Laptop in the den" });
  await expect(row).toContainText("Passkey on one device");

  await row.getByRole("link", { name: "Remove Laptop in the den" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page).toHaveURL("/settings?done=two-step-off");
  await expect(page.getByText("Two-step sign-in is off.", { exact: true })).toBeVisible();
  expect(await emailsTo(person.email)).toEqual([
    expect.stringMatching(/^You added a passkey/),
    expect.stringMatching(/^Two-step sign-in is off/),
  ]);
});

test("its button works even if the page's script ran before the page had arrived", async ({
  page,
}) => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/held.js", async (route) => {
    await arrival;
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  const body = `<!doctype html><script type="module" async src="/page.js"></script><script src="/held.js"></script>
    <div data-passkey="null"><button disabled>Use your passkey</button></div>`;
  await page.route("**/held", (route) => route.fulfill({ contentType: "text/html", body }));
  const opened = page.goto("/held");
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  // The script has run.
  await expect.poll(cookies).toContain("zone");
  arrive();
  await opened;
  await expect(page.getByRole("button")).toBeEnabled();
});

test("signs in alone, and returns to the requested page", async ({ page }) => {
  await withPasskey(page);
  await signOut(page);
  await page.goto("/signin?next=%2Fhome%3Fafter%3Dx");
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  // The page asks by itself.
  await expect(page).toHaveURL("/home?after=x");
});

test("signs in after the password", async ({ page }) => {
  const person = await withPasskey(page);
  await signOut(page);
  await page.goto("/signin");
  await fillSignIn(page, person);
  await expect(page).toHaveURL(/\/signin\/code/);
  await expect(page.getByLabel("Code", { exact: true })).toHaveCount(0);
  await usePasskey(page).click();
  await expect(page).toHaveURL("/home");
});

test("a person who fails the check of their device isn't signed in @long", async ({ page }) => {
  const { authenticator } = await withPasskey(page);
  await signOut(page);
  await authenticator.setVerified(false);
  await page.goto("/signin/passkey");
  await expect(errorOn(page)).toContainText("You canceled, or it timed out.");
  await authenticator.setVerified(true);
  await usePasskey(page).click();
  await expect(page).toHaveURL("/home");
});

test("confirms it's them before something sensitive", async ({ page }) => {
  const person = await withPasskey(page);
  await forgetProofs(person.email);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Change password" }).click();
  await expect(page).toHaveURL("/verify?next=%2Fsettings%23password");
  await usePasskey(page).click();
  await expect(page).toHaveURL("/settings#password");
  await expect(page.getByLabel("Current password")).toBeVisible();

  await forgetProofs(person.email);
  const next = "another long phrase for Sam";
  await page.getByLabel("Current password").fill(person.password);
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/verify\?next=/);
  await usePasskey(page).click();
  await expect(page.getByText("We had to confirm it’s you")).toBeVisible();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByLabel("New password").fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL("/settings?done=password");
});

test("a copy with an old counter is refused, and the owner gets an email", async ({ page }) => {
  const { authenticator, email } = await withPasskey(page);
  const [copy] = await authenticator.credentials();
  if (!copy) throw new Error("nothing was created");
  await signOut(page);
  await page.goto("/signin/passkey");
  await expect(page).toHaveURL("/home");
  await signOut(page);
  await authenticator.hold(copy);
  await page.goto("/signin/passkey");
  await expect(errorOn(page)).toContainText("This passkey wasn’t accepted.");
  expect((await emailsTo(email)).at(-1)).toMatch(/^We refused a copy of your passkey/);
});

test("after a new password by email, it signs in with that password once, and then alone", async ({
  page,
}) => {
  const person = await withPasskey(page);
  const password = "another long phrase for Sam";
  await page.goto(await makePasswordLink(person.email));
  await page.getByLabel("New password", { exact: true }).fill(password);
  await expect(page.getByRole("checkbox", { name: "I didn’t add this. Remove it." })).toBeVisible();
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/signin?set=1");
  await page.goto("/signin/passkey");
  await expect(errorOn(page)).toContainText("Sign in with the password once");
  await page.goto("/signin");
  await fillSignIn(page, { ...person, password });
  await usePasskey(page).click();
  await expect(page).toHaveURL("/home");
  await signOut(page);
  await page.goto("/signin/passkey");
  await expect(page).toHaveURL("/home");
});

test("one that somebody else added is removed with a new password", async ({ page }) => {
  const person = await withPasskey(page);
  const password = "another long phrase for Sam";
  await page.goto(await makePasswordLink(person.email));
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: "I didn’t add this. Remove it." }).check();
  await page.getByRole("button", { name: "Set password" }).click();
  await fillSignIn(page, { ...person, password });
  await expect(page).toHaveURL("/home");
  await page.goto("/settings");
  await expect(page.getByText("Two-step sign-in is off.", { exact: true })).toBeVisible();
});

/** Answers the sign-in page's prompt in the page itself. @returns the form's fields */
const answerPrompt = (page: Page, prompt: { options: object; challenge: string }) =>
  page.evaluate(async ({ options, challenge }) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
    const credential = await navigator.credentials.get({ publicKey });
    const response = JSON.stringify((credential as PublicKeyCredential).toJSON());
    return { challenge, response };
  }, prompt);

async function promptOf(page: Page) {
  const html = await (await page.request.get("/signin/passkey")).text();
  const [, attribute = ""] = /data-passkey="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(attribute.replaceAll("&quot;", '"'));
}

const submit = (page: Page, form: Record<string, string>) =>
  page.request
    .post("/signin/passkey/submit", {
      form,
      headers: { Origin: `http://localhost:${process.env.E2E_PORT}` },
      maxRedirects: 0,
    })
    .then((answer) => answer.headers().location ?? "");

test("an answer works once, and only from this origin", async ({ page }) => {
  await withPasskey(page);
  await signOut(page);
  await page.goto("/healthz");
  const answer = await answerPrompt(page, await promptOf(page));
  expect(await submit(page, answer)).toBe("/home");
  await signOut(page);
  expect(await submit(page, answer)).toMatch(/^\/signin\/passkey\?.*again=/);

  // The same site to the browser, but another origin.
  await page.route("http://localhost:1/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
  );
  await page.goto("http://localhost:1/");
  const stolen = await answerPrompt(page, await promptOf(page));
  expect(
    Buffer.from(JSON.parse(stolen.response).response.clientDataJSON, "base64url").toString(),
  ).toContain('"origin":"http://localhost:1"');
  expect(await submit(page, stolen)).toMatch(/^\/signin\/passkey\?.*again=/);
});

test("a page that was open for a while asks for a new challenge first @long", async ({ page }) => {
  const { authenticator } = await withPasskey(page);
  await signOut(page);
  await page.clock.install();
  await authenticator.setVerified(false);
  await page.goto("/signin/passkey");
  await expect(errorOn(page)).toContainText("You canceled, or it timed out.");
  await authenticator.setVerified(true);
  await page.clock.fastForward("03:00");
  const refreshed = page.waitForResponse(
    (response) => response.request().resourceType() === "fetch",
  );
  await usePasskey(page).click();
  await refreshed;
  await expect(page).toHaveURL("/home");
});

test("a browser without JavaScript is told what a passkey needs, and takes a code", async ({
  browser,
}) => {
  const person = await makeCardholder();
  const { codeAt } = await enrollSecondFactor(person);
  await insertPasskeys(person.email, ["Phone"]);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/signin/passkey");
  await expect(page.getByText("Passkeys need JavaScript")).toBeVisible();
  await expect(usePasskey(page)).toBeDisabled();
  const { origin } = new URL(page.url());
  const sent = await page.request.post("/signin/passkey/submit", { form: {}, headers: { origin } });
  expect(await sent.text()).toContain("Passkeys need JavaScript. Turn it on");
  await page.goto("/signin?next=%2Fsettings");
  await fillSignIn(page, person);
  await page.getByLabel("Code", { exact: true }).fill(codeAt(-1));
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/settings");
  await forgetProofs(person.email);
  await page.getByRole("link", { name: "Remove Phone" }).click();
  await page.getByLabel("Code", { exact: true }).fill(codeAt(0));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page).toHaveURL("/settings?done=passkey-removed");
  await context.close();
});

test("a session without a recent proof changes nothing, whatever it submits @long", async ({
  page,
}) => {
  const { password, email } = await withPasskey(page);
  await forgetProofs(email);
  const [{ id }] = await query(
    "select p.id from passkey p join cardholder c on c.id = p.cardholder_id where email_key = $1",
    [email],
  );
  const form = { password, passkey: id, current_password: password, new_password: `${password}!` };
  for (const path of [
    "password",
    "two-step/begin",
    "two-step/renew/submit",
    "two-step/remove-app/submit",
    "two-step/passkey/begin",
    "two-step/passkey/remove/submit",
  ]) {
    const answer = await page.request.post(`/settings/${path}`, {
      form,
      headers: { Origin: new URL(page.url()).origin },
      maxRedirects: 0,
    });
    expect(answer.headers().location, path).toMatch(/^\/verify\?next=/);
  }
  const other = await openSecondBrowser(page);
  await other.goto("/verify?next=%2Fsettings");
  await expect(other).toHaveURL(/\/signin\?next=/);
});
