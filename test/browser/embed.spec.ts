/** Giving inside a bank's app: no scripts, no cookies, a frame of another site. */
import { expireSession, givenIn, openSession, review, serveBankPage } from "./embed-sessions.ts";
import { expect, goBack, test } from "./fixtures.ts";

test.describe.configure({ mode: "parallel" });
test.use({ javaScriptEnabled: false });

const offer = { school_id: "ohio-state", fund_designation: "annual-fund", dollar_amount: 25 };

test.describe("in a webview", () => {
  // Of a reload, which sends the form again.
  test.use({ allowedConsoleErrors: [/status of 409/] });

  test("two taps give; a reload, going back, and another confirmation make no second donation", async ({
    page,
  }) => {
    const session = await openSession({
      ...offer,
      return_url: "http://127.0.0.1:1/done?tab=a%20b",
    });
    await page.goto(session.url);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Give to Ohio State");
    await review(page);
    await goBack(page, page.getByRole("heading", { level: 1, name: "Look it over" }));
    await review(page);
    await expect(page.getByText("2,500 points", { exact: true })).toBeVisible();
    const form = page.locator("form input[type=hidden]");
    const fields = await form.evaluateAll((inputs) =>
      inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
    );
    await page.getByRole("button", { name: "Give $25" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accepted");
    await expect(page.getByText("Ohio State usually confirms within 5 minutes.")).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    await expect(page.getByRole("link", { name: /^Back to/ })).toHaveAttribute(
      "href",
      `http://127.0.0.1:1/done?tab=a%20b&status=accepted&donation_id=${session.id}&session_id=${session.id}`,
    );

    await page.reload();
    await expect(page.getByText("It was not given again.")).toBeVisible();
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
  await page.getByLabel("School, nickname or city").fill("buckeyes");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /Ohio State/ }).click();
  await review(page);
  const error = page.getByRole("alert").getByRole("link", { name: /^Choose an amount/ });
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Give to Ohio State/);
  await error.click();
  await page.getByLabel("Your own amount, in dollars").fill("40.50");
  await page.getByText("Add a message").click();
  await page.getByLabel("Message to the school").fill("Go\nBucks");
  await review(page);
  await expect(page.getByText("Go Bucks")).toBeVisible();
  await page.getByRole("button", { name: "Change something" }).click();
  await expect(page.getByLabel("Your own amount, in dollars")).toHaveValue("40.50");
  await expect(page.getByLabel("Message to the school")).toHaveValue("Go\nBucks");
  await page.getByLabel("Your own amount, in dollars").press("Enter");
  await page.getByRole("button", { name: "Give $40.50" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accepted");
  expect(await givenIn(session)).toMatchObject([{ cents: 4_050, school: "ohio-state" }]);
});

test.describe("too late", () => {
  test.use({ allowedConsoleErrors: [/status of 410/] });

  test("says so, gives nothing, and links back", async ({ page }) => {
    const session = await openSession({ ...offer, cancel_url: "examplebank://off" });
    await page.goto(session.url);
    await review(page);
    await expireSession(session);
    await page.getByRole("button", { name: "Give $25" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This has expired");
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
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Accepted");
  expect(await givenIn(session)).toHaveLength(1);
  expect(await page.context().cookies()).toEqual([]);
  await site.close();
});

test("leaving the frame navigates the bank's whole page", async ({ page }) => {
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

  test("nothing is shown", async ({ page }) => {
    const [session, site] = [await openSession(offer), await serveBankPage()];
    await site.frame(session, false);
    await page.goto(site.origin);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("button", { name: "Review donation" })).toHaveCount(0);
    expect(page.frames()[1]?.url()).not.toBe(session.url);
    await site.close();
  });
});

test("another method gets 405 with the allowed methods", async ({ page }) => {
  const { url } = await openSession();
  const answer = await page.request.put(url);
  expect(answer.status()).toBe(405);
  expect(answer.headers().allow).toBe("GET, HEAD, POST");
});
