/** The web pages in the embedded flow guide, served as a bank would serve them. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { bank as bankApi, query } from "./application.ts";
import { serveSite } from "./bank-site.ts";
import {
  heading,
  openSession,
  registerOrigin,
  review,
  reviewButton,
  type Session,
} from "./embed-sessions.ts";
import { expect, test } from "./fixtures.ts";

const guide = readFileSync(new URL("../docs/embed.md", import.meta.url), "utf8");
const service = `http://localhost:${process.env.E2E_PORT}`;

/** The HTML page under a heading. */
function pageUnder(heading: string): string {
  const [, section = ""] = guide.split(`\n### ${heading}\n`);
  const [, html] = /^```html\n(.*?)^```$/ms.exec(section) ?? [];
  if (!html) throw new Error(`the guide has no page under ${heading}`);
  return html.replaceAll("https://points.example", service);
}

/** The content security policy from the guide, plus what the page itself needs. */
function policy(): string {
  const [, frame] = /`(frame-src [^`]+)`/.exec(guide) ?? [];
  const [, script] = /`(script-src [^`]+)`/.exec(guide) ?? [];
  const own = ["default-src 'none'", frame, `${script} 'unsafe-inline'`, "connect-src 'self'"];
  return own.join("; ").replaceAll("https://points.example", service);
}

const offer = { school_id: "ohio-state", fund_designation: "annual-fund", dollar_amount: 25 };

/** A bank's site with that page, and a server behind it that gets a token. */
async function serveBank(html: string) {
  const session = await openSession(offer);
  const json = { "Content-Type": "application/json" };
  const site = await serveSite({
    "/": { body: html, headers: { "Content-Security-Policy": policy() } },
    "/donations/start": { body: JSON.stringify({ embed_url: session.url }), headers: json },
  });
  await registerOrigin(site.origin, session);
  return {
    ...site,
    session,
    async close(): Promise<void> {
      await query("update bank set embed_origins = array_remove(embed_origins, $1)", [site.origin]);
      site.close();
    },
  };
}

/** Posts a message that the flow's script sends on an error or on expiry. */
async function post(page: Page, type: string, fields: object = {}): Promise<void> {
  const message = { source: "points-embed", version: 1, type, session_id: "session", ...fields };
  const frame = page.frames().find((each) => each.url().startsWith(`${service}/embed/`));
  await frame?.evaluate((data) => window.parent.postMessage(data, "*"), message);
}

/** The donations of the account, as the bank's server lists them. */
async function listed({ accountId }: Session) {
  const params = { query: { service_user_id: accountId } };
  const found = (await bankApi().GET("/v1/donations", { params })).data;
  return found.map(({ donation_id, channel, bank_transaction_ref }) => ({
    donation_id,
    channel,
    bank_transaction_ref,
  }));
}

async function give(page: Page): Promise<void> {
  const flow = page.frameLocator("iframe");
  await review(flow);
  await flow.getByRole("button", { name: "Give $25" }).click();
  await expect(heading(flow)).toHaveText("Thank you!");
}

test("the page with the helper gives, shows the outcome, and closes the flow", async ({ page }) => {
  const bank = await serveBank(pageUnder("With the helper"));
  await page.goto(bank.origin);
  const frame = page.locator("iframe");
  for (const [type, words] of [
    ["expired", /^This session timed out/],
    ["error", /^Something went wrong/],
    ["cancelled", /^Something went wrong/],
  ] as const) {
    await page.getByRole("button", { name: "Give points" }).click();
    await expect(reviewButton(page.frameLocator("iframe"))).toBeVisible();
    await post(page, type);
    await expect(frame).toHaveCount(0);
    await expect(page.getByRole("status")).toHaveText(words);
    await expect(page.getByRole("button", { name: "Give points" })).toBeFocused();
  }

  let started = 0;
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/donations/start")) started += 1;
  });
  await page.getByRole("button", { name: "Give points" }).dblclick();
  await expect.poll(() => started).toBe(2);
  await expect(frame).toHaveCount(1);
  await expect(frame).toHaveAttribute("title", "Give points to a school");
  await give(page);
  await expect(page.getByRole("status")).toHaveText("Your donation was accepted.");
  expect(await listed(bank.session)).toEqual([
    {
      donation_id: bank.session.id,
      channel: "embed",
      bank_transaction_ref: `embed:${bank.session.id}`,
    },
  ]);
  await bank.close();
});

test("the page without the helper gives, resizes the frame, and shows the outcome", async ({
  page,
}) => {
  const bank = await serveBank(pageUnder("Without the helper"));
  await page.goto(bank.origin);
  const flow = page.frameLocator("iframe");
  await expect(reviewButton(flow)).toBeVisible();
  const contentHeight = await flow
    .locator("body")
    .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
  expect(contentHeight).toBeGreaterThan(600);
  await expect(page.locator("iframe")).toHaveAttribute("height", String(contentHeight));
  await give(page);
  await expect(page.getByRole("status")).toHaveText("Your donation was accepted.");
  await post(page, "expired");
  await expect(page.getByRole("status")).toHaveText("Nothing was given.");
  await bank.close();
});

test("every page in the guide is tested here", () => {
  expect(guide.match(/^```html$/gm)).toHaveLength(2);
});
