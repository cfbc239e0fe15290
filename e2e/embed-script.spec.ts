/** What scripts add to the embedded flow: a hidden token, messages, live points, a single submission. */
import type { Locator, Page } from "playwright/test";
import {
  enterAmount,
  expireSession,
  givenIn,
  heading,
  openSession,
  otherAmount,
  review,
  reviewButton,
  type Session,
  serveBankPage,
} from "./embed-sessions.ts";
import { expect, goBack, test } from "./fixtures.ts";

test.describe.configure({ mode: "parallel" });

const offer = { school_id: "ohio-state", fund_designation: "annual-fund", dollar_amount: 25 };
const tokenOf = ({ url }: Session) => new URL(url).searchParams.get("token") as string;
const application = () => `http://localhost:${process.env.E2E_PORT}`;
const kept = (session: Session) => `${application()}/embed/session#token=${tokenOf(session)}`;

type Received = { origin: string; type: string; height?: number };

/** The messages that the bank's page receives, with their origin. */
async function listen(page: Page): Promise<Received[]> {
  const received: Received[] = [];
  await page.exposeFunction("receive", (message: Received) => received.push(message));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const { receive } = window as unknown as { receive(message: object): void };
    addEventListener("message", ({ origin, data }) => receive({ ...data, origin }));
  });
  return received;
}

const typesOf = (received: Received[]) => received.map(({ type }) => type);
const withoutHeights = (received: Received[]) => received.filter(({ type }) => type !== "height");

const from = (session: Session, message: object) => ({
  source: "points-embed",
  version: 1,
  session_id: session.id,
  origin: application(),
  ...message,
});

test.describe("the token", () => {
  // The responses to a page without a token, before the script sends it, and to a used token.
  test.use({ allowedConsoleErrors: [/status of 40[19]/] });

  test("is in no URL and no history, and a reload restores it at every step", async ({ page }) => {
    const session = await openSession(offer);
    await page.goto("/healthz");
    await page.goto(session.url);
    await expect(page).toHaveURL(kept(session));
    await page.reload();
    await expect(heading(page)).toHaveText("Give to Ohio State");
    await expect(page).toHaveURL(kept(session));
    await expect(page.getByRole("radio", { name: /^\$25 / })).toBeChecked();
    await review(page);
    await expect(heading(page)).toHaveText("Review your gift");
    await expect(page).toHaveURL(kept(session));
    await page.reload();
    await expect(heading(page)).toHaveText("Give to Ohio State");
    await review(page);
    await page.getByRole("button", { name: "Give $25" }).click();
    await expect(heading(page)).toHaveText("Thank you!");
    await page.reload();
    await goBack(page, page.getByText("We counted this gift once."));
    await expect(heading(page)).not.toHaveText("This link doesn’t work");
    const devtools = await page.context().newCDPSession(page);
    const { entries } = await devtools.send("Page.getNavigationHistory");
    expect(entries.map(({ url }) => url).filter((url) => url.includes("?token="))).toEqual([]);
    expect(await givenIn(session)).toHaveLength(1);
    await page.goto("/embed/session");
    await expect(heading(page)).toHaveText("This link doesn’t work");
  });

  test("going back after giving makes no second donation @long", async ({ page }) => {
    const session = await openSession(offer);
    await page.goto(session.url);
    await review(page);
    await page.getByRole("button", { name: "Give $25" }).click();
    await goBack(page, heading(page).filter({ hasText: "Thank you!" }));
    const give = page.getByRole("button", { name: "Give $25" });
    const again = page.getByText("We counted this gift once.");
    await expect(give.or(again)).toBeVisible();
    if (await give.isVisible()) await give.click();
    await expect(again).toBeVisible();
    expect(await givenIn(session)).toHaveLength(1);
  });

  test.describe("while the database is down", () => {
    test.use({ allowedConsoleErrors: [/status of 503/] });

    test("is kept and sent with the retry @long", async ({ page }) => {
      const session = await openSession(offer);
      await page.goto(session.url);
      await expect(page).toHaveURL(kept(session));
      const body = `<body data-state="error" data-code="SERVICE_UNAVAILABLE"><main><form action="session">
        <input type="hidden" name="token" value=""><button>Try again</button></form></main>
        <script type="module" src="/embed-flow.js"></script>`;
      const trouble = { status: 503, contentType: "text/html", body };
      await page.route("**/embed/session", (route) => route.fulfill(trouble), { times: 1 });
      await page.reload();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(heading(page)).toHaveText("Give to Ohio State");
      await expect(page).toHaveURL(kept(session));
    });
  });

  test("is restored in a frame, too @long", async ({ page }) => {
    const [session, site] = [await openSession(offer), await serveBankPage()];
    await site.frame(session);
    await page.goto(site.origin);
    const [, frame] = page.frames();
    const address = `${application()}/embed/session?session=${session.id}#token=${tokenOf(session)}`;
    await expect.poll(() => frame?.url()).toBe(address);
    await frame?.evaluate(() => location.reload());
    await expect(reviewButton(page.frameLocator("iframe"))).toBeVisible();
    await site.close();
  });
});

