import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { GUIDES } from "../generated/guides.ts";
import { demonstration } from "./application.ts";
import { expect, test } from "./fixtures.ts";

type Operation = { operationId: string; summary: string };

/** What the page must show, according to the OpenAPI document. */
async function readDocument(page: Page) {
  const document = await (await page.request.get("/openapi.json")).json();
  const entries = Object.entries<Record<string, Operation>>(document.paths);
  const operations = entries.flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => ({
      id: operationId,
      address: `${method.toUpperCase()} ${path}`,
    })),
  );
  const posts = Object.entries<{ post: Operation }>(document.webhooks);
  return { operations, events: posts.map(([type, { post }]) => ({ type, id: post.operationId })) };
}

/** Anchors without a target, and duplicate ids. */
const deadEnds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const links = [...document.querySelectorAll('a[href^="#"]')];
    return [
      ...links
        .map((link) => (link as HTMLAnchorElement).hash.slice(1))
        .filter((id) => !ids.includes(id)),
      ...ids.filter((id, at) => ids.indexOf(id) !== at),
    ];
  });

test("the reference has every operation and event, an example that runs, and its own files only", async ({
  page,
  baseURL,
}) => {
  const { operations, events } = await readDocument(page);
  expect(operations.length).toBeGreaterThan(9);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== baseURL) elsewhere.push(request.url());
  });
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "For banks" }).click();
  await page.getByRole("main").getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL("/docs");
  await expect(page).toHaveTitle(/^API reference/);

  await test.step("every documented operation and event has a page", async () => {
    const main = page.getByRole("main");
    for (const { id, address } of operations) {
      const line = main
        .getByRole("listitem")
        .filter({ has: page.getByText(address, { exact: true }) });
      await expect(line.getByRole("link")).toHaveAttribute("href", `/docs/api/${id}`);
    }
    for (const { id, type } of events) {
      const link = main.getByRole("link", { name: type, exact: true });
      await expect(link).toHaveAttribute("href", `/docs/api/${id}`);
    }
    expect(await deadEnds(page)).toEqual([]);
  });

  await test.step("an example runs as shown", async () => {
    await page.getByRole("main").getByRole("link", { name: "Request donation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Request donation" })).toBeVisible();
    expect(await deadEnds(page)).toEqual([]);
    const text = await page.getByRole("region", { name: "Request donation: request" }).innerText();
    const body = /-d '(.*)'$/s.exec(text)?.[1]?.replaceAll("'\\''", "'") ?? "";
    const address = /https?:\S+/.exec(text)?.[0] ?? "";
    const response = await page.request.post(new URL(address).pathname, {
      headers: { "X-Service-API-Key": demonstration().api_key },
      data: { ...JSON.parse(body), service_user_id: null, bank_transaction_ref: randomUUID() },
    });
    expect(response.status()).toBe(202);
  });

  await test.step("errors that all operations share are on one page", async () => {
    await page.getByRole("main").getByRole("link", { name: "errors common to all" }).click();
    await expect(page).toHaveURL("/docs/conventions#errors");
    await expect(page.getByRole("heading", { level: 2, name: "Errors" })).toBeInViewport();
    expect(await deadEnds(page)).toEqual([]);
    await page.goto("/docs");
  });

  await test.step("links to the guides, and shows no Markdown as it is written", async () => {
    expect(await page.getByRole("main").innerText()).not.toMatch(/\]\(|\*\*/);
    const links = page.locator('main a[href^="/docs/"]');
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute("href")),
    );
    const guides = addresses.filter((address) =>
      /^\/docs\/(?!conventions)[\w-]+$/.test(address ?? ""),
    );
    expect(guides).toEqual(GUIDES.map(({ name }) => `/docs/${name}`));
    for (const address of guides) {
      await page.goto(address as string);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("navigation", { name: "Documentation" })).toBeVisible();
      expect(await deadEnds(page)).toEqual([]);
    }
    for (const address of ["/docs/asvs", "/docs/api/nowhere"]) {
      expect((await page.request.get(address)).status(), address).toBe(404);
    }
  });

  await page.evaluate(() => document.fonts.ready);
  expect(elsewhere).toEqual([]);
});

test.describe("without JavaScript @long", () => {
  test.use({ javaScriptEnabled: false });

  test("pages are reached from the rail, at the side or below", async ({ page }) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/docs/api/getDonation");
      const rail = page.getByRole("navigation", { name: "Documentation" });
      if (width === 360) await page.getByRole("link", { name: "Contents" }).click();
      await expect(rail).toBeInViewport();
      await rail.getByRole("link", { name: "Request donation" }).click();
      await expect(page).toHaveURL("/docs/api/requestDonation");
      await rail.getByText("For banks").click();
      await rail.getByRole("link", { name: "Webhooks", exact: true }).first().click();
      await expect(page).toHaveURL("/docs/webhooks");
    }
    const programs = page.getByRole("group", { name: "Language" });
    await expect(programs.getByText("import hmac")).toBeVisible();
    await programs.getByText("Go", { exact: true }).click();
    await expect(programs.getByText("package main")).toBeVisible();
    await expect(programs.getByText("import hmac")).toBeHidden();
    await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  });
});

test("the documentation is searched by words, and while one types", async ({ page }) => {
  await page.goto("/docs/webhooks");
  const field = page.getByRole("searchbox", { name: "Search the documentation" });
  await field.fill("donation_duplicate");
  await field.press("Enter");
  await expect(page).toHaveURL("/docs/search?q=donation_duplicate");
  const results = page.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(results.first()).toHaveAttribute("href", "/docs/errors#donation-duplicate");
  await page.getByRole("searchbox").fill("fraud_review");
  await expect(results.first()).toHaveText("Held donations");
  await results.first().click();
  await expect(page.getByRole("heading", { name: "Held donations" })).toBeInViewport();
});

test("the code of a panel is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/webhooks");
  const programs = page.getByRole("group", { name: "Language" });
  await programs.getByText("Ruby", { exact: true }).click();
  await programs.getByRole("button", { name: "Copy" }).click();
  await expect(programs.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('require "openssl"');
});

test("the landing page, the sandbox, and every footer link here @long", async ({ page }) => {
  for (const path of ["/", "/sandbox", "/signin"]) {
    await page.goto(path);
    const link = page.getByRole("contentinfo").getByRole("link", { name: "API reference" });
    await expect(link).toHaveAttribute("href", "/docs");
  }
});
