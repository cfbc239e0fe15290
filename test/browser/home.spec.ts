import { demonstration, makeCardholder, query } from "./application.ts";
import { giveAndWait, giveEarlier, giveFrom, makeUnlinked } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";

test("the total and the number of schools match the database", async ({ page }) => {
  const { email, ...person } = demonstration();
  await signIn(page, { email, ...person });
  // Other journeys give in this name meanwhile, in the demonstration bank's app.
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
    await expect(heading).toContainText(`to ${sums.schools} schools`, { timeout: 500 });
  }).toPass();
});

test("each donation shows its status and what it means", async ({ page }) => {
  const person = await makeCardholder();
  const done = await giveAndWait(person, 25);
  await giveAndWait(person, 40.91, { school_id: "michigan" });
  await giveFrom(person, 50.94);
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /You have given \$25 to 1 school$/,
  );
  await expect(page.getByText("$50.94 more is accepted and on its way.")).toBeVisible();
  const last = page.getByRole("region", { name: "Your last donations" });
  const row = (amount: string) => last.getByRole("listitem").filter({ hasText: amount });
  await expect(row("$25")).toContainText("2,500 points");
  await expect(row("$25")).toContainText("Completed");
  await expect(row("$40.91")).toContainText("Failed");
  await expect(row("$40.91")).toContainText("Michigan did not take it");
  await expect(row("$50.94")).toContainText("Accepted");
  await expect(row("$50.94")).toContainText("usually confirms within 5 minutes");
  await row("$25").getByRole("link").click();
  await expect(page).toHaveURL(`/donations/${done}`);
  const [credit] = await query(
    "select platform_credit_id as number from credit where donation_id = $1",
    [done],
  );
  await expect(page.getByText(credit.number)).toBeVisible();
});

test("a cardholder without donations learns what points can do and what to do next @long", async ({
  page,
}) => {
  await signIn(page, await makeCardholder());
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have not given yet");
  await expect(main.getByText("can become a donation")).toBeVisible();
  await expect(main.getByText("No bank is linked")).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Give", exact: true })).toHaveAttribute(
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
  await expect(page.getByText("No bank is linked at the moment")).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
});

test("nobody sees another cardholder's donations", async ({ page }) => {
  await giveFrom(await makeCardholder(), 31);
  await signIn(page, await makeCardholder());
  await expect(page.getByText("$31")).toHaveCount(0);
});

test("a followed school links to its page @long", async ({ page }) => {
  const person = await makeCardholder();
  await query(
    `insert into followed_school (cardholder_id, school_id, followed_at)
     select id, 'ohio-state', now() from cardholder where email_key = $1`,
    [person.email],
  );
  await signIn(page, person);
  const followed = page.getByRole("region", { name: "Schools you follow" });
  await expect(followed.getByRole("link", { name: "Ohio State" })).toHaveAttribute(
    "href",
    "/schools/ohio-state",
  );
});

test.describe("the year", () => {
  test("shows months and schools, and the same numbers as a table", async ({ page }) => {
    const person = await makeCardholder();
    await giveAndWait(person, 25);
    const before = await giveAndWait(person, 30.5, { school_id: "michigan" });
    const longAgo = await giveAndWait(person, 77);
    const month = new Date();
    month.setUTCDate(15);
    month.setUTCMonth(month.getUTCMonth() - 2);
    await giveEarlier(before, month.toISOString());
    await giveEarlier(longAgo, "2020-01-15T12:00:00Z");
    const name = month.toLocaleDateString("en-US", { month: "long", year: "numeric" });

    await signIn(page, person);
    const year = page.getByRole("region", { name: "The last 12 months" });
    await expect(year.getByRole("listitem")).toHaveText([
      /Michigan\s*\$30.50/,
      /Ohio State\s*\$25/,
    ]);
    await expect(year.getByText(`The tallest bar is $30.50: Michigan, ${name}.`)).toBeVisible();
    await expect(year.getByRole("table")).toBeHidden();
    await year.getByText("Show the numbers").click();
    await expect(year.getByRole("row").filter({ hasText: "Michigan" })).toHaveText(
      `${name}Michigan$30.50`,
    );
    await expect(year.getByText("$77")).toHaveCount(0);
  });

  test("says so when all donations are older @long", async ({ page }) => {
    const person = await makeCardholder();
    await giveEarlier(await giveAndWait(person, 77), "2020-01-15T12:00:00Z");
    await signIn(page, person);
    await expect(page.getByText("Nothing was completed in this time.")).toBeVisible();
  });
});

test("a donation completes on screen without a reload @long", async ({ page }) => {
  test.slow();
  const person = await makeCardholder();
  await signIn(page, person);
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));
  // The page is seldom asked for while nothing is expected: come back to it.
  await giveFrom(person, 26.92);
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const onItsWay = page.getByText("$26.92 is accepted and on its way.");
    await expect(onItsWay).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /You have given \$26.92 to 1 school$/,
    { timeout: 40_000 },
  );
  await expect(page.locator("[data-same-document]")).toHaveCount(1);
});