test("survives following an error to its field @long", async ({ page }) => {
  const session = await openSession({ school_id: "ohio-state" });
  await page.goto(session.url);
  await page.getByText("Note to the school").click();
  await page.getByLabel("Your note").fill("Go ".repeat(200));
  await review(page);
  await expect(page.getByRole("alert")).toBeFocused();
  await page.getByRole("link", { name: "Choose an amount." }).click();
  const [first] = await page.getByRole("radio", { name: /^\$/ }).all();
  await expect(first as Locator).toBeFocused();
  await expect(page).toHaveURL(kept(session));
  await enterAmount(page, "1");
  await review(page);
  await page.getByRole("link", { name: /^Enter an amount of at least \$/ }).click();
  await expect(otherAmount(page)).toBeFocused();
  await expect(page).toHaveURL(kept(session));
});

test.describe("in a frame", () => {
  test.use({ allowedConsoleErrors: [/Blocked autofocusing/] });

  test("an error takes the focus, which browsers don't do by themselves @long", async ({
    page,
  }) => {
    const [session, site] = [await openSession({ school_id: "ohio-state" }), await serveBankPage()];
    await site.frame(session);
    await page.goto(site.origin);
    const frame = page.frameLocator("iframe");
    await review(frame);
    await expect(frame.getByRole("group", { name: "How much?" })).toBeFocused();
    await site.close();
  });
});

test("the ticket, its points, and the button follow what is chosen and typed", async ({ page }) => {
  const session = await openSession({ school_id: "ohio-state" });
  await page.goto(session.url);
  const [amount, points] = [page.locator("[data-amount]"), page.locator("[data-points]")];
  const notice = page.getByRole("status").filter({ hasText: "points" });
  await expect(page.getByText("Your gift goes here")).toBeVisible();
  await expect(reviewButton(page)).toHaveText("Review your gift");

  await page.getByText("$50", { exact: true }).click();
  await expect(amount).toHaveText("$50");
  await expect(points).toHaveText("5,000 points");
  await expect(reviewButton(page)).toHaveText("Review gift of $50");

  // Choosing "Other" focuses the field.
  await page.getByText("You choose").click();
  await expect(otherAmount(page)).toBeFocused();
  await page.keyboard.type("$740.50");
  await expect(amount).toHaveText("$740.50");
  await expect(points).toHaveText("74,050 points");
  await expect(notice).toHaveText("74,050 points");
  await expect(reviewButton(page)).toHaveText("Review gift of $740.50");

  for (const [text, problem] of [
    ["lots", "Enter an amount in dollars, such as 25 or 25.50."],
    ["740.505", "Use no more than two decimals, such as 25.50."],
    ["1,240.50", "The maximum gift is $1,000."],
    ["19.99", "Enter an amount of at least $20."],
  ] as const) {
    await otherAmount(page).fill(text);
    await otherAmount(page).blur();
    await expect(page.getByText(problem)).toBeVisible();
    await expect(otherAmount(page)).toHaveAttribute("aria-invalid", "true");
    await expect(notice).toHaveCount(0);
    // The ticket keeps the last valid amount.
    await expect(amount).toHaveText("$740.50");
    await expect(reviewButton(page)).toHaveText("Review your gift");
  }
  // It may still become more.
  await otherAmount(page).fill("2");
  await expect(page.getByText("Enter an amount")).toHaveCount(0);

  const funds = page.locator("[data-fund]");
  await expect(funds).toHaveText(["Annual Fund", "Annual Fund"]);
  await page.getByText("Fund", { exact: true }).last().click();
  await page.getByRole("radio", { name: /^Buckeye Club Membership/ }).check();
  const membership = "Buckeye Club Membership with Benefits";
  await expect(funds).toHaveText([membership, membership]);
  const taxes = "Includes benefits valued at $60";
  await expect(page.locator("[data-tax]")).toHaveText([taxes, taxes]);
});

