import type { Page } from "playwright/test";
import { endSessions, makeCardholder, query, submitDonation } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { makeClosedSchool } from "./schools.ts";

const tiles = (page: Page) => page.getByRole("main").locator(".school-tiles > li");
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const count = (page: Page, text: string | RegExp) =>
  page.getByRole("main").getByRole("status").filter({ hasText: text });

test("a school is found while typing, and focus stays", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/schools");
  await expect(count(page, "136 schools, by conference")).toBeVisible();
  const box = page.getByRole("searchbox", { name: "Name, nickname, or city" });
  await box.pressSequentially("buckeye", { delay: 20 });
  await expect(count(page, /^1 school$/)).toBeVisible();
  await expect(rows(page)).toContainText(["Ohio State"]);
  await expect(box).toBeFocused();
  await expect(page).toHaveURL("/schools?search=buckeye");
  await page.reload();
  await expect(box).toHaveValue("buckeye");
  await expect(rows(page)).toHaveCount(1);
  await box.fill("usc");
  await expect(rows(page)).toContainText(["USC", "South Carolina", "Alabama"]);
  await box.fill("");
  await expect(tiles(page)).toHaveCount(136);
  await expect(page).toHaveURL(/\/schools\??$/);
});

test("without an account, too, a school is found while typing", async ({ page }) => {
  await page.goto("/schools");
  const box = page.getByRole("searchbox", { name: "Name, nickname, or city" });
  await box.pressSequentially("buckeye", { delay: 20 });
  await expect(count(page, /^1 school$/)).toBeVisible();
  await expect(rows(page)).toContainText(["Ohio State"]);
  await expect(box).toBeFocused();
  await expect(page).toHaveURL("/schools?search=buckeye");
  await box.fill("");
  await expect(tiles(page)).toHaveCount(136);
});

test("old results dim during a slow search @long", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/schools");
  await page.route(/_rsc=/, async (route) => {
    await page.waitForTimeout(1_000);
    await route.continue();
  });
  const list = page.getByRole("region", { name: "Big Ten" });
  await page.getByRole("searchbox").pressSequentially("ohio");
  await expect(page.getByRole("status").filter({ hasText: "Searching…" })).toHaveCount(1);
  await expect(list).toHaveCSS("opacity", "0.5");
  await expect(count(page, "3 schools")).toBeVisible();
  await expect(list).toHaveCount(0);
});

test("filters apply at once and stay open @long", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/schools");
  await page.getByText("Filter by state").click();
  await page.getByLabel("Conference", { exact: true }).selectOption("Big Ten");
  await expect(count(page, "18 schools")).toBeVisible();
  await page.getByLabel("State", { exact: true }).selectOption("OH");
  await expect(rows(page)).toContainText(["Ohio State"]);
  await page.getByLabel("Only those I follow").check();
  await expect(page.getByRole("heading", { name: "No matching schools" })).toBeVisible();
  await expect(page.getByLabel("Conference", { exact: true })).toHaveValue("Big Ten");
  await page.reload();
  await expect(page.getByLabel("Only those I follow")).toBeChecked();
  await page.getByRole("link", { name: "Show all schools" }).click();
  await expect(tiles(page)).toHaveCount(136);
});

test("following is confirmed at its button, puts a school first, and can be undone there", async ({
  page,
}) => {
  await signIn(page, await makeCardholder(), "/schools?conference=Big+Ten");
  await page.getByRole("button", { name: "Follow Ohio State" }).click();
  const following = page.getByRole("button", { name: "Following Ohio State" });
  await expect(following).toBeFocused();
  await expect(page.getByText("You’re following Ohio State.")).toBeVisible();
  await expect(page).toHaveURL(/conference=Big\+Ten&done=ohio-state/);
  await page.goto("/schools");
  const followed = page.getByRole("region", { name: "Schools you follow 1" });
  await expect(followed.getByRole("link")).toHaveText(["Ohio State"]);
  await expect(page.getByRole("main").getByRole("region").first()).toHaveAccessibleName(
    "Schools you follow 1",
  );
  await page.goto("/schools?followed=true");
  await expect(rows(page)).toHaveCount(1);
  await following.click();
  await expect(
    page.getByRole("heading", { name: "You’re no longer following that" }),
  ).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "You’re not following any schools yet" }),
  ).toBeVisible();
});

test("search results are paginated @long", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/schools?search=university");
  const [first] = await rows(page).allInnerTexts();
  await page.getByRole("link", { name: "More schools" }).click();
  await expect(rows(page).first()).not.toHaveText(String(first));
  await page.goto("/schools?search=university&after=meddled-with");
  await expect(rows(page).first()).toContainText(String(first).split("\n")[0] as string);
});

