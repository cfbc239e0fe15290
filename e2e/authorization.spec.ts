/** What a cardholder sees when their bank doesn't approve a gift. */
import * as embed from "./embed-sessions.ts";
import { expect, test } from "./fixtures.ts";
import {
  alertOn,
  DONATION,
  donationsOf,
  giveButton,
  goToReview,
  linkAnother,
  reviewButton,
  startGiving,
} from "./giving.ts";

test.describe.configure({ mode: "parallel" });

const DECLINED = "Your bank declined this gift. Nothing was given";
const NOT_ANSWERED = "Your bank didn’t answer. Nothing was given.";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript @long", () => {
    test.use({ javaScriptEnabled });

    test("in the portal, a declined gift is not given, and another amount is", async ({ page }) => {
      const person = await startGiving(page);
      const other = await linkAnother(person.email);
      await goToReview(page, "40.81");
      await giveButton(page, "$40.81").click();
      await expect(alertOn(page)).toContainText(DECLINED);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your gift");
      expect(await donationsOf(person.accountId)).toEqual([]);
      // The same gift would be declined again.
      await expect(giveButton(page, "$40.81")).toHaveCount(0);
      await page.getByRole("link", { name: "Use other points" }).click();
      await expect(page.getByRole("radio", { name: /Travel Miles/ })).toBeChecked();
      await reviewButton(page).click();
      await giveButton(page, "$40.81").click();
      await page.getByRole("link", { name: "Change amount" }).click();
      await goToReview(page, "40");
      await giveButton(page, "$40").click();
      await expect(page).toHaveURL(DONATION);
      expect(await donationsOf(other)).toMatchObject([{ cents: 4_000 }]);
      expect(await donationsOf(person.accountId)).toEqual([]);
    });

    test("in the embed, a declined gift is not given, and another amount is", async ({ page }) => {
      const session = await embed.openSession({ school_id: "duke" });
      await page.goto(session.url);
      await embed.enterAmount(page, "40.81");
      await embed.review(page);
      await giveButton(page, "$40.81").click();
      await expect(page.getByRole("alert")).toContainText(DECLINED);
      await expect(embed.heading(page)).toHaveText("Review your gift");
      expect(await embed.givenIn(session)).toEqual([]);
      await expect(giveButton(page, "$40.81")).toHaveCount(0);
      await page.getByRole("button", { name: "Change amount" }).click();
      await embed.enterAmount(page, "40");
      await embed.review(page);
      await giveButton(page, "$40").click();
      await expect(embed.heading(page)).toHaveText("Thank you!");
      expect(await embed.givenIn(session)).toMatchObject([{ id: session.id, cents: 4_000 }]);
    });
  });
}

test("if the bank doesn't respond, its customer is told after six seconds, and nobody else waits @long", async ({
  page,
}) => {
  const session = await embed.openSession({ school_id: "duke" });
  const person = await startGiving(page);
  await goToReview(page, "40.84");
  const begun = Date.now();
  await giveButton(page, "$40.84").click();
  const other = await page.context().newPage();
  await other.goto(session.url);
  await embed.enterAmount(other, "25");
  await embed.review(other);
  await giveButton(other, "$25").click();
  await expect(embed.heading(other)).toHaveText("Thank you!");
  await expect(alertOn(page)).toContainText(NOT_ANSWERED);
  expect(Date.now() - begun).toBeGreaterThan(5_900);
  expect(await donationsOf(person.accountId)).toEqual([]);
});

test("a lost response is requested again, and the gift is made once @long", async ({ page }) => {
  const session = await embed.openSession({ school_id: "duke" });
  await page.goto(session.url);
  await embed.enterAmount(page, "40.83");
  await embed.review(page);
  await giveButton(page, "$40.83").click();
  await expect(embed.heading(page)).toHaveText("Thank you!");
  expect(await embed.givenIn(session)).toMatchObject([{ cents: 4_083 }]);
});
