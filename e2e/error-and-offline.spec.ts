/** Error pages, unknown URLs, and being offline. */
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { Application } from "../test/process/application.ts";
import { makeCardholder } from "./application.ts";
import { expect, signIn, test } from "./fixtures.ts";

test.use({ serviceWorkers: "allow" });

test.describe("when a page fails", () => {
  // Uses a separate service, since it breaks the database. The default timeout is too short to start one on a busy machine.
  test.describe.configure({ mode: "serial" });
  const app = new Application({ DATABASE_TIMEOUT_MS: "3000" });
  const base = () => ({ baseURL: `http://localhost:${app.port}` });
  const person = () =>
    JSON.parse(readFileSync(path.join(app.dataDir, "demonstration.json"), "utf8"));

  test.beforeAll(async () => {
    await app.start();
  });
  test.afterAll(() => app.remove());

  /** Runs an action while the schools can't be read. */
  async function whileBroken(work: () => Promise<void>): Promise<void> {
    const client = new pg.Client(app.sharedSettings().DATABASE_URL);
    await client.connect();
    try {
      await client.query("alter table school rename to school_away");
      await work();
    } finally {
      await client.query("alter table school_away rename to school");
      await client.end();
    }
  }

  test("says so under the portal's header and recovers", async ({ browser }) => {
    const page = await browser.newPage(base());
    await signIn(page, person());
    await whileBroken(async () => {
      expect((await page.goto("/schools"))?.status()).toBe(500);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "This page couldn’t be shown",
      );
      await expect(page.getByText("Nothing is lost")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(page).toHaveTitle("Something went wrong");
      await expect(page.getByText(/school_away|relation|prisma/i)).toHaveCount(0);
    });
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByText("136 schools")).toBeVisible();
    await whileBroken(async () => {
      await page.getByRole("searchbox").pressSequentially("ohio");
      await expect(page.getByText("Nothing is lost")).toBeVisible();
    });
    await page.close();
  });

  test("has status 500 without scripts, too, and recovers; a missing page says so @long", async ({
    browser,
  }) => {
    const page = await browser.newPage({ ...base(), javaScriptEnabled: false });
    await signIn(page, person());
    await whileBroken(async () => {
      // Empty without scripts (docs/decisions/0018-portal-pages.md).
      expect((await page.goto("/schools?search=ohio"))?.status()).toBe(500);
    });
    await page.reload();
    await expect(page.getByText("3 schools")).toBeVisible();
    expect((await page.goto("/schools/no-such-school"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await page.close();
  });

  for (const scripts of ["with", "without"] as const) {
    const tag = scripts === "with" ? [] : ["@long"];
    test(`because the database is down, it says that nothing is lost, ${scripts} scripts`, {
      tag,
    }, async ({ browser }) => {
      const page = await browser.newPage({
        baseURL: `http://localhost:${app.port}`,
        javaScriptEnabled: scripts === "with",
      });
      await app.signalPostgres("SIGSTOP");
      try {
        // With a parameter, since the page itself may be cached.
        expect((await page.goto("/?fresh"))?.status()).toBe(503);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("We’ll be right back");
        await expect(page.getByText("Nothing is lost")).toBeVisible();
        await expect(page.getByRole("link", { name: "Try again" })).toHaveCSS("min-height", "48px");
      } finally {
        await app.signalPostgres("SIGCONT");
      }
      await expect(async () => {
        // Disappears once a retry succeeds.
        const again = page.getByRole("link", { name: "Try again" });
        if (await again.isVisible()) await again.click();
        await expect(
          page.getByRole("heading", { level: 1, name: "Points in. Game on." }),
        ).toBeVisible();
      }).toPass();
      await page.close();
    });
  }

  test("because the service is unreachable, a cached page says so, and recovers once it responds", async ({
    browser,
  }) => {
    const page = await browser.newPage(base());
    await page.goto("/schools");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
    // Not emulated, since emulation may reach a service worker too late that is about to start.
    await app.stop();
    await page.goto("/schools");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline");
    await expect(page.getByRole("link", { name: "Try again" })).toHaveCSS("min-height", "48px");
    await app.start();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByText("136 schools")).toBeVisible();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toEqual(["/offline.html", "/plain-page.css", "/embed/display.woff2"]);
    await page.close();
  });
});

test.describe("unknown URLs", () => {
  test.use({ allowedConsoleErrors: [/status of 404/] });

  test("the header matches the visitor's session", async ({ page }) => {
    await page.goto("/nowhere");
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await signIn(page, await makeCardholder(), "/healthz");
    for (const address of ["/nowhere", "/schools/no-such-school", "/schools/%00"]) {
      await page.goto(address);
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(
        page.getByRole("main").getByRole("link", { name: "Go to the home page" }),
      ).toBeVisible();
    }
  });
});

test.describe("offline", () => {
  test.use({ allowedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("a form keeps its input and submits once back online", async ({ page }) => {
    await signIn(page, await makeCardholder(), "/schools?search=ohio");
    await page.context().setOffline(true);
    await expect(page.getByText("You’re offline. What you see")).toBeVisible();
    await page.getByRole("searchbox").fill("iowa");
    await page.getByRole("button", { name: "Follow Ohio State" }).click();
    await expect(page.getByText("You’re offline, so nothing was sent.")).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue("iowa");
    await expect(page).toHaveURL("/schools?search=ohio");
    await page.context().setOffline(false);
    await expect(page.getByText("You’re offline").filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText("2 schools")).toBeVisible();
    await expect(page).toHaveURL("/schools?search=iowa");
    await page.getByRole("button", { name: "Follow Iowa State" }).click();
    await expect(page.getByText("You’re following Iowa State.")).toBeVisible();
  });
});
