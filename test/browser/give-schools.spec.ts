import { makeCardholder, query } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { makeClosedSchool, reviewButton, send, startGiving, unlink } from "./giving.ts";

// The donation's page is not what this is about.
test.use({ allowedConsoleErrors: [/status of 404/] });

test.describe("schools", () => {
  test("that aren't accepting gifts say so, even to a forged form @long", async ({ page }) => {
    const closed = await makeClosedSchool();
    const { accountId } = await startGiving(page, closed);
    await expect(
      page.getByRole("heading", { name: "Closed State isn’t accepting gifts right now" }),
    ).toBeVisible();
    await expect(reviewButton(page)).toHaveCount(0);
    const answer = await send(page, `/give/${closed}/draft`, {
      loyalty_account_id: accountId,
      fund_designation: "annual-fund",
      amount: "25",
    });
    await page.goto(answer.headers().location ?? "");
    await expect(page.getByRole("status").filter({ hasText: "isn’t accepting" })).toBeFocused();
  });

  test("that don't exist are not found, however the URL is written @long", async ({ page }) => {
    await signIn(page, await makeCardholder());
    for (const id of ["no-such-school", "%00", "a%2Fb", "x".repeat(300), "%F0%9F%8F%88"]) {
      const answer = await page.goto(`/give/${id}`);
      expect(answer?.status(), id).toBe(404);
    }
  });

  test("list preferred and followed ones first, then page by page @long", async ({ page }) => {
    const person = await makeCardholder();
    await query(
      `with me as (select cardholder_id as id from account where id = $1),
       follows as (insert into followed_school select id, 'duke', now() from me)
       update cardholder set preferred_school_id = 'michigan', preferred_fund = 'nothing of its'
       where id = (select id from me)`,
      [person.accountId],
    );
    await signIn(page, person, "/give");
    await expect(page.getByRole("region", { name: "Your school" })).toContainText("Michigan");
    await expect(page.getByRole("region", { name: "Schools you follow" })).toContainText("Duke");
    const all = page.getByRole("region", { name: "All schools" }).getByRole("listitem");
    await expect(all).toHaveCount(25);
    const firstOfAll = await all.first().innerText();
    await page.getByRole("link", { name: "More schools" }).click();
    await expect(page).toHaveURL(/after=/);
    expect(await all.first().innerText()).not.toBe(firstOfAll);
    await page.goto("/give?after=broken&search[]=x&school=%00");
    expect(await all.first().innerText()).toBe(firstOfAll);
  });

  test("are found while typing, and the search survives a reload", async ({ page }) => {
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
  await signIn(page, person);
  for (const path of ["/give", "/give/ohio-state"]) {
    await page.goto(path);
    await expect(page.getByText("Link a rewards account first")).toBeVisible();
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
