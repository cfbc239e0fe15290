/** Giving inside a bank's app: without scripts, without cookies, and in a frame of another site. */
import {
  amountTile,
  chooseAmount,
  confirmationIn,
  enterAmount,
  expireSession,
  givenIn,
  heading,
  openSession,
  otherAmount,
  review,
  reviewButton,
  serveBankPage,
} from "./embed-sessions.ts";
import { expect, goBack, test } from "./fixtures.ts";

test.describe.configure({ mode: "parallel" });
test.use({ javaScriptEnabled: false });

const offer = { school_id: "ohio-state", fund_designation: "annual-fund", dollar_amount: 25 };

test.describe("in a webview", () => {
  // Caused by a reload, which submits the form again.
  test.use({ allowedConsoleErrors: [/status of 409/] });

  test("two taps give; a reload, going back, and another confirmation make no second donation", async ({
    page,
  }) => {
    const session = await openSession({
      ...offer,
      return_url: "http://127.0.0.1:1/done?tab=a%20b",
    });
    await page.goto(session.url);
    await expect(heading(page)).toHaveText("Give to Ohio State");
    await review(page);
    await goBack(page, heading(page).filter({ hasText: "Review your gift" }));
    await review(page);
    await expect(page.getByText("2,500 points", { exact: true })).toBeVisible();
    const form = page.locator("form input[type=hidden]");
    const fields = await form.evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
    );
    await page.getByRole("button", { name: "Give $25", exact: true }).click();
    await expect(heading(page)).toHaveText("Thank you!");
    await expect(page.getByText("Your $25 gift is on its way to Ohio State.")).toBeVisible();
    const outcome = page.getByRole("status");
    await expect(outcome).toContainText("On its way");
    await expect(outcome).toContainText("Ohio State usually confirms within 5 minutes.");
    await expect(outcome).toContainText("holds your points until Ohio State confirms.");
    await expect(page.getByText("Waiting for Ohio State")).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    await expect(page.getByRole("link", { name: /^Back to/ })).toHaveAttribute(
      "href",
      `http://127.0.0.1:1/done?tab=a%20b&status=accepted&donation_id=${session.id}&session_id=${session.id}`,
    );

    await page.reload();
    await expect(page.getByRole("heading", { name: "Already submitted" })).toBeVisible();
    await expect(page.getByText("We counted this gift once.")).toBeVisible();
    const again = await page.request.post(page.url(), {
      form: { ...Object.fromEntries(fields), do: "give" },
    });
    expect(again.status()).toBe(409);
    const opened = await page.goto(session.url);
    expect(opened?.status()).toBe(409);
    expect(await givenIn(session)).toEqual([
      { id: session.id, cents: 2_500, school: "ohio-state", channel: "embed" },
    ]);
    expect(await page.context().cookies()).toEqual([]);
  });
});

