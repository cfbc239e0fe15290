import { makeCardholder } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";
import {
  alertOn,
  amountIn,
  DONATION,
  donationsOf,
  giveButton,
  linkAnother,
  reviewButton,
  send,
  setProgram,
  startGiving,
} from "./giving.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`giving, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("goes from home through school and review to a donation", async ({ page }) => {
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

    test("accepts an amount in points or a quick amount, keeping the rest of the form", async ({
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

    test("reports errors at their fields and keeps what was entered", async ({ page }) => {
      await startGiving(page);
      await page.getByLabel(/Message to the school/).fill("Mind this. ".repeat(60));
      await page.getByLabel("Mail me when").uncheck();
      await amountIn(page, "dollars").fill("4.50");
      await reviewButton(page).click();
      await expect(alertOn(page)).toBeFocused();
      await expect(page).toHaveTitle(/^Error: /);
      await expect(amountIn(page, "dollars")).toHaveAccessibleDescription(
        /Ohio State takes \$\d+ or more/,
      );
      await expect(amountIn(page, "dollars")).toHaveValue("4.50");
      await expect(page.getByLabel(/Message to the school/)).toHaveValue("Mind this. ".repeat(60));
      await expect(page.getByLabel(/Message to the school/)).toHaveAccessibleDescription(
        /Shorten your message/,
      );
      await expect(page.getByLabel("Mail me when")).not.toBeChecked();
    });
  });
}

const INVALID_AMOUNTS = [
  ["", "Enter an amount, in dollars or in points."],
  ["1e3", "Enter the amount as a number"],
  ["-25", "Enter the amount as a number"],
  ["25.001", "no more than two decimals"],
  ["0", "or more"],
  ["99999999", "we take no larger donation"],
  ["9".repeat(400), "Enter the amount as a number|we take no larger donation"],
] as const;

test.describe("invalid amounts", () => {
  test("are reported at their field", async ({ page }) => {
    await startGiving(page);
    for (const [written, told] of INVALID_AMOUNTS) {
      await amountIn(page, "dollars").fill(written);
      await reviewButton(page).click();
      await expect(alertOn(page)).toContainText(new RegExp(told));
      await alertOn(page).getByRole("link").first().click();
      await expect(amountIn(page, "dollars")).toBeFocused();
    }
  });

  test("errors in points are reported at the points field, in points @long", async ({ page }) => {
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

test("dollars and points update each other at the chosen account's rate", async ({ page }) => {
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
