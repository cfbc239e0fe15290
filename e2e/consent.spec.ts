/** Linking with consent, as a bank's customer goes through it. */
import { randomUUID } from "node:crypto";
import type { Request } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { accountAtBank, openBankSite, redeemAt, requestLink } from "./consent.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { askForPasswordLink, emailedPasswordLink } from "./password-links.ts";
import { openSecondBrowser } from "./second-browser.ts";
import { enrollSecondFactor } from "./second-factor.ts";

const PASSWORD = "the heron stands in the reeds";

let site: Awaited<ReturnType<typeof openBankSite>>;
test.beforeAll(async () => {
  site = await openBankSite();
});
test.afterAll(() => site.close());

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a new cardholder sets a first password, approves, and returns to the bank", async ({
    page,
  }) => {
    const linkRequest = await requestLink(site.redirectUri);
    await page.goto(linkRequest.url);
    await expect(page.getByText("Harbor Demonstration Bank wants to connect")).toBeVisible();
    expect(await page.content(), "nobody learns the address").not.toContain(linkRequest.email);
    await askForPasswordLink(page, linkRequest.email);

    await page.goto(await emailedPasswordLink(linkRequest.email));
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Your password is set")).toBeVisible();
    await fillSignIn(page, { email: linkRequest.email, password: PASSWORD });

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Connect to Harbor Demonstration Bank?",
    );
    await expect(page.getByText("Gold Rewards")).toBeVisible();
    await expect(page.getByText("different email address")).toBeHidden();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Back at the bank" })).toBeVisible();
    expect(await accountAtBank(linkRequest.id)).toMatchObject({ status: "pending_oauth" });
    expect(await redeemAt(linkRequest, page.url())).toBe(linkRequest.id);
    expect(await accountAtBank(linkRequest.id)).toMatchObject({ status: "active" });
  });

  test("declining returns to the bank, and nothing is connected", async ({ page }) => {
    const person = await makeCardholder();
    const linkRequest = await requestLink(site.redirectUri, person.email);
    await page.goto(linkRequest.url);
    await fillSignIn(page, person);
    await page.getByRole("button", { name: "Don’t connect" }).click();
    await expect(page.getByRole("heading", { name: "Back at the bank" })).toBeVisible();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      error: "access_denied",
      state: linkRequest.state,
    });
    expect(await accountAtBank(linkRequest.id)).toMatchObject({ status: "pending_oauth" });
  });
});

test("a second factor is requested, and leads back to the consent @long", async ({ page }) => {
  const person = await makeCardholder();
  const { codeAt } = await enrollSecondFactor(person);
  const linkRequest = await requestLink(site.redirectUri, person.email);
  await page.goto(linkRequest.url);
  await fillSignIn(page, person);
  await page.getByLabel("Code").fill(codeAt(0));
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Back at the bank" })).toBeVisible();
  expect(await redeemAt(linkRequest, page.url())).toBe(linkRequest.id);
});

test("an email address that differs from the bank's is pointed out, masked, and has to be confirmed", async ({
  page,
}) => {
  const person = await makeCardholder();
  const linkRequest = await requestLink(site.redirectUri, `pat.${person.email}`);
  await signIn(page, person, new URL(linkRequest.url).pathname);
  await expect(page.getByText("Your bank has a different email address for you")).toBeVisible();
  await expect(page.getByText("p•••@e•••.com")).toBeVisible();
  expect(await page.content()).not.toContain(linkRequest.email);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const question = page.getByRole("group", { name: "Your bank has a different email address" });
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/Check this box/);
  await page.getByLabel(`Yes, connect it to ${person.email}`).check();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Back at the bank" })).toBeVisible();
  await redeemAt(linkRequest, page.url());
  const [owner] = await query(
    "select c.email from account a join cardholder c on c.id = a.cardholder_id where a.id = $1",
    [linkRequest.id],
  );
  expect(owner?.email).toBe(person.email);
});

test("a different account can be used, in the same place @long", async ({ page }) => {
  const [wrong, right] = [await makeCardholder(), await makeCardholder()];
  const linkRequest = await requestLink(site.redirectUri, right.email);
  await signIn(page, wrong, new URL(linkRequest.url).pathname);
  await page.getByRole("button", { name: "Use a different account" }).click();
  await expect(page).toHaveURL(/\/signin\?next=/);
  await fillSignIn(page, right);
  await expect(page.getByText("different email address")).toBeHidden();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Back at the bank" })).toBeVisible();
});