test.describe("the bank's page", () => {
  test("receives each step in order, from our origin", async ({ page }) => {
    const [session, site, received] = [
      await openSession(offer),
      await serveBankPage(),
      await listen(page),
    ];
    await site.frame(session);
    await page.goto(site.origin);
    const frame = page.frameLocator("iframe");
    await expect.poll(() => typesOf(received)).toEqual(["ready", "height"]);
    const before = received[1]?.height as number;
    expect(Number.isInteger(before)).toBe(true);
    await frame.getByText("Note to the school").click();
    await expect.poll(() => received.at(-1)?.height).toBeGreaterThan(before);
    await review(frame);
    const ready = from(session, { type: "ready" });
    await expect.poll(() => withoutHeights(received)).toEqual([ready, ready]);
    await frame.getByRole("button", { name: "Give $25" }).click();
    const submitted = { type: "submitted", donation_id: session.id, status: "accepted" };
    await expect
      .poll(() => withoutHeights(received))
      .toEqual([ready, ready, from(session, submitted)]);
    await expect.poll(() => typesOf(received).at(-1)).toBe("height");
    await site.close();
  });

  test("receives the cancel message before leaving", async ({ page }) => {
    const site = await serveBankPage();
    const received = await listen(page);
    const session = await openSession({ ...offer, cancel_url: `${site.origin}/off` });
    await site.frame(session);
    await page.goto(site.origin);
    await page.frameLocator("iframe").getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/off\?status=cancelled/);
    await expect
      .poll(() => withoutHeights(received))
      .toEqual([from(session, { type: "ready" }), from(session, { type: "cancelled" })]);
    await site.close();
  });

  test.describe("too late", () => {
    test.use({ allowedConsoleErrors: [/status of 410/] });

    test("receives the expiry @long", async ({ page }) => {
      const [session, site] = [await openSession(offer), await serveBankPage()];
      const received = await listen(page);
      await expireSession(session);
      await site.frame(session);
      await page.goto(site.origin);
      await expect
        .poll(() => withoutHeights(received))
        .toEqual([from(session, { type: "expired" })]);
      await site.close();
    });
  });

  test.describe("on another site", () => {
    test.use({ allowedConsoleErrors: [/frame-ancestors/] });

    test("frames nothing and receives nothing", async ({ page }) => {
      const [session, site] = [await openSession(offer), await serveBankPage()];
      const received = await listen(page);
      await site.frame(session, false);
      await page.goto(site.origin);
      await page.waitForLoadState("networkidle");
      expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/);
      expect(received).toEqual([]);
      await site.close();
    });
  });
});