test("a school page shows the school, its funds, and the reader's total", async ({ page }) => {
  const person = await makeCardholder();
  const account = { service_user_id: person.accountId, school_id: "michigan" };
  const given = await Promise.all([25, 50].map((dollars) => submitDonation(dollars, account)));
  await submitDonation(30.94, account);
  const ids = given.map(({ donation_id }) => donation_id);
  const done = "select from donation where id = any($1::uuid[]) and status = 'completed'";
  await expect.poll(async () => (await query(done, [ids])).length).toBe(2);
  await signIn(page, person, "/schools/michigan");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Michigan");
  for (const [dollars, link] of [
    ["$75", "You’ve given in 2 gifts"],
    ["$30.94", "On its way from you"],
  ] as const) {
    const total = page.getByRole("paragraph").filter({ hasText: link });
    await expect(total).toContainText(dollars);
    await expect(total.getByRole("link", { name: link })).toHaveAttribute(
      "href",
      "/donations?school=michigan",
    );
  }
  await expect(page.getByText("Given through Points to Giving")).toBeVisible();
  const funds = page.getByRole("region", { name: "Where your gift can go" });
  await expect(funds.getByText("May be tax-deductible.", { exact: true }).first()).toBeVisible();
  await expect(funds.getByText(/^Includes benefits valued at \$\d+\./).first()).toBeVisible();
  await expect(funds.getByText("Ask a tax advisor.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Give to Michigan" })).toHaveAttribute(
    "href",
    "/give/michigan",
  );
  await page.getByRole("button", { name: "Follow Michigan" }).click();
  await expect(page.getByRole("button", { name: "Following Michigan" })).toBeFocused();
  await expect(page).toHaveTitle(/^Michigan – /);
});

test("an inactive school says so and can still be unfollowed @long", async ({ page }) => {
  const person = await makeCardholder();
  const [{ id }] = await query("select id from cardholder where email_key = $1", [person.email]);
  await makeClosedSchool();
  await query("insert into followed_school values ($1, 'closed-journey', now())", [id]);
  await signIn(page, person, "/schools?followed=true");
  await expect(rows(page)).toContainText(["Isn’t accepting gifts right now."]);
  await page.getByRole("link", { name: "Closed College" }).click();
  await expect(page.getByText("Closed College isn’t accepting gifts right now.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^Give/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Following Closed College" }).click();
  await expect(page.getByText("You’re no longer following Closed College.")).toBeVisible();
});

test.describe("with a forged form", () => {
  test.use({ allowedConsoleErrors: [/status of 40[34]/] });

  test("follows nothing and redirects nowhere else", async ({ page }) => {
    await signIn(page, await makeCardholder(), "/healthz");
    const post = (headers: Record<string, string>, form: Record<string, string>) =>
      page.request.post("/schools/iowa/follow", { headers, form, maxRedirects: 0 });
    const foreign = await post({ Origin: "https://evil.example" }, { follow: "true" });
    expect(foreign.status()).toBe(403);
    const origin = { Origin: new URL(page.url()).origin };
    const led = await post(origin, { follow: "true", back: "https://evil.example/" });
    expect(led.headers().location).toBe("/schools?done=iowa");
    const odd = await post(origin, { follow: "perhaps", back: "/schools/iowa" });
    await page.goto(odd.headers().location as string);
    await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
    await expect(page.getByRole("button", { name: "Following Iowa" })).toBeVisible();
    await expect(page).toHaveTitle(/^Error: Iowa/);
    const none = await page.request.post("/schools/no-such/follow", {
      headers: origin,
      form: { follow: "true" },
      maxRedirects: 0,
    });
    expect(none.headers().location).toMatch(/^\/schools\?again=/);
  });
});

test("a session that ends in the meantime returns to the button @long", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person, "/schools?search=iowa");
  await endSessions(person.email);
  await page.getByRole("button", { name: "Follow Iowa", exact: true }).click();
  await expect(page).toHaveURL(/\/signin\?/);
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/schools\?search=iowa/);
  await expect(page.getByText("You were signed out before this was submitted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Follow Iowa", exact: true })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("searching, filtering, following, and viewing a school work @long", async ({ page }) => {
    await signIn(page, await makeCardholder(), "/schools");
    await page.getByLabel("Name, nickname, or city").fill("state");
    await page.getByText("Filter by state").click();
    await page.getByLabel("State", { exact: true }).selectOption("OH");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("button", { name: "Follow Ohio State" }).click();
    await expect(page.getByText("You’re following Ohio State.")).toBeVisible();
    await expect(page).toHaveURL(/search=state&state=OH&done=ohio-state/);
    await page.getByRole("link", { name: "Ohio State", exact: true }).click();
    await page.getByRole("button", { name: "Following Ohio State" }).click();
    await expect(page.getByText("You’re no longer following Ohio State.")).toBeVisible();
  });
});

test("signed-out visitors see the schools, and sign in to give or to see their own", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "SEC 16" }).click();
  await expect(page).toHaveURL("/schools#sec");
  await expect(tiles(page)).toHaveCount(136);
  const conference = page.getByRole("region", { name: "SEC 16" });
  await expect(conference.getByRole("listitem")).toHaveCount(16);
  await expect(conference.getByRole("heading")).toBeInViewport();
  await conference.getByRole("link", { name: "Alabama" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Alabama");
  await expect(page.getByRole("button", { name: /Follow/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Give to Alabama" }).click();
  await expect(page).toHaveURL(`/signin?${new URLSearchParams({ next: "/give/alabama" })}`);
  await page.goto("/schools?search=ohio&state=OH");
  await expect(rows(page)).toContainText(["Ohio State"]);
  await expect(page.getByRole("button", { name: /Follow/ })).toHaveCount(0);
  await expect(page.getByLabel("Only those I follow")).toHaveCount(0);
  const own = "/schools?followed=true";
  await page.goto(own);
  await expect(page).toHaveURL(`/signin?${new URLSearchParams({ next: own })}`);
});
