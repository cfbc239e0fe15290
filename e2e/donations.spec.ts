import { randomUUID } from "node:crypto";
import { demonstration, makeCardholder } from "./application.ts";
import { giveAndWait, giveEarlier, giveFrom } from "./cardholder-donations.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { ticket } from "./giving.ts";
import { hold } from "./links.ts";

test("filters work and survive a reload, since they are in the URL", async ({ page }) => {
  const person = await makeCardholder();
  await giveAndWait(person, 25);
  await giveAndWait(person, 40.91, { school_id: "michigan" });
  const old = await giveAndWait(person, 33, { school_id: "michigan" });
  // December 31 in New York, this browser's zone, and January 1 in London.
  await giveEarlier(old, "2025-01-01T03:00:00Z");
  // The first page learns the browser's time zone and keeps it in a cookie; the second one shows it.
  await signIn(page, person);
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain("zone");
  await page.goto("/donations");
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "points" });
  await expect(page.getByText("3 gifts", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "2024" })).toContainText("$33 given");
  const months = page.getByRole("heading", { level: 3 });
  await expect(months).toHaveCount(2);
  await expect(months.last()).toHaveText("December");
  const gift = rows.filter({ hasText: "$25" });
  await expect(gift.getByText("Confirmed"), "not a word on screen").toHaveClass("sr-only");
  await expect(gift.getByRole("link", { name: "Receipt: $25 to Ohio State" })).toHaveAttribute(
    "href",
    /^\/donations\/[\w-]+\/receipt$/,
  );
  const heightOf = async () => (await gift.boundingBox())?.height ?? 0;
  expect(await heightOf(), "a ticket").toBeGreaterThan(130);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await heightOf(), "a row").toBeLessThan(115);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByLabel("School", { exact: true }).selectOption("Michigan");
  await page.getByLabel("Year", { exact: true }).selectOption("2024");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/school=michigan&status=&year=2024/);
  await expect(page.getByText("1 of 3 gifts")).toBeVisible();
  await expect(page.getByText("$33 given"), "a part of the year").toHaveCount(0);
  await expect(rows).toHaveText(/\$33/);
  await page.reload();
  await expect(page.getByLabel("School", { exact: true })).toHaveValue("michigan");
  await expect(page.getByLabel("Year", { exact: true })).toHaveValue("2024");
  await expect(rows).toHaveCount(1);

  await page.getByLabel("Status", { exact: true }).selectOption("Not accepted");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No matching gifts")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Show all" }).click();
  await expect(rows).toHaveCount(3);
});

test("on a phone the filters are folded, unless one is chosen @long", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const person = await makeCardholder();
  for (const dollars of [25, 26]) await giveAndWait(person, dollars);
  await signIn(page, person, "/donations");
  await expect(page.getByLabel("Status", { exact: true })).toBeHidden();
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Status", { exact: true }).selectOption("Confirmed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("2 of 2 gifts")).toBeVisible();
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("completed");
});

test("invalid query parameters are ignored @long", async ({ page }) => {
  const person = await makeCardholder();
  for (const dollars of [25, 26]) await giveAndWait(person, dollars);
  await signIn(page, person, "/healthz");
  for (const query of [
    "status=lost&school=nowhere&year=0",
    "status=completed&status=failed&after=x",
    `after=${"a".repeat(3_000)}`,
    "school=%00&year=99999999999999999999",
  ]) {
    const response = await page.goto(`/donations?${query}`);
    expect(response?.status(), query).toBe(200);
    await expect(page.getByRole("link", { name: /Ohio State\W+\$26$/ })).toBeVisible();
  }
});

test("a long history pages with its filters and back @long", async ({ page }) => {
  const person = await makeCardholder();
  await Promise.all(Array.from({ length: 27 }, (_, n) => giveFrom(person, 100 + n)));
  await giveFrom(person, 99, { school_id: "michigan" });
  await signIn(page, person, "/donations?school=ohio-state");
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "points" });
  await expect(page.getByText("27 of 28 gifts")).toBeVisible();
  await expect(rows).toHaveCount(25);
  await page.getByRole("link", { name: "Earlier gifts" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("School", { exact: true })).toHaveValue("ohio-state");
  await page.getByRole("link", { name: "Newest gifts" }).click();
  await expect(page).toHaveURL("/donations?school=ohio-state");
  await expect(rows).toHaveCount(25);
});

test("a cardholder who hasn't given is invited to give @long", async ({ page }) => {
  await signIn(page, await makeCardholder(), "/donations");
  await expect(page.getByText("You haven’t given yet.")).toBeVisible();
  await expect(page.getByLabel("School", { exact: true })).toHaveCount(0);
});