test("a school is searched and chosen, an amount is typed, and errors are reported", async ({
  page,
}) => {
  const session = await openSession();
  await page.goto(session.url);
  await page.getByLabel("School, nickname, or city").fill("osu");
  await page.keyboard.press("Enter");
  const found = page.getByRole("button", { name: / · / });
  await expect(found).toContainText(["Ohio State", "Oklahoma State", "Oregon State"]);
  await found.first().click();
  await expect(page.getByRole("radio", { checked: true, name: /^(\$|Other)/ })).toHaveCount(0);
  await expect(page.getByText("Minimum gift: $")).toBeVisible();
  await review(page);
  const amounts = page.getByRole("group", { name: "How much?" });
  await expect(amounts).toBeFocused();
  await expect(amounts).toHaveAccessibleDescription("Error: Choose an amount.");
  await expect(page.getByText("Choose an amount.")).toHaveCount(1);
  await expect(page).toHaveTitle(/^Error: Give to Ohio State/);
  await enterAmount(page, "40.50");
  await page.getByText("Note to the school").click();
  await page.getByLabel("Your note").fill("Go\nBucks");
  await review(page);
  await expect(page.getByText("Go Bucks")).toBeVisible();
  await expect(page.getByText("4,050 points", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(amountTile(page, "Other")).toBeChecked();
  await expect(otherAmount(page)).toHaveValue("40.50");
  await expect(page.getByLabel("Your note")).toHaveValue("Go\nBucks");
  await otherAmount(page).press("Enter");
  await page.getByRole("button", { name: "Give $40.50" }).click();
  await expect(heading(page)).toHaveText("Thank you!");
  expect(await givenIn(session)).toMatchObject([{ cents: 4_050, school: "ohio-state" }]);
});

// With scripts it is the portal's: give.spec.ts.
for (const javaScriptEnabled of [false, true]) {
  const how = javaScriptEnabled ? "with scripts @long" : "without scripts";
  test.describe(`the last touch decides, ${how}`, () => {
    test.use({ javaScriptEnabled });

    test("a tile after another amount was typed @long", async ({ page }) => {
      const session = await openSession(offer);
      await page.goto(session.url);
      await enterAmount(page, "75");
      await chooseAmount(page, "$100");
      await expect(otherAmount(page)).toBeHidden();
      await review(page);
      await page.getByRole("button", { name: "Give $100", exact: true }).click();
      await expect(page.getByText("Your $100 gift is on its way to Ohio State.")).toBeVisible();
      expect(await givenIn(session)).toMatchObject([{ cents: 10_000 }]);
    });

    test("another amount after a tile was chosen, and after the review", async ({ page }) => {
      const session = await openSession(offer);
      await page.goto(session.url);
      await enterAmount(page, "60");
      await chooseAmount(page, "$100");
      await chooseAmount(page, "Other");
      await expect(otherAmount(page)).toHaveValue("60");
      await review(page);
      await expect(page.getByRole("button", { name: "Give $60", exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await chooseAmount(page, "$100");
      await enterAmount(page, "75");
      await review(page);
      await page.getByRole("button", { name: "Give $75", exact: true }).click();
      await expect(page.getByText("Your $75 gift is on its way to Ohio State.")).toBeVisible();
      expect(await givenIn(session)).toMatchObject([{ cents: 7_500 }]);
    });
  });
}

test.describe("too late", () => {
  test.use({ allowedConsoleErrors: [/status of 410/] });

  test("says so, gives nothing, and links back", async ({ page }) => {
    const session = await openSession({ ...offer, cancel_url: "examplebank://off" });
    await page.goto(session.url);
    await review(page);
    await expireSession(session);
    await page.getByRole("button", { name: "Give $25" }).click();
    await expect(heading(page)).toHaveText("This session timed out");
    await expect(page.getByText("Your points weren’t used.")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Back to/ })).toHaveAttribute(
      "href",
      `examplebank://off?status=expired&session_id=${session.id}`,
    );
    expect((await page.goto(session.url))?.status()).toBe(410);
    expect(await givenIn(session)).toEqual([]);
  });
});

test("gives without cookies in a frame on the bank's site", async ({ page }) => {
  const [session, site] = [await openSession(offer), await serveBankPage()];
  await site.frame(session);
  await page.goto(site.origin);
  const frame = page.frameLocator("iframe");
  await review(frame);
  await frame.getByRole("button", { name: "Give $25" }).click();
  await expect(heading(frame)).toHaveText("Thank you!");
  expect(await givenIn(session)).toHaveLength(1);
  expect(await page.context().cookies()).toEqual([]);
  await site.close();
});

test("leaving the frame navigates the bank's whole page @long", async ({ page }) => {
  const site = await serveBankPage();
  const session = await openSession({ ...offer, cancel_url: `${site.origin}/off` });
  await site.frame(session);
  await page.goto(site.origin);
  await page.frameLocator("iframe").getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(`${site.origin}/off?status=cancelled&session_id=${session.id}`);
  await site.close();
});

test.describe("in a frame on another site", () => {
  test.use({ allowedConsoleErrors: [/frame-ancestors/] });

  test("nothing is shown @long", async ({ page }) => {
    const [session, site] = [await openSession(offer), await serveBankPage()];
    await site.frame(session, false);
    await page.goto(site.origin);
    const frame = page.frameLocator("iframe");
    await expect(reviewButton(frame)).toHaveCount(0);
    expect(page.frames()[1]?.url()).not.toBe(session.url);
    await site.close();
  });
});

test("another method gets 405 with the allowed methods", async ({ request }) => {
  const { url } = await openSession();
  const response = await request.put(url);
  expect(response.status()).toBe(405);
  expect(response.headers().allow).toBe("GET, HEAD, POST");
});

test.describe("with scripts, the last page", () => {
  test.use({ javaScriptEnabled: true });

  test("follows the gift until it is confirmed, and prints the number on the same ticket @long", async ({
    page,
  }) => {
    const session = await openSession(offer);
    await page.goto(session.url);
    await review(page);
    // A fake clock: no poll happens before the test advances it.
    await page.clock.install();
    await page.getByRole("button", { name: "Give $25" }).click();
    await expect(heading(page)).toHaveText("Thank you!");
    await page.clock.pauseAt(Date.now() + 1_000);
    const outcome = page.locator("[data-status]");
    await expect(outcome).toContainText("On its way");
    const stub = page.locator('[data-live="number"]');
    await expect(stub).toContainText("Waiting for Ohio State");
    await stub.evaluate((element) => Object.assign(element, { isStill: true }));
    await expect.poll(() => confirmationIn(session)).toBeTruthy();
    await expect(outcome).toContainText("On its way");

    await page.clock.runFor(3_000);
    await expect(outcome).toContainText("Confirmed");
    await expect(page.getByText("Ohio State has confirmed your $25.")).toBeVisible();
    await expect(stub).toHaveText(`Confirmation number${await confirmationIn(session)}`);
    expect(await stub.evaluate((element) => "isStill" in element)).toBe(true);
    await expect(heading(page)).toHaveText("Thank you!");
    await expect(page.getByText("We counted this gift once.")).toHaveCount(0);

    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.clock.runFor(60_000);
    expect(requested).toEqual([]);
  });
});

test.describe("a first-time user", () => {
  test.use({
    javaScriptEnabled: true,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });

  test("finds their school, gives on a phone, and goes back with the number", async ({ page }) => {
    const session = await openSession({ return_url: "examplebank://done" });
    const began = performance.now();
    const steps: string[] = [];
    /** One action of a person, timed separately in the report. */
    const step = (name: string, doIt: () => Promise<void>) =>
      test.step(name, async () => {
        const start = performance.now();
        await doIt();
        steps.push(`${name} (${Math.round(performance.now() - start)} ms)`);
      });

    await step("opens it from the bank's app", async () => {
      await page.goto(session.url);
      await expect(heading(page)).toHaveText("Pick your school");
      await expect(page.getByLabel("School, nickname, or city")).toBeInViewport();
    });
    await step("searches for the school", async () => {
      await page.getByLabel("School, nickname, or city").tap();
      await page.keyboard.type("buckeyes");
      await page.getByRole("button", { name: "Search" }).tap();
      await expect(page.getByText("1 school for “buckeyes”")).toBeVisible();
    });
    await step("chooses it", async () => {
      await page.getByRole("button", { name: /^Ohio State/ }).tap();
      await expect(heading(page)).toHaveText("Give to Ohio State");
      await expect(reviewButton(page)).toBeInViewport();
      await expect(page.getByText("You choose")).toBeInViewport({ ratio: 1 });
    });
    await step("chooses an amount, and sees it on the ticket", async () => {
      await page.getByText("$50", { exact: true }).tap();
      await expect(amountTile(page, "$50")).toBeChecked();
      await expect(page.locator("[data-points]")).toHaveText("5,000 points");
      await expect(reviewButton(page)).toHaveText("Review gift of $50");
    });
    await step("reviews it", async () => {
      await reviewButton(page).tap();
      await expect(heading(page)).toHaveText("Review your gift");
      await expect(page.getByRole("button", { name: "Give $50" })).toBeInViewport();
    });
    await step("gives", async () => {
      await page.getByRole("button", { name: "Give $50" }).tap();
      await expect(heading(page)).toHaveText("Thank you!");
      await expect(heading(page)).toBeInViewport();
    });
    const untilThanks = performance.now() - began;
    await step("sees the school confirm", async () => {
      await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
      const number = await confirmationIn(session);
      await expect(page.getByText(number ?? "no number", { exact: true })).toBeInViewport();
    });
    await step("finds the way back to the bank's app", async () => {
      await expect(page.getByRole("link", { name: /^Back to/ })).toHaveAttribute(
        "href",
        /^examplebank:\/\/done\?status=accepted&/,
      );
    });
    expect(await givenIn(session)).toMatchObject([{ cents: 5_000, school: "ohio-state" }]);
    process.stdout.write(
      `A first gift on a phone: ${Math.round(untilThanks)} ms until "Thank you!"\n${steps.map((one) => `  ${one}\n`).join("")}`,
    );
  });
});
