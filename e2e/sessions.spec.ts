import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { expect, fillSignIn, goBack, signIn, test } from "./fixtures.ts";

const OUT = "You’ve been signed out. Sign in again to continue where you left off.";

/** A cardholder's open sessions. */
async function openSessions(email: string): Promise<number> {
  const [row] = await query(
    `select count(*)::int as open from session_family f join cardholder c on c.id = cardholder_id
     where email_key = $1 and revoked_at is null and expires_at > now()`,
    [email],
  );
  return row?.open;
}

async function sessionCookie(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "points-session");
  if (!cookie) throw new Error("nobody is signed in");
  return cookie;
}

test("after a sign-out in one tab, the other says so and resumes where it was", async ({
  page,
}) => {
  const person = await makeCardholder();
  await signIn(page, person);
  const other = await page.context().newPage();
  await other.goto("/home");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You’ve signed out.")).toBeVisible();

  await other.reload();
  await expect(other).toHaveURL("/signin?ended=1&next=%2Fhome");
  await expect(other.getByText(OUT)).toBeVisible();
  await fillSignIn(other, person);
  await expect(other).toHaveURL("/home");
  await page.goto("/signin");
  await expect(page, "the first tab is signed in with it").toHaveURL("/home");
});

test("a first-time visitor isn't told that they were signed out @long", async ({ page }) => {
  await page.goto("/home");
  await expect(page).toHaveURL("/signin?next=%2Fhome");
  await expect(page.getByText(OUT)).toHaveCount(0);
});

test("tabs that load concurrently never sign anybody out @long", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person);
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (let round = 0; round < 5; round++) {
    await Promise.all(tabs.map((tab) => tab.goto(`/home?round=${round}`)));
    await Promise.all(tabs.map((tab) => tab.reload()));
    for (const tab of tabs) await expect(tab).toHaveURL(`/home?round=${round}`);
  }
  expect(await openSessions(person.email)).toBe(1);
});

for (const [ended, change] of [
  ["has expired", "expires_at = now() - interval '1 second'"],
  ["was ended elsewhere", "revoked_at = now()"],
] as const) {
  test(`a session that ${ended} leads to the sign-in and back @long`, async ({ page }) => {
    const person = await makeCardholder();
    await signIn(page, person);
    await query(
      `update session_family set ${change} where cardholder_id =
       (select id from cardholder where email_key = $1)`,
      [person.email],
    );
    await page.reload();
    await expect(page).toHaveURL("/signin?ended=1&next=%2Fhome");
    await expect(page.getByText(OUT)).toBeVisible();
    await fillSignIn(page, person);
    await expect(page).toHaveURL("/home");
  });
}

test("signing out ends this session and no other, and going back shows nothing private", async ({
  page,
  browser,
}) => {
  const person = await makeCardholder("Robin Private");
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, person);
  await signIn(page, person);
  await expect(page.getByText("Robin")).toBeVisible();
  const cookie = await sessionCookie(page);
  expect(await openSessions(person.email)).toBe(2);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You’ve signed out.")).toBeVisible();
  expect(await openSessions(person.email)).toBe(1);
  await goBack(page, page.getByText("You’ve signed out."));
  await expect(page.getByText("Robin")).toHaveCount(0);

  const copy = await browser.newPage();
  await copy.context().addCookies([cookie]);
  await copy.goto("/home");
  await expect(copy, "a copied cookie is worth nothing").toHaveURL(/\/signin\?ended=1/);
  await elsewhere.reload();
  await expect(elsewhere, "the other session goes on").toHaveURL("/home");
  for (const other of [copy, elsewhere]) await other.context().close();
});

test("a changed cookie is rejected @long", async ({ page }) => {
  await signIn(page, await makeCardholder());
  const cookie = await sessionCookie(page);
  const [head, key, nonce, claims = "", tag] = cookie.value.split(".");
  const forged = `${claims.startsWith("A") ? "B" : "A"}${claims.slice(1)}`;
  for (const value of [[head, key, nonce, forged, tag].join("."), "", "x"]) {
    await page.context().addCookies([{ ...cookie, value }]);
    await page.goto("/home");
    await expect(page).toHaveURL(/\/signin\?/);
  }
});
