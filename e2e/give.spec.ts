import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";
import {
  amountIn,
  donationsOf,
  goToReview,
  linkAnother,
  makeClosedSchool,
  reviewButton,
  setProgram,
  startGiving,
  unlink,
} from "./giving.ts";

const DONATION = /\/donations\/[0-9a-f-]{36}\?new=1$/;
const alertOn = (page: Page) => page.getByRole("main").getByRole("alert");
const giveButton = (page: Page, amount: string) =>
  page.getByRole("button", { name: `Give ${amount}`, exact: true });
// Its page may not be there, which is nothing that this file is about.
const ON_ITS_PAGE = [/status of 404/];

/** Sends a form as the page would. */
const send = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(path, {
    form,
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
const confirmPath = async (page: Page) =>
  (await page.locator("form[action^='/give/confirm']").getAttribute("action")) ?? "";

test.use({ complaints: ON_ITS_PAGE });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`giving, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("goes from home by way of the school and the review to a donation", async ({ page }) => {
      const person = await makeCardholder();
      await signIn(page, person);
      await page.getByRole("navigation", { name: "Main" }).getByText("Give").click();
      await page.getByLabel("School, nickname or city").fill("buckeyes");
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL("/give?search=buckeyes");
      await expect(page.getByText("1 school for “buckeyes”")).toBeVisible();
      await page.getByRole("link", { name: "Ohio State" }).click();
      await page.getByLabel(/Message to the school/).fill("Go Bucks 🌰 <b>&amp;");
      await page.getByLabel("Mail me when").uncheck();
      await amountIn(page, "dollars").fill("$1,000.50");
      await reviewButton(page).click();

      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Look it over");
      await expect(page.getByText("$1,000.50", { exact: true })).toBeVisible();
      await expect(page.getByText("100,050 points", { exact: true })).toBeVisible();
      await expect(page.getByText("Go Bucks 🌰 <b>&amp;")).toBeVisible();
      expect(await donationsOf(person.accountId)).toHaveLength(0);
      await giveButton(page, "$1,000.50").click();
      await expect(page).toHaveURL(DONATION);
      expect(await donationsOf(person.accountId)).toEqual([
        {
          id: DONATION.exec(page.url())?.[0].split(/[/?]/)[2],
          cents: 100_050,
          points: 100_050,
          fund_id: expect.any(String),
          school_id: "ohio-state",
          message: "Go Bucks 🌰 <b>&amp;",
          notify: false,
        },
      ]);
    });

    test("takes an amount in points, or one chosen with one press, and keeps the rest", async ({
      page,
    }) => {
      const { accountId } = await startGiving(page, "boston-college");
      await setProgram(accountId, "Miles", 62.5);
      await page.reload();
      await page.getByRole("radio", { name: /Alumni Stadium/ }).check();
      await page.getByLabel(/Message to the school/).fill("Two\nlines");
      await page.getByRole("button", { name: "$50", exact: true }).click();
      await expect(amountIn(page, "dollars")).toHaveValue("50");
      await expect(page.getByRole("radio", { name: /Alumni Stadium/ })).toBeChecked();
      await expect(page.getByLabel(/Message to the school/)).toHaveValue("Two\nlines");
      await amountIn(page, "dollars").fill("");
      await amountIn(page, "points").fill("6,250");
      await reviewButton(page).click();
      await expect(giveButton(page, "$100")).toBeVisible();
      await expect(page.getByText("Alumni Stadium Fund")).toBeVisible();

      await page.getByRole("link", { name: "Change something" }).click();
      await expect(amountIn(page, "dollars")).toHaveValue("100");
      await expect(page.getByRole("radio", { name: /Alumni Stadium/ })).toBeChecked();
      await expect(page.getByLabel(/Message to the school/)).toHaveValue("Two\nlines");
      await expect(page.getByLabel("Mail me when")).toBeChecked();
    });

    test("says what is wrong at the fields, and keeps what was entered", async ({ page }) => {
      await startGiving(page);
      await page.getByLabel(/Message to the school/).fill("Mind this");
      await page.getByLabel("Mail me when").uncheck();
      await amountIn(page, "dollars").fill("4.50");
      await reviewButton(page).click();
      await expect(alertOn(page)).toBeFocused();
      await expect(page).toHaveTitle(/^Error: /);
      await expect(amountIn(page, "dollars")).toHaveAccessibleDescription(
        /Ohio State takes \$\d+ or more/,
      );
      await expect(amountIn(page, "dollars")).toHaveValue("4.50");
      await expect(page.getByLabel(/Message to the school/)).toHaveValue("Mind this");
      await expect(page.getByLabel("Mail me when")).not.toBeChecked();
    });
  });
}

test.describe("amounts that are none", () => {
  for (const [written, told] of [
    ["", "Enter an amount, in dollars or in points."],
    ["1e3", "Enter the amount as a number"],
    ["-25", "Enter the amount as a number"],
    ["25.001", "no more than two decimals"],
    ["0", "or more"],
    ["99999999", "we take no larger donation"],
    ["9".repeat(400), "Enter the amount as a number|we take no larger donation"],
  ] as const) {
    test(`"${written.slice(0, 12)}" is told so`, async ({ page }) => {
      await startGiving(page);
      await amountIn(page, "dollars").fill(written);
      await reviewButton(page).click();
      await expect(alertOn(page)).toContainText(new RegExp(told));
      await alertOn(page).getByRole("link").first().click();
      await expect(amountIn(page, "dollars")).toBeFocused();
    });
  }

  test("points are told at the points, in points", async ({ page }) => {
    await startGiving(page);
    const told = async (points: string) => {
      const account = await page.locator("[name=loyalty_account_id]").first().inputValue();
      const form = { loyalty_account_id: account, fund_designation: "annual-fund", points };
      const answer = await send(page, "/give/ohio-state/draft", form);
      await page.goto(answer.headers().location ?? "");
      return page.locator("#points-error");
    };
    await expect(await told("many")).toContainText("as a whole number, such as 2,500");
    await expect(await told("150")).toContainText(/takes [\d,]+ points \(\$\d+\) or more/);
    await expect(await told("25.5")).toContainText("as a whole number");
  });
});

test("dollars and points follow one another, at the rate of the chosen account", async ({
  page,
}) => {
  const { email, accountId } = await startGiving(page);
  await setProgram(accountId, "Miles", 62.5);
  const other = await linkAnother(email);
  await setProgram(other, "Pennies", 200);
  await page.reload();
  await page.getByRole("radio", { name: /Miles/ }).check();
  await amountIn(page, "dollars").fill("10.01");
  await expect(amountIn(page, "points")).toHaveValue("626");
  await expect(page.getByText("$10.01 takes 626 points of Miles.")).toBeVisible();
  await page.getByRole("radio", { name: /Pennies/ }).check();
  await expect(amountIn(page, "points")).toHaveValue("2,002");
  await amountIn(page, "points").fill("5000");
  await expect(amountIn(page, "dollars")).toHaveValue("25");
  await amountIn(page, "dollars").fill("1e3");
  await expect(amountIn(page, "points")).toHaveValue("");
  await page.getByRole("button", { name: "$25", exact: true }).click();
  await expect(amountIn(page, "dollars")).toHaveValue("25");
  await expect(amountIn(page, "points")).toHaveValue("5,000");
  await amountIn(page, "dollars").press("Enter");
  await expect(page.getByText("Pennies at Harbor")).toBeVisible();
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(other)).toMatchObject([{ cents: 2_500, points: 5_000 }]);
});

test("one draft is one donation: twenty posts at once, the way back, a second click", async ({
  page,
}) => {
  const { accountId } = await startGiving(page);
  await goToReview(page, "25");
  const [path, review] = [await confirmPath(page), page.url()];
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(page, path, { form: "confirm" })),
  );
  const onward = new Set(answers.map((answer) => answer.headers().location));
  expect(answers.map((answer) => answer.status())).toEqual(Array(20).fill(303));
  expect([...onward]).toEqual([expect.stringMatching(DONATION)]);
  expect(await donationsOf(accountId)).toHaveLength(1);

  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  await page.goto(review);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have given this already");
  await expect(giveButton(page, "$25")).toHaveCount(0);
  expect(await donationsOf(accountId)).toHaveLength(1);
});

test("a rate that has changed meanwhile is shown before anything is taken", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await setProgram(accountId, "Miles", 100);
  await goToReview(page, "25");
  await setProgram(accountId, "Miles", 80);
  await giveButton(page, "$25").click();
  await expect(page.getByText("The rate has changed since you looked")).toBeVisible();
  await expect(page.getByText("2,000 points", { exact: true })).toBeVisible();
  expect(await donationsOf(accountId)).toHaveLength(0);
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(accountId)).toMatchObject([{ points: 2_000 }]);
});

test("an account that is unlinked meanwhile is told, and nothing is given", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await goToReview(page, "25");
  await unlink(accountId);
  await giveButton(page, "$25").click();
  await expect(alertOn(page)).toContainText("no longer links this rewards account");
  await expect(alertOn(page)).toBeFocused();
  expect(await donationsOf(accountId)).toHaveLength(0);
});

test("a session that ends before the yes loses nothing", async ({ page }) => {
  const person = await startGiving(page);
  await goToReview(page, "25");
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: /session/ });
  expect(cookies.length).toBeGreaterThan(0);
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(/\/signin\?/);
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("You were signed out before this was sent")).toBeVisible();
  expect(await donationsOf(person.accountId)).toHaveLength(0);
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
});

test("nobody gives another's points, or with another's draft", async ({ page, browser }) => {
  const other = await startGiving(page);
  await goToReview(page, "25");
  const [path, review] = [await confirmPath(page), page.url()];

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const mine = await context.newPage();
  const me = await startGiving(mine);
  const expired = mine.getByText("This has to be filled in again");
  await mine.goto(review);
  await expect(expired).toBeVisible();
  for (const forged of [path, "/give/confirm?draft=e30.e30.e30.e30.e30", "/give/confirm"]) {
    const answer = await send(mine, forged, { form: "confirm" });
    await mine.goto(answer.headers().location ?? "");
    await expect(expired).toBeVisible();
  }
  const fields = { fund_designation: "annual-fund", dollar_amount: "25" };
  const answer = await send(mine, "/give/ohio-state/draft", {
    ...fields,
    loyalty_account_id: other.accountId,
  });
  await mine.goto(answer.headers().location ?? "");
  await expect(alertOn(mine)).toContainText("Choose one of your rewards accounts");
  expect(await donationsOf(other.accountId)).toHaveLength(0);
  expect(await donationsOf(me.accountId)).toHaveLength(0);
  await context.close();
});

test("a form from another site gives nothing", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await goToReview(page, "25");
  const answer = await page.request.post(await confirmPath(page), {
    form: { form: "confirm" },
    headers: { Origin: "https://evil.example" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(403);
  expect(await donationsOf(accountId)).toHaveLength(0);
});

test.describe("schools", () => {
  test("that take no donations say so, also to a forged form", async ({ page }) => {
    const closed = await makeClosedSchool();
    const { accountId } = await startGiving(page, closed);
    await expect(page.getByText("Closed State takes no donations now")).toBeVisible();
    await expect(reviewButton(page)).toHaveCount(0);
    const answer = await send(page, `/give/${closed}/draft`, {
      loyalty_account_id: accountId,
      fund_designation: "annual-fund",
      dollar_amount: "25",
    });
    await page.goto(answer.headers().location ?? "");
    await expect(alertOn(page)).toContainText("takes no donations now");
  });

  test("that are none are not found, however the address is written", async ({ page }) => {
    await signIn(page, await makeCardholder());
    for (const id of ["no-such-school", "%00", "a%2Fb", "x".repeat(300), "%F0%9F%8F%88"]) {
      const answer = await page.goto(`/give/${id}`);
      expect(answer?.status(), id).toBe(404);
    }
  });

  test("come with the preferred and the followed ones first, then page by page", async ({
    page,
  }) => {
    const person = await makeCardholder();
    await query(
      `with me as (select cardholder_id as id from account where id = $1),
       follows as (insert into followed_school select id, 'duke', now() from me)
       update cardholder set preferred_school_id = 'michigan', preferred_fund = 'nothing of its'
       where id = (select id from me)`,
      [person.accountId],
    );
    await signIn(page, person);
    await page.goto("/give");
    await expect(page.getByRole("region", { name: "Your school" })).toContainText("Michigan");
    await expect(page.getByRole("region", { name: "Schools you follow" })).toContainText("Duke");
    const all = page.getByRole("region", { name: "All schools" }).getByRole("listitem");
    await expect(all).toHaveCount(25);
    const firstOfAll = await all.first().innerText();
    await page.getByRole("link", { name: "More schools" }).click();
    await expect(page).toHaveURL(/after=/);
    expect(await all.first().innerText()).not.toBe(firstOfAll);
    await page.goto("/give?after=broken&search[]=x&school=%00");
    await expect(all.first()).toHaveText(firstOfAll);
  });

  test("are found while one types, and the search survives a reload", async ({ page }) => {
    await signIn(page, await makeCardholder());
    await page.goto("/give");
    await page.getByLabel("School, nickname or city").pressSequentially("zzzz");
    await expect(page.getByText("0 schools for “zzzz”")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("School, nickname or city")).toHaveValue("zzzz");
    await page.getByRole("link", { name: "Show all schools" }).click();
    await expect(page).toHaveURL("/give");
    await page.goto(`/give?search=${"x".repeat(500)}%00`);
    await expect(page.getByText(/^0 schools for/)).toBeVisible();
  });
});

test("who has no linked account is told who links one, and gets no form", async ({ page }) => {
  const person = await makeCardholder();
  await unlink(person.accountId);
  await signIn(page, person);
  for (const path of ["/give", "/give/ohio-state"]) {
    await page.goto(path);
    await expect(page.getByText("Your bank has to link a rewards account first")).toBeVisible();
    await expect(page.getByRole("main").locator("form")).toHaveCount(0);
  }
});

test("who wants no mails is asked for none", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await query(
    `insert into preference (cardholder_id, email_donation_confirmation, updated_at)
     select cardholder_id, false, now() from account where id = $1`,
    [accountId],
  );
  await page.reload();
  await expect(page.getByLabel("Mail me when")).toHaveCount(0);
  await expect(page.getByText(/We send you no mail/)).toBeVisible();
});