test.describe("an app", () => {
  test.use({ allowedConsoleErrors: [/status of 401/] });

  test("receives messages over any native bridge, and a failing bridge does no harm", async ({
    page,
  }) => {
    const received: [string, { type: string; session_id: string; code?: string }][] = [];
    await page.exposeFunction("receive", (by: string, message: string | object) =>
      received.push([by, typeof message === "string" ? JSON.parse(message) : message]),
    );
    await page.addInitScript(() => {
      const { receive } = window as unknown as { receive(by: string, message: unknown): void };
      const by = (name: string) => ({ postMessage: (message: unknown) => receive(name, message) });
      Object.assign(window, {
        ReactNativeWebView: {
          postMessage(text: string) {
            receive("react", text);
            throw new Error("the app's own");
          },
        },
        webkit: { messageHandlers: { pointsEmbed: by("webkit") } },
        PointsEmbedAndroid: by("android"),
      });
    });
    const session = await openSession(offer);
    await page.goto(session.url);
    await expect.poll(() => received.length).toBe(6);
    const common = { source: "points-embed", version: 1, session_id: session.id };
    expect(received.slice(0, 3)).toEqual(
      ["react", "webkit", "android"].map((by) => [by, { ...common, type: "ready" }]),
    );
    received.length = 0;
    await page.goto("/embed/session?token=x");
    await expect
      .poll(() => received[0]?.[1])
      .toMatchObject({
        type: "error",
        session_id: "",
        code: "EMBED_TOKEN_INVALID",
      });
  });
});

/** Aborts the response to the next form, so that the page stays while it is being sent, once the page's script has run. */
async function holdNext(page: Page) {
  await page.waitForLoadState();
  await page.route("**/embed/session", (route) => route.fulfill({ status: 204 }), { times: 1 });
}

test.describe("a confirmation", () => {
  test("is sent once, no matter how often it is pressed, and says so", async ({ page }) => {
    const session = await openSession(offer);
    await page.goto(session.url);
    await review(page);
    await expect(heading(page)).toHaveText("Review your gift");
    await holdNext(page);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    const button = page.getByRole("button", { name: "Give $25" });
    await button.dblclick();
    // Playwright's locators may wait for this navigation to finish, which an empty response never does.
    await expect.poll(() => sent.length).toBe(1);
    await page.evaluate(() => stop());
    const busy = page.getByRole("button", { name: "Sending…" });
    await expect(busy).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("status").filter({ hasText: "Sending…" })).toHaveCount(1);
    await busy.click();
    expect(sent).toHaveLength(1);
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    );
    await expect(button).not.toHaveAttribute("aria-busy");
    await button.dblclick();
    await expect(heading(page)).toHaveText("Thank you!");
    await expect(page.getByText("We counted this gift once.")).toHaveCount(0);
    expect(sent).toHaveLength(2);
    expect(await givenIn(session)).toHaveLength(1);
  });

  test("says so at its button when Enter sends the form @long", async ({ page }) => {
    const session = await openSession(offer);
    await page.goto(session.url);
    await enterAmount(page, "40.50");
    await holdNext(page);
    await otherAmount(page).press("Enter");
    await expect(page.getByRole("button", { name: "Sending…" })).toBeVisible();
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    );
    await expect(reviewButton(page)).toHaveText("Review gift of $40.50");
  });

  test("isn't sent while offline, and nothing is lost", async ({ page, context }) => {
    const session = await openSession(offer);
    await page.goto(session.url);
    await enterAmount(page, "40.50");
    await context.setOffline(true);
    await review(page);
    const notice = page.getByText("You’re offline, so nothing was sent.");
    await expect(notice).toBeVisible();
    await expect(otherAmount(page)).toHaveValue("40.50");
    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
    await review(page);
    await expect(page.getByRole("button", { name: "Give $40.50" })).toBeVisible();
  });

  test.describe("in two tabs at once", () => {
    test.use({ allowedConsoleErrors: [/status of 409/] });

    test("makes one donation, and both show it @long", async ({ page, context }) => {
      const session = await openSession(offer);
      const tabs = [page, await context.newPage()];
      for (const tab of tabs) {
        await tab.goto(session.url);
        await review(tab);
      }
      await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Give $25" }).click()));
      for (const tab of tabs) {
        await expect(heading(tab)).toHaveText("Thank you!");
      }
      expect(await givenIn(session)).toHaveLength(1);
    });
  });
});

test("scripts have the right content type and are revalidated every time", async ({ request }) => {
  const files = ["embed-flow.js", "giving.js"];
  for (const file of files) {
    const headers = (await request.get(`/${file}`)).headers();
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers["content-type"]).toMatch(/^(application|text)\/javascript/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toMatch(/max-age=0|no-cache/);
    expect(headers.etag).toBeTruthy();
  }
});
