import { makeCardholder, query } from "./application.ts";
import { giveFrom } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { makeClosedSchool, reviewButton, send, startGiving, unlink } from "./giving.ts";

// The donation's page isn't under test here.
test.use({ allowedConsoleErrors: [/status of 404/] });

test.describe("schools", () => {
  test("that aren't accepting gifts say so, even to a forged form @long", async ({ page }) => {
    const closed = await makeClosedSchool();
    const { accountId } = await startGiving(page, closed);
    await expect(
      page.getByRole("heading", { name: "Closed State isn’t accepting gifts right now" }),
    ).toBeVisible();
    await expect(reviewButton(page)).toHaveCount(0);
    const response = await send(page, `/give/${closed}/draft`, {
      loyalty_account_id: accountId,
      fund_designation: "annual-fund",
      amount: "25",
    });
    await page.goto(response.headers().location ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("that don't exist are not found, however the URL is written @long", async ({ page }) => {
    await signIn(page, await makeCardholder(), "/healthz");
    for (const id of ["no-such-school", "%00", "a%2Fb", "x".repeat(300), "%F0%9F%8F%88"]) {
      const response = await page.goto(`/give/${id}`);
      expect(response?.status(), id).toBe(404);
    }
  });

  test("are those that one usually gives to, with their forms filled in, then all by conference", async ({
    page,
  }) => {
    const person = await makeCardholder();
    for (const school_id of ["ohio-state", "michigan", "oregon", "ohio-state"]) {
      await giveFrom(person, 30, { school_id });
    }
    await query(
      `with me as (select cardholder_id as id from account where id = $1),
       follows as (insert into followed_school select id, 'duke', now() from me)
       update cardholder set preferred_school_id = 'michigan', preferred_fund = 'nothing of its'
       where id = (select id from me)`,
      [person.accountId],
    );
    await signIn(page, person, "/give");
    const regions = page.getByRole("main").getByRole("region");
    await expect(regions.nth(0)).toHaveAccessibleName("Your schools");
    const tiles = regions.nth(0).getByRole("listitem");
    await expect(tiles).toContainText(["Michigan", "Ohio State", "Oregon", "Duke"]);
    await expect(tiles).toContainText([/Last gift: \$30/, /\$30/, /\$30/, "You follow it"]);
    await expect(tiles.nth(0).getByRole("link")).toHaveAttribute(
      "href",
      /^\/give\/michigan\?amount=30&fund=annual-fund&account=/,
    );
    await expect(tiles.nth(3).getByRole("link")).toHaveAttribute("href", "/give/duke");
    const all = page.getByRole("region", { name: "All schools, by conference" });
    await expect(all.getByRole("listitem")).toHaveCount(0);
    await all.getByText("SEC").click();
    await expect(all.getByRole("listitem")).toHaveCount(16);
    await page.goto("/give?search=usc");
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("USC");
    await page.goto("/give?after=broken");
    await page.getByText("SEC").click();
    await page.getByRole("link", { name: "Alabama", exact: true }).click();
    await expect(page).toHaveURL("/give/alabama");
  });

  test("are found while typing, and the search survives a reload @long", async ({ page }) => {
    await signIn(page, await makeCardholder(), "/give");
    await page.getByLabel("School, nickname, or city").pressSequentially("zzzz");
    await expect(page.getByText("0 schools for “zzzz”")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("School, nickname, or city")).toHaveValue("zzzz");
    await page.getByRole("link", { name: "Show all schools" }).click();
    await expect(page).toHaveURL("/give");
    await page.goto(`/give?search=${"x".repeat(500)}%00`);
    await expect(page.getByText(/^0 schools for/)).toBeVisible();
  });
});

test("without a linked account, explains how to link one and shows no form", async ({ page }) => {
  const person = await makeCardholder();
  await unlink(person.accountId);
  await signIn(page, person, "/healthz");
  for (const path of ["/give", "/give/ohio-state"]) {
    await page.goto(path);
    await expect(page.getByText("Link your rewards")).toBeVisible();
    await expect(page.getByRole("main").locator("form")).toHaveCount(0);
  }
});

test("a cardholder who opted out of emails isn't offered one @long", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await query(
    `insert into preference (cardholder_id, email_donation_confirmation, updated_at)
     select cardholder_id, false, now() from account where id = $1`,
    [accountId],
  );
  await page.reload();
  await expect(page.getByLabel("Email me when")).toHaveCount(0);
  await expect(page.getByText("Email updates are off in your settings.")).toBeVisible();
});
