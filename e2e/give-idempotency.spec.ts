import { endSessions } from "./application.ts";
import { expect, fillSignIn, test } from "./fixtures.ts";
import {
  alertOn,
  confirmPath,
  DONATION,
  donationsOf,
  enterAmount,
  giveButton,
  goToReview,
  noteField,
  otherAmount,
  reviewButton,
  send,
  setProgram,
  startGiving,
  ticket,
  unlink,
  writeNote,
} from "./giving.ts";

test("one draft makes one donation: none from another site, twenty concurrent posts, a second click", async ({
  page,
}) => {
  const { accountId } = await startGiving(page);
  await goToReview(page, "25");
  const [path, review] = [await confirmPath(page), page.url()];
  const crossSite = await page.request.post(path, {
    form: { form: "confirm" },
    headers: { Origin: "https://evil.example" },
    maxRedirects: 0,
  });
  expect(crossSite.status()).toBe(403);
  expect(await donationsOf(accountId)).toHaveLength(0);

  const responses = await Promise.all(
    Array.from({ length: 20 }, () => send(page, path, { form: "confirm" })),
  );
  const onward = new Set(responses.map((response) => response.headers().location));
  expect(responses.map((response) => response.status())).toEqual(Array(20).fill(303));
  expect([...onward]).toEqual([expect.stringMatching(DONATION)]);
  expect(await donationsOf(accountId)).toHaveLength(1);

  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  await page.goto(review);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Already submitted");
  await expect(page.getByText("We counted this gift once.")).toBeVisible();
  await expect(giveButton(page, "$25")).toHaveCount(0);
  expect(await donationsOf(accountId)).toHaveLength(1);
});

test("a changed rate is shown before any points are taken", async ({ page }) => {
  const { accountId } = await startGiving(page);
  await setProgram(accountId, "Miles", 100);
  await goToReview(page, "25");
  await setProgram(accountId, "Miles", 80);
  await giveButton(page, "$25").click();
  const notice =
    "The rate changed: 100 points = $1 is now 80 points = $1. This gift takes 2,000 points instead of 2,500.";
  await expect(page.getByText(notice)).toBeVisible();
  await expect(ticket(page)).toContainText("2,000 points");
  expect(await donationsOf(accountId)).toHaveLength(0);
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(accountId)).toMatchObject([{ points: 2_000 }]);
});

test("an account unlinked in the meantime is reported, and nothing is given @long", async ({
  page,
}) => {
  const { accountId } = await startGiving(page);
  await goToReview(page, "25");
  await unlink(accountId);
  await giveButton(page, "$25").click();
  await expect(alertOn(page)).toContainText("no longer links this rewards account");
  await expect(alertOn(page)).toBeFocused();
  expect(await donationsOf(accountId)).toHaveLength(0);
});

test("a session that ends before the confirmation loses nothing", async ({ page }) => {
  const person = await startGiving(page);
  await goToReview(page, "25");
  await endSessions(person.email);
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(/\/signin\?/);
  await fillSignIn(page, person);
  await expect(page.getByText("You were signed out before this was submitted")).toBeVisible();
  expect(await donationsOf(person.accountId)).toHaveLength(0);
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
});

test("a session that ends before the review loses nothing @long", async ({ page }) => {
  const person = await startGiving(page);
  await writeNote(page, "Kept");
  await enterAmount(page, "30");
  await endSessions(person.email);
  await reviewButton(page).click();
  await expect(page).toHaveURL(/\/signin\?/);
  await fillSignIn(page, person);
  await expect(page.getByText("You were signed out before this was submitted")).toBeVisible();
  await expect(noteField(page)).toHaveValue("Kept");
  await expect(otherAmount(page)).toHaveValue("30");
  await expect(ticket(page)).toContainText("3,000 points");
});

test("the longest note arrives intact @long", async ({ page }) => {
  const { accountId } = await startGiving(page);
  const message = "🏈".repeat(500);
  await writeNote(page, message);
  await goToReview(page, "25");
  await giveButton(page, "$25").click();
  await expect(page).toHaveURL(DONATION);
  expect(await donationsOf(accountId)).toMatchObject([{ message }]);
});

test("nobody can give another cardholder's points or use another's draft", async ({
  page,
  browser,
}) => {
  const other = await startGiving(page);
  await goToReview(page, "25");
  const [path, review] = [await confirmPath(page), page.url()];

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const mine = await context.newPage();
  const me = await startGiving(mine);
  const expired = mine.getByRole("heading", { name: "This session timed out" });
  await mine.goto(review);
  await expect(expired).toBeVisible();
  for (const forged of [path, "/give/confirm?draft=e30.e30.e30.e30.e30", "/give/confirm"]) {
    const response = await send(mine, forged, { form: "confirm" });
    await mine.goto(response.headers().location ?? "");
    await expect(expired).toBeVisible();
  }
  const fields = { fund_designation: "annual-fund", amount: "25" };
  const response = await send(mine, "/give/ohio-state/draft", {
    ...fields,
    loyalty_account_id: other.accountId,
  });
  await mine.goto(response.headers().location ?? "");
  await expect(mine.getByText("Choose one of your rewards accounts")).toBeVisible();
  await expect(mine.locator("#loyalty_account_id")).toBeFocused();
  expect(await donationsOf(other.accountId)).toHaveLength(0);
  expect(await donationsOf(me.accountId)).toHaveLength(0);
  await context.close();
});
