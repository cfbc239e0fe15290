import { makeCardholder, query } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";
import {
  alertOn,
  amounts,
  amountTile,
  chooseAmount,
  DONATION,
  donationsOf,
  enterAmount,
  giveButton,
  linkAnother,
  noteField,
  openRow,
  otherAmount,
  reviewButton,
  send,
  setProgram,
  startGiving,
  ticket,
  writeNote,
} from "./giving.ts";
import { suspendBankOf, unaccept } from "./links.ts";

/** The form works without scripts; the second variant of each test is in `npm run test:long`. */
const long = (isLong: boolean) => (isLong ? { tag: "@long" } : {});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`giving, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    // The journey gives with scripts.
    test(
      "goes from home through school and review to a donation",
      long(javaScriptEnabled),
      async ({ page }) => {
        const person = await makeCardholder();
        await setProgram(person.accountId, "Miles", 100);
        await signIn(page, person);
        await page.getByRole("navigation", { name: "Main" }).getByText("Give").click();
        await page.getByLabel("School, nickname, or city").fill("buckeyes");
        await page.getByRole("button", { name: "Search" }).click();
        await expect(page).toHaveURL("/give?search=buckeyes");
        await expect(page.getByText("1 school for “buckeyes”")).toBeVisible();
        await page.getByRole("link", { name: "Ohio State" }).click();
        await writeNote(page, "Go Bucks 🌰 <b>&amp;");
        await page.getByLabel("Email me when Ohio State confirms").uncheck();
        await enterAmount(page, "$1,000.50");
        await reviewButton(page).click();

        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your gift");
        await expect(ticket(page)).toContainText("$1,000.50");
        await expect(ticket(page)).toContainText("100,050 points");
        await expect(page.getByText("Go Bucks 🌰 <b>&amp;")).toBeVisible();
        expect(await donationsOf(person.accountId)).toHaveLength(0);
        await giveButton(page, "$1,000.50").click();
        await expect(page).toHaveURL(DONATION);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you!");
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
      },
    );

    test("lets the donor stay anonymous, and remembers it", async ({ page }) => {
      const { accountId } = await startGiving(page, "boston-college");
      const shared = page.locator("[data-shared]");
      await expect(shared).toHaveText("Name and email");
      await openRow(page, "Boston College receives");
      await page.getByRole("radio", { name: "Nothing: an anonymous gift" }).check();
      if (javaScriptEnabled) await expect(shared).toHaveText("Nothing: an anonymous gift");
      await chooseAmount(page, "$50");
      await reviewButton(page).click();
      await expect(page.getByRole("main")).toContainText(/receives\s*Nothing: an anonymous gift/);
      await giveButton(page, "$50").click();
      await expect(page).toHaveURL(DONATION);
      expect(
        await query("select share_with_school as share from donation where account_id = $1", [
          accountId,
        ]),
      ).toEqual([{ share: "nothing" }]);
      await page.goto("/give/duke");
      await expect(shared).toHaveText("Nothing: an anonymous gift");
    });

    test(
      "accepts an amount from a tile, and changing something keeps the rest",
      long(!javaScriptEnabled),
      async ({ page }) => {
        const { accountId } = await startGiving(page, "boston-college");
        await setProgram(accountId, "Miles", 62.5);
        await page.reload();
        await expect(page.getByRole("radio", { checked: true, name: /^\$/ })).toHaveCount(0);
        await openRow(page, "Fund");
        await page.getByRole("radio", { name: /Alumni Stadium/ }).check();
        await writeNote(page, "Two\nlines");
        await expect(page.getByRole("radio", { name: "$100 6,250 points" })).toBeVisible();
        await chooseAmount(page, "$100");
        await reviewButton(page).click();
        await expect(giveButton(page, "$100")).toBeVisible();
        await expect(ticket(page)).toContainText("Alumni Stadium Fund");
        await expect(ticket(page)).toContainText("6,250 points");

        await page.getByRole("link", { name: "Edit", exact: true }).click();
        await expect(amountTile(page, "$100")).toBeChecked();
        await expect(otherAmount(page)).toBeHidden();
        await openRow(page, "Fund");
        await expect(page.getByRole("radio", { name: /Alumni Stadium/ })).toBeChecked();
        await expect(noteField(page)).toHaveValue("Two\nlines");
        await expect(page.getByLabel("Email me when")).toBeChecked();
      },
    );

    test("the last touch decides between a tile and another amount @long", async ({ page }) => {
      const { accountId } = await startGiving(page);
      await enterAmount(page, "75");
      await chooseAmount(page, "$100");
      await reviewButton(page).click();
      await expect(giveButton(page, "$100")).toBeVisible();

      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await chooseAmount(page, "$100");
      await enterAmount(page, "75");
      await reviewButton(page).click();
      await expect(giveButton(page, "$75")).toBeVisible();
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await expect(amountTile(page, "Other")).toBeChecked();
      await expect(otherAmount(page)).toHaveValue("75");
      await reviewButton(page).click();
      await giveButton(page, "$75").click();
      await expect(page).toHaveURL(DONATION);
      expect(await donationsOf(accountId)).toMatchObject([{ cents: 7_500, points: 7_500 }]);
    });

    test("reports errors at their fields and keeps what was entered @long", async ({ page }) => {
      await startGiving(page);
      await writeNote(page, "Mind this. ".repeat(60));
      await page.getByLabel("Email me when").uncheck();
      await enterAmount(page, "4.50");
      await reviewButton(page).click();
      await expect(alertOn(page)).toBeFocused();
      await expect(alertOn(page).getByRole("link")).toHaveCount(2);
      await expect(page).toHaveTitle(/^Error: /);
      const message = /Enter an amount of at least \$\d+/;
      await expect(amounts(page)).toHaveAccessibleDescription(message);
      await expect(amountTile(page, "Other")).toBeChecked();
      await expect(otherAmount(page)).toHaveAccessibleDescription(message);
      await expect(otherAmount(page)).toHaveValue("4.50");
      await expect(ticket(page)).toContainText("Your gift goes here");
      await expect(reviewButton(page)).toHaveText("Review your gift");
      await expect(noteField(page)).toBeVisible();
      await expect(noteField(page)).toHaveValue("Mind this. ".repeat(60).trim());
      await expect(noteField(page)).toHaveAccessibleDescription(/Shorten your note/);
      await expect(page.getByLabel("Email me when")).not.toBeChecked();
    });
  });
}

const INVALID_AMOUNTS = [
  ["", "Choose an amount."],
  ["1e3", "Enter an amount in dollars"],
  ["-25", "Enter an amount in dollars"],
  ["25.001", "no more than two decimals"],
  ["0", "at least"],
  ["99999999", "The maximum gift is"],
  ["9".repeat(400), "Enter an amount in dollars|The maximum gift is"],
] as const;

test("the program's limits are stated, and respected by the amounts @long", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await setProgram(accountId, "Miles", 100, 100);
  await page.reload();
  await expect(page.getByText("Maximum gift: $100")).toBeVisible();
  await expect(page.getByRole("radio", { name: "$100 10,000 points" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^\$250/ })).toHaveCount(0);
  await enterAmount(page, "100.01");
  await reviewButton(page).click();
  await expect(otherAmount(page)).toHaveAccessibleDescription(
    "Error: Up to $100 per gift. $200 left today.",
  );
  await expect(reviewButton(page)).toHaveText("Review your gift");
  for (const _ of [1, 2]) {
    await enterAmount(page, "75");
    await expect(reviewButton(page)).toHaveText("Review gift of $75");
    await reviewButton(page).click();
    await giveButton(page, "$75").click();
    await expect(page).toHaveURL(DONATION);
    await page.goto("/give/ohio-state");
  }
  await expect(page.getByText("$50 left today")).toBeVisible();
  await enterAmount(page, "60");
  await reviewButton(page).click();
  await expect(otherAmount(page)).toHaveAccessibleDescription(/\$50 left today\./);
});

test.describe("invalid amounts", () => {
  test("are reported at their field", async ({ page }) => {
    await startGiving(page);
    await reviewButton(page).click();
    await expect(amounts(page)).toBeFocused();
    await expect(amounts(page)).toHaveAccessibleDescription("Error: Choose an amount.");
    for (const [written, message] of INVALID_AMOUNTS) {
      await enterAmount(page, written);
      await reviewButton(page).click();
      await expect(otherAmount(page)).toHaveAccessibleDescription(new RegExp(message));
      await expect(otherAmount(page)).toHaveValue(written);
      await expect(otherAmount(page)).toBeFocused();
      await expect(alertOn(page)).toHaveCount(0);
    }
  });

  test("of a forged form are reported, too @long", async ({ page }) => {
    await startGiving(page);
    const account = await page.locator("[name=loyalty_account_id]").first().inputValue();
    const form = { loyalty_account_id: account, fund_designation: "annual-fund" };
    for (const field of ["amount", "other_amount"]) {
      const answer = await send(page, "/give/ohio-state/draft", { ...form, [field]: "many" });
      await page.goto(answer.headers().location ?? "");
      await expect(otherAmount(page)).toHaveAccessibleDescription(/Enter an amount in dollars/);
      await expect(otherAmount(page)).toHaveValue("many");
    }
  });
});

test("on a small phone the amounts are in sight, and stay where they are once one is chosen @long", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await startGiving(page);
  const other = amounts(page).getByText("You choose");
  await expect(other).toBeInViewport({ ratio: 1 });
  const before = await other.boundingBox();
  await chooseAmount(page, "$50");
  await expect(ticket(page)).toContainText("5,000 points");
  expect(await other.boundingBox()).toEqual(before);
});

test("the ticket is printed while the form is filled in, at the chosen account's rate", async ({
  page,
}) => {
  const { email, accountId } = await startGiving(page);
  await setProgram(accountId, "Miles", 62.5);
  const other = await linkAnother(email);
  await setProgram(other, "Pennies", 200);
  await query(
    "update account set points_balance = 1300, points_balance_at = now() - interval '2 days' where id = $1",
    [accountId],
  );
  await page.reload();
  await expect(ticket(page)).toContainText("Your gift goes here");
  await openRow(page, "Pay with");
  await page.getByRole("radio", { name: /Miles/ }).check();
  await enterAmount(page, "20.01");
  await expect(ticket(page)).toContainText("$20.01");
  await expect(ticket(page)).toContainText(/1,251 of 1,300 points as of \w+ \d+/);
  await otherAmount(page).fill("21");
  const hint = page.getByText("This is more than your 1,300 points as of");
  await expect(hint).toBeVisible();
  await otherAmount(page).fill("20.01");
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^1,251 points$/ })).toBeVisible();
  await expect(reviewButton(page)).toHaveText("Review gift of $20.01");
  await page.getByRole("radio", { name: /Pennies/ }).check();
  await expect(ticket(page)).toContainText("4,002 points");
  await expect(ticket(page)).toContainText("200 points = $1");
  await expect(page.getByRole("radio", { name: "$50 10,000 points" })).toBeVisible();

  await otherAmount(page).fill("1e3");
  await expect(ticket(page)).toContainText("$20.01");
  await expect(reviewButton(page)).toHaveText("Review your gift");
  await chooseAmount(page, "$50");
  await expect(otherAmount(page)).toBeHidden();
  await expect(ticket(page)).toContainText("10,000 points");
  await openRow(page, "Fund");
  await page.getByRole("radio", { name: /Ohio Stadium/ }).check();
  await expect(ticket(page)).toContainText("Ohio Stadium Fund");
  await expect(reviewButton(page)).toHaveText("Review gift of $50");

  await amountTile(page, "$50").press("Enter");
  await expect(page.getByText("Pennies, Harbor")).toBeVisible();
  await expect(ticket(page)).toContainText("Ohio Stadium Fund");
  await giveButton(page, "$50").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(other)).toMatchObject([{ cents: 5_000, points: 10_000 }]);
});

test("a refused amount that is changed before the script is there gets printed once it is @long", async ({
  page,
}) => {
  await startGiving(page);
  await enterAmount(page, "0");
  const { promise: isChanged, resolve: change } = Promise.withResolvers<void>();
  await page.route("**/giving.js", async (route) => {
    await isChanged;
    await route.continue();
  });
  await reviewButton(page).click();
  await expect(otherAmount(page)).toHaveAccessibleDescription(/at least/);
  await enterAmount(page, "75");
  await expect(reviewButton(page)).toHaveText("Review your gift");
  change();
  await expect(reviewButton(page)).toHaveText("Review gift of $75");
});

test("a link has to be accepted first, and the page links to where", async ({ page }) => {
  const person = await makeCardholder();
  await unaccept(person.accountId);
  await signIn(page, person, "/give");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accept your bank’s link");
  await page.getByRole("link", { name: "Decide in settings" }).click();
  // Until it has loaded, a page keeps scrolling to its fragment, away from a press.
  await page.waitForURL("**/settings#accounts");
  await page.getByRole("button", { name: /^Accept/ }).click();
  await expect(page).toHaveURL(/\/settings\?done=accepted/);
  await page.goto("/give");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pick your school");
});

test("a suspended bank's points can't be used, and the review says so first", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await chooseAmount(page, "$50");
  await reviewButton(page).click();
  await giveButton(page, "$50").waitFor();
  await suspendBankOf(accountId);
  await page.reload();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Giving is paused");
  await expect(page.getByText("Harbor Bank can’t accept gifts right now")).toBeVisible();
  await page.goto("/give");
  await expect(title).toHaveText("Giving is paused");
  expect(await donationsOf(accountId)).toEqual([]);
});