test.describe("one gift", () => {
  test("is on its way, then confirmed without a reload, with the confirmation number @long", async ({
    page,
  }) => {
    const person = await makeCardholder();
    await signIn(page, person);
    const id = await giveFrom(person, 61.92, { cardholder_message: "For\nthe rowers" });
    await page.goto(`/donations/${id}?new=1`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Thank you!");
    await expect(main.getByText("Your $61.92 gift is on its way to Ohio State.")).toBeVisible();
    await expect(ticket(page)).toContainText("$61.92");
    await expect(ticket(page)).toContainText("6,192 points");
    await expect(ticket(page)).toContainText("100 points = $1");
    await expect(ticket(page)).toContainText("Waiting for Ohio State");
    const status = main.getByRole("status").filter({ hasText: "On its way" });
    await expect(status).toContainText("usually confirms within 5 minutes");
    await expect(main.getByRole("link", { name: /Give again|Share|All gifts/ })).toHaveCount(0);
    await expect(main.getByRole("heading", { name: "Receipt" })).toHaveCount(0);
    await expect(main.getByText("Confirmed", { exact: true })).toHaveCount(0);

    await expect(main.getByRole("status").filter({ hasText: "Confirmed" })).toBeVisible();
    await expect(main.getByText("Ohio State has confirmed your $61.92.")).toBeVisible();
    await expect(ticket(page).getByText(/^[A-Z]+-\d\d-\d{6,}$/)).toBeVisible();
    await expect(main.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await expect(main.getByText("For the rowers")).toBeVisible();
    await main.getByText("Reference numbers").click();
    await expect(main.getByText(id)).toBeVisible();
    await expect(main.getByRole("link", { name: "Ohio State", exact: true })).toHaveAttribute(
      "href",
      "/schools/ohio-state",
    );
    await main.getByRole("button", { name: "Follow Ohio State" }).click();
    await expect(page).toHaveURL(`/donations/${id}?done=ohio-state`);
    await expect(main.getByText("You’re following Ohio State.")).toBeVisible();
    await page.goto(`/donations/${id}?new=1`);
    await expect(main.getByRole("link", { name: "See your receipt" })).toBeVisible();
    await expect(main.getByRole("button", { name: /^Follow/ })).toHaveCount(0);
  });

  test("that failed says what happened, what happens to the points, and what to do next @long", async ({
    page,
  }) => {
    const person = await makeCardholder();
    const id = await giveAndWait(person, 40.91, { school_id: "michigan" });
    await signIn(page, person, `/donations/${id}?new=1`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Your gift wasn’t accepted");
    await expect(main.getByText("Michigan couldn’t accept your $40.91 gift.")).toBeVisible();
    const status = main.getByRole("status").filter({ hasText: "Not accepted" });
    await expect(status).toContainText("Harbor Demonstration Bank will return your points.");
    await expect(status.getByText("Michigan’s reason: ")).toBeVisible();
    await expect(main.getByText("Accepted", { exact: true })).toHaveCount(0);
    await expect(main.getByRole("link", { name: "Give again" })).toHaveAttribute(
      "href",
      /^\/give\/michigan\?amount=40\.91&fund=annual-fund&account=/,
    );
  });

  test.describe("unknown, or another cardholder's", () => {
    test.use({ allowedConsoleErrors: [/status of 404/] });

    test("get the same 404 @long", async ({ page }) => {
      const foreign = await giveFrom(await makeCardholder(), 25);
      await signIn(page, await makeCardholder(), "/healthz");
      const texts: string[] = [];
      for (const id of [foreign, randomUUID(), "garbage", "%00", "1".repeat(500)]) {
        for (const path of [`/donations/${id}`, `/donations/${id}/receipt`]) {
          const response = await page.goto(path);
          expect(response?.status(), path).toBe(404);
          texts.push(await page.getByRole("main").innerText());
        }
      }
      expect(new Set(texts).size).toBe(1);
    });
  });

  test("asks for a sign-in and comes back @long", async ({ page }) => {
    const id = await giveFrom(await makeCardholder(), 25);
    await page.goto(`/donations/${id}`);
    await expect(page).toHaveURL(/\/signin\?next=/);
    expect(new URL(page.url()).searchParams.get("next")).toContain(`/donations/${id}`);
  });
});

test("the updates version requires a session and changes with a donation", async ({ page }) => {
  const person = await makeCardholder();
  const out = await page.request.get("/donations/updates");
  expect([out.status(), out.headers()["cache-control"]]).toEqual([401, "no-store"]);
  await signIn(page, person, "/healthz");
  const version = async () => (await (await page.request.get("/donations/updates")).json()).version;
  const before = await version();
  await giveFrom(person, 50.94);
  expect(await version()).not.toBe(before);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("filters and the page of a gift work @long", async ({ page }) => {
    await signIn(page, demonstration());
    await page.getByRole("link", { name: "All gifts" }).click();
    await page.getByLabel("Status", { exact: true }).selectOption("Confirmed");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByLabel("Status", { exact: true })).toHaveValue("completed");
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  });
});

test("a held gift is in review: nothing says that it is on its way, or when it arrives", async ({
  page,
}) => {
  const person = await makeCardholder();
  const id = await giveFrom(person, 50.94);
  await hold(id);
  await signIn(page, person, `/donations/${id}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("status").filter({ hasText: "In review" })).toBeVisible();
  await expect(main.getByRole("listitem")).toContainText([
    "Submitted",
    "In review",
    "After the review.",
  ]);
  await expect(main).not.toContainText(/on its way|usually/i);
});
