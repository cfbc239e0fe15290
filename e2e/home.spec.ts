import { demonstration, makeCardholder, query } from "./application.ts";
import { giveAndWait, giveEarlier, giveFrom, makeUnlinked } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { DONATION, donationsOf, giveButton, linkAnother, reviewButton } from "./giving.ts";

test("the total and the number of schools match the database @long", async ({ page }) => {
  const { email, ...person } = demonstration();
  await signIn(page, { email, ...person });
  // Concurrent tests give as the demo cardholder in the demo bank's app.
  await expect(async () => {
    await page.reload();
    const [sums] = await query(
      `select to_char(sum(amount_cents) / 100.0, 'FM$999,999,990.00') as given,
       count(distinct school_id) as schools
     from donation join account on account.id = account_id
     join cardholder on cardholder.id = donation.cardholder_id
     where email_key = $1 and donation.status = 'completed'`,
      [email],
    );
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toContainText(sums.given.replace(/\.00$/, ""), { timeout: 500 });
    const schools = page.getByText(`to ${sums.schools} schools`);
    await expect(schools).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("each of one’s own gifts shows its status and what it means", async ({ page }) => {
  const person = await makeCardholder();
  const done = await giveAndWait(person, 25);
  await giveAndWait(person, 40.91, { school_id: "michigan" });
  await giveFrom(person, 50.94);
  await giveFrom(await makeCardholder(), 31);
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sam, you’ve given $25");
  await expect(page.getByText("$31")).toHaveCount(0);
  await expect(page.getByText("to 1 school+ $50.94 on its way")).toBeVisible();
  const last = page.getByRole("region", { name: "Gifts" });
  const row = (amount: string) => last.getByRole("listitem").filter({ hasText: amount });
  await expect(row("$25")).toContainText("2,500 points");
  await expect(row("$25")).toContainText("Confirmed");
  await expect(row("$40.91")).toContainText("Not accepted");
  await expect(row("$40.91")).toContainText("Your bank will return your points.");
  await expect(row("$40.91")).not.toContainText("sandbox trigger");
  await expect(row("$50.94")).toContainText("On its way");
  await expect(row("$50.94")).toContainText("Waiting for Ohio State");
  await row("$25").getByRole("link", { name: "Ohio State" }).first().click();
  await expect(page).toHaveURL(`/donations/${done}`);
  const [credit] = await query(
    "select platform_credit_id as number from credit where donation_id = $1",
    [done],
  );
  await expect(page.getByText(credit.number).first()).toBeVisible();
});

test("a cardholder who hasn't given learns what points can do and what to do next @long", async ({
  page,
}) => {
  await signIn(page, await makeCardholder());
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Turn your points into game day",
  );
  await expect(main.getByText("Your bank converts your points")).toBeVisible();
  await expect(main.getByText("Link your rewards")).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Pick your school" })).toHaveAttribute(
    "href",
    "/give",
  );
  await expect(main.getByRole("link", { name: "All schools" })).toHaveAttribute("href", "/schools");
});

test("a cardholder without a linked account learns that their bank has to link one @long", async ({
  page,
}) => {
  const person = await makeUnlinked();
  await signIn(page, person);
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Link your rewards");
  await expect(main.getByText(person.email)).toBeVisible();
  await expect(main.getByRole("link", { name: "See the schools" })).toBeVisible();
  await expect(main.getByRole("link", { name: /Give|Pick your school/ })).toHaveCount(0);
});

test("points stand with their dollars and time, and a followed school opens its form", async ({
  page,
}) => {
  const person = await makeCardholder();
  await query(
    `insert into followed_school (cardholder_id, school_id, followed_at)
     select id, 'ohio-state', now() from cardholder where email_key = $1`,
    [person.email],
  );
  await query(
    "update account set points_balance = 48200, points_balance_at = '2026-11-22T06:07Z' where id = $1",
    [person.accountId],
  );
  // The first page learns the browser's time zone; the second one shows it.
  await signIn(page, person);
  await page.reload();
  const schools = page.getByRole("region", { name: "Your schools" });
  await expect(schools.getByRole("listitem")).toHaveText("Ohio StateYou follow it");
  const points = page.getByRole("list", { name: "Your points" });
  await expect(points).toHaveText(
    /^48,200 points · \$482Gold Rewards, Harbor Demonstration BankAs of Nov 22, 2026, 1:07 AM EST$/,
  );
  await schools.getByRole("link", { name: "Ohio State" }).click();
  await expect(page).toHaveURL("/give/ohio-state");
});

test.describe("the year", () => {
  test("shows months and schools, and the same numbers as a table", async ({ page }) => {
    const person = await makeCardholder();
    await giveAndWait(person, 25);
    const before = await giveAndWait(person, 1130.5, { school_id: "michigan" });
    const longAgo = await giveAndWait(person, 77);
    const month = new Date();
    month.setUTCDate(15);
    month.setUTCMonth(month.getUTCMonth() - 2);
    await giveEarlier(before, month.toISOString());
    await giveEarlier(longAgo, "2020-01-15T12:00:00Z");
    const name = month.toLocaleDateString("en-US", { month: "short", year: "numeric" });

    await signIn(page, person);
    const year = page.getByRole("region", { name: "By month in each school’s colors" });
    await expect(year.getByText("$1,130.50").first(), "exact, above its column").toBeVisible();
    await expect(year.getByRole("table")).toBeHidden();
    await year.getByText("Show the numbers").click();
    await expect(year.getByRole("row").filter({ hasText: "Michigan" })).toHaveText(
      `${name}Michigan$1,130.50`,
    );
    await expect(year.getByText("$77")).toHaveCount(0);
  });

  test("isn't shown for a single month @long", async ({ page }) => {
    const person = await makeCardholder();
    await giveEarlier(await giveAndWait(person, 77), "2020-01-15T12:00:00Z");
    for (const dollars of [25, 30]) await giveAndWait(person, dollars);
    await signIn(page, person);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sam, you’ve given $132");
    await expect(
      page.getByRole("region", { name: "By month in each school’s colors" }),
    ).toHaveCount(0);
  });
});

test("three taps lead from home to the last gift given again: its amount, fund, and account", async ({
  page,
}) => {
  const person = await makeCardholder();
  const fund = { school_id: "boston-college", fund_designation: "alumni-stadium-fund" };
  await giveAndWait(person, 31.5, fund);
  // Linked later, so it's the one that the form would choose.
  await linkAnother(person.email);
  await signIn(page, person);
  const schools = page.getByRole("region", { name: "Your schools" });
  await expect(schools.getByRole("listitem")).toContainText("Last gift: $31.50");
  await schools.getByRole("link", { name: "Boston College" }).click();
  await reviewButton(page).click();
  await giveButton(page, "$31.50").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(person.accountId)).toMatchObject([
    { cents: 3_150, school_id: "boston-college", fund_id: fund.fund_designation },
    { cents: 3_150 },
  ]);
  // A gift in the list leads to the same form as the gift's page.
  await page.goto(new URL(page.url()).pathname);
  const again = page.getByRole("link", { name: /^Give again/ });
  const path = await again.getAttribute("href");
  expect(path).toMatch(/^\/give\/boston-college\?amount=31.5&fund=alumni-stadium-fund&account=/);
  await page.goto("/donations");
  await expect(again.first()).toHaveAttribute("href", path ?? "");
});

test("a gift is confirmed on screen without a reload @long", async ({ page }) => {
  const person = await makeCardholder();
  await signIn(page, person);
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));
  const heading = page.getByRole("heading", { level: 1 });
  // The page polls rarely while nothing is pending, so return to it.
  await giveFrom(person, 26.92);
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const onItsWay = /your first gift is on its way: \$26\.92$/;
    await expect(heading).toHaveText(onItsWay, { timeout: 1_000 });
  }).toPass();
  await expect(heading).toHaveText(/you’ve given \$26\.92$/);
  await expect(page.getByText("to 1 school", { exact: true })).toBeVisible();
  await expect(page.locator("[data-same-document]")).toHaveCount(1);
});
