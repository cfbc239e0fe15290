/** Help, policies, robots.txt, and link previews. */
import type { Page } from "playwright/test";
import { openSession } from "./embed-sessions.ts";
import { expect, test } from "./fixtures.ts";

const TITLES = ["Privacy", "Terms", "Help", "Contact"];

const footer = (page: Page) => page.getByRole("contentinfo");

/** The content of a page's meta element. */
const metaOf = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute("content");

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("each page is linked from the footer and readable, and none of its links are broken", async ({
    page,
  }) => {
    for (const title of TITLES) {
      await page.goto("/");
      await footer(page).getByRole("link", { name: title, exact: true }).click();
      await expect(page).toHaveURL(`/${title.toLowerCase()}`);
      await expect(page).toHaveTitle(new RegExp(`^${title} – `));
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      expect((await page.getByRole("article").innerText()).length).toBeGreaterThan(600);
      const current = page.locator('a[aria-current="page"]');
      await expect(current).toHaveText([title, title]);
      const sample = page.getByText("Sample text. Replace it with your own.");
      if (title !== "Contact") await expect(sample).toHaveCount(title === "Help" ? 0 : 1);
      const links = await page.getByRole("main").getByRole("link").all();
      for (const link of links) {
        const address = (await link.getAttribute("href")) ?? "";
        if (address.startsWith("mailto:")) continue;
        const [path = "", id] = address.split("#");
        if (path) expect((await page.request.get(path)).status(), address).toBe(200);
        else await expect(page.locator(`[id="${id}"]`)).toBeVisible();
      }
    }
  });
});

test("no sample ticket hides another's amount or points, at any width or text size", async ({
  page,
}) => {
  await page.goto("/");
  for (const textSize of ["100%", "200%"]) {
    for (const width of [320, 360, 480, 639, 768, 1023, 1024, 1280, 1600]) {
      await page.setViewportSize({ width, height: 1_600 });
      const shown = await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        return [...document.querySelectorAll(".ticket .amount, .ticket .amount + p")].map(
          (text) => {
            text.scrollIntoView({ block: "center" });
            const range = document.createRange();
            range.selectNodeContents(text);
            const { left, top, width, height } = range.getBoundingClientRect();
            const corners = [0.05, 0.5, 0.95].flatMap((x) =>
              [0.05, 0.5, 0.95].map((y) => [left + x * width, top + y * height] as const),
            );
            return corners.every(
              ([x, y]) =>
                document.elementFromPoint(x, y)?.closest(".ticket") === text.closest(".ticket"),
            );
          },
        );
      }, textSize);
      expect(shown, `${width} px, ${textSize}`).toEqual(Array(6).fill(true));
    }
  }
});

test("the embedded flow links to them, in a new tab @long", async ({ page, baseURL }) => {
  await page.goto((await openSession({ school_id: "ohio-state" })).url);
  const links = footer(page).getByRole("link");
  await expect(links).toHaveText(["Privacy", "Terms", "Help"]);
  await expect(links.first()).toHaveAttribute("href", `${baseURL}/privacy`);
  await expect(links.first()).toHaveAttribute("rel", "noopener");
  const opened = page.waitForEvent("popup");
  await links.first().click();
  const tab = await opened;
  await expect(tab.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Review" })).toBeVisible();
});

test("links to the portal and to a school have a preview image", async ({ page }) => {
  for (const path of ["/", "/schools/ohio-state"]) {
    await page.goto(path);
    expect(await metaOf(page, "twitter:card")).toBe("summary_large_image");
    expect(await metaOf(page, "og:title")).toBeTruthy();
    expect(await metaOf(page, "og:description")).toBeTruthy();
    expect(await metaOf(page, "og:site_name")).toBe("Points to Giving");
    expect(await metaOf(page, "og:image:width")).toBe("1200");
    const address = new URL((await metaOf(page, "og:image")) ?? "");
    const first = await page.request.get(address.pathname);
    expect(first.headers()["content-type"]).toBe("image/png");
    expect(first.headers()["cache-control"]).toContain("public, max-age=86400");
    const png = await first.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const second = await page.request.get(address.pathname);
    expect((await second.body()).equals(png)).toBe(true);
    const { etag = "" } = first.headers();
    const third = await page.request.get(address.pathname, { headers: { "If-None-Match": etag } });
    expect(third.status()).toBe(304);
    const unknown = address.pathname.replace("ohio-state", "no-such-school");
    expect((await page.request.get(unknown)).status()).toBe(path === "/" ? 200 : 404);
  }
});

test("robots.txt excludes the sandbox", async ({ request }) => {
  const robots = await request.get("/robots.txt");
  expect(await robots.text()).toMatch(/^User-Agent: \*\nDisallow: \/\s*$/);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  expect(sitemap).toContain("<urlset");
  expect(sitemap).not.toContain("<url>");
});