test("neither another browser, another site, nor another account can decide", async ({ page }) => {
  const [person, second] = [await makeCardholder(), await makeCardholder()];
  const linkRequest = await requestLink(site.redirectUri, person.email);
  await signIn(page, person, new URL(linkRequest.url).pathname);
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  await expect(connect).toBeVisible();
  const other = await openSecondBrowser(page);
  await signIn(other, second, new URL(page.url()).pathname);
  await expect(other.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  await other.context().close();
  const submitted = await page.request.post(`${page.url()}/submit`, {
    form: { decision: "approve" },
    headers: { Origin: site.origin },
    maxRedirects: 0,
  });
  expect(submitted.status()).toBe(403);
  // The page stays open while the browser signs in as another cardholder.
  await signIn(await page.context().newPage(), second, "/healthz");
  await connect.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("different account");
  expect(await accountAtBank(linkRequest.id)).toMatchObject({ status: "pending_oauth" });
});

test("an approval is never framed, leaks its URL to nobody, and issues one code, once", async ({
  page,
}) => {
  const person = await makeCardholder();
  const linkRequest = await requestLink(site.redirectUri, person.email);
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(site.origin)) requests.push(request);
  });
  await signIn(page, person, new URL(linkRequest.url).pathname);
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  await expect(connect).toBeVisible();
  const consent = page.url();
  for (const path of [new URL(linkRequest.url).pathname, new URL(consent).pathname]) {
    const headers = (await page.request.get(path, { maxRedirects: 0 })).headers();
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(headers["referrer-policy"], path).toMatch(/^(same-origin|no-referrer)$/);
    expect(headers["cache-control"], path).toContain("no-store");
  }
  await connect.click();
  const atBank = page.getByRole("heading", { name: "Back at the bank" });
  await expect(atBank).toBeVisible();
  const first = page.url();
  // Until the bank has the code, every page of the flow leads back to the bank.
  for (const url of [`${consent}/back`, consent]) {
    await page.goto(url);
    await expect(atBank).toBeVisible();
    expect(page.url()).toBe(first);
  }
  await redeemAt(linkRequest, first);
  await page.goto(`${consent}/back`);
  await expect(page.getByRole("heading", { name: "Your account is connected" })).toBeVisible();
  expect(requests.length).toBeGreaterThan(0);
  for (const request of requests) expect((await request.allHeaders()).referer).toBeUndefined();

  // A used link and an unknown one get the same response.
  const shown: string[] = [];
  for (const url of [
    linkRequest.url,
    consent,
    `/oauth/link/lnk_${"x".repeat(43)}`,
    "/oauth/link/x",
  ]) {
    await page.goto(url);
    shown.push(await page.getByRole("main").innerText());
  }
  expect(new Set(shown).size).toBe(1);
  expect(shown[0]).toContain("Go back to your bank’s app");
});

test("a bank's name is rendered as plain text", async ({ page }) => {
  const person = await makeCardholder();
  const linkRequest = await requestLink(site.redirectUri, person.email);
  // Uses a separate bank, since concurrent tests show the demo bank's name.
  const name = `<img src=x onerror="document.title='run'"> \u202Eknab`;
  const other = randomUUID();
  await query("insert into bank (id, name) values ($1, $2)", [other, name]);
  await query("update account set bank_id = $2 where id = $1", [linkRequest.id, other]);
  await signIn(page, person, new URL(linkRequest.url).pathname);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x");
  await expect(page).toHaveTitle(/Connect your account/);
});

test("a connected account can be disconnected in the settings", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person, "/settings");
  const section = page.getByRole("region", { name: "Rewards accounts" });
  await section.locator("summary", { hasText: "Disconnect" }).click();
  await section.getByRole("button", { name: "Disconnect" }).click();
  await expect(section.getByText(/^Your bank has been told/)).toBeVisible();
  await expect(section.getByText("Not linked")).toBeVisible();
  await expect(section.getByText("Disconnect", { exact: true })).toBeHidden();
  expect(await accountAtBank(person.accountId)).toMatchObject({ status: "unlinked" });
});
