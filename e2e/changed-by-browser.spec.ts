/** Pages that the browser or one of its extensions changes: translation, and nodes beside fields. */
import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { giveFrom } from "./cardholder-donations.ts";
import * as embed from "./embed-sessions.ts";
import { expect, fillSignIn, signIn, test } from "./fixtures.ts";
import { DONATION, enterAmount, giveButton, otherAmount, reviewButton, ticket } from "./giving.ts";
import { hold } from "./links.ts";
import { enrollSecondFactor } from "./second-factor.ts";

/** Replaces every text by an element, as browsers do when they translate, now and whenever a page changes it. */
function translate() {
  const replace = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest("font, script, style, noscript"))
        continue;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      // As long as another language's text, and different.
      inner.textContent = text.data.replace(/[aeiou]/g, "$&$&");
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const watch = () => {
    replace(document.body);
    new MutationObserver(() => replace(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  };
  // Once React has taken over, as browsers need a moment to translate.
  if (document.readyState === "complete") watch();
  else addEventListener("load", () => setTimeout(watch, 1_000));
}

const translated = (text: string) => text.replace(/[aeiou]/g, "$&$&");
const isTranslated = (page: Page) => expect(page.locator("main font font").first()).toBeVisible();

test("a translated page of a gift shows that it has settled, and how", async ({ page }) => {
  await page.addInitScript(translate);
  const person = await makeCardholder();
  await signIn(page, person, "/give/ohio-state");
  await isTranslated(page);
  await page.locator("label", { hasText: "$50" }).first().click();
  await page.locator("button[data-main], form [data-action]").last().click();
  await isTranslated(page);
  // A slow platform, so that the page is translated before the gift settles.
  await page.getByRole("button").filter({ hasText: "$50" }).click();
  await expect(page).toHaveURL(DONATION);
  await isTranslated(page);
  const status = page.locator("[data-status]").first();
  await expect(status).toContainText(translated("Confirmed"));
  await expect(page.locator("h1")).toHaveText(translated("Thank you!"));
  await expect(page.getByRole("link", { name: translated("See your receipt") })).toBeVisible();
});

for (const word of ["Confirmed", "Not accepted"]) {
  test(`home, the list, and a gift’s page show "${word}" while translated`, async ({ context }) => {
    await context.addInitScript(translate);
    const person = await makeCardholder();
    // Pending for some seconds, so that the pages are translated before it settles.
    const id = await giveFrom(person, 25.92);
    if (word === "Not accepted") await hold(id);
    const first = await context.newPage();
    await signIn(first, person, "/home");
    const pages = [first, await context.newPage(), await context.newPage()];
    await pages[1]?.goto("/donations");
    await pages[2]?.goto(`/donations/${id}?new=1`);
    const errors: string[] = [];
    for (const page of pages) {
      page.on("pageerror", ({ message }) => errors.push(message));
      await isTranslated(page);
    }
    if (word === "Not accepted") {
      await query(
        `update donation set status = 'failed', failed_at = now(), failure_reason = 'closed', sequence = 1
         where id = $1`,
        [id],
      );
    }
    for (const page of pages) {
      await expect(page.locator("main")).toContainText(translated(word));
      await expect(page.locator("main")).not.toContainText(translated("On its way"));
    }
    expect(errors).toEqual([]);
  });
}

test("searching as one types works on translated pages", async ({ page }) => {
  await page.addInitScript(translate);
  await signIn(page, await makeCardholder(), "/healthz");
  for (const path of ["/give", "/schools"]) {
    await page.goto(path);
    await isTranslated(page);
    const box = page.locator("input[type=search]");
    for (const [typed, school] of [
      ["buckeye", "ohio-state"],
      ["wolverines", "michigan"],
    ] as const) {
      await box.fill("");
      await box.pressSequentially(typed);
      await expect(page.locator(`main a[href^="${path}/"]`)).toHaveCount(1);
      await expect(page.locator(`main a[href^="${path}/${school}"]`)).toBeVisible();
      await expect(box).toBeFocused();
    }
  }
});

test("signing in with a second step works on translated pages", async ({ page }) => {
  await page.addInitScript(translate);
  const person = await makeCardholder();
  const { codeAt } = await enrollSecondFactor(person);
  await page.goto("/signin");
  await isTranslated(page);
  await page.locator("[name=email]").fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("[data-shows]").click();
  await expect(page.locator("[name=password]")).toHaveAttribute("type", "text");
  await page.locator("main form button:not([type=button])").click();
  await expect(page).toHaveURL(/\/signin\/code/);
  await isTranslated(page);
  await page.locator("[name=mfa_code]").fill(codeAt(0));
  await page.locator("main form button").click();
  await expect(page).toHaveURL("/home");
});

for (const where of ["portal", "embed"]) {
  test(`the first click on Review counts after another amount: translated, ${where}`, async ({
    page,
  }) => {
    await page.addInitScript(translate);
    if (where === "portal") await signIn(page, await makeCardholder(), "/give/ohio-state");
    else await page.goto((await embed.openSession({ school_id: "ohio-state" })).url);
    await isTranslated(page);
    await page.locator("label:has([name=amount][value=other])").click();
    await page.locator("#other_amount").pressSequentially("37.50");
    const button = page.locator("button:has([data-action]), button[data-action]").last();
    await expect(button).toContainText("$37.50");
    // Not Playwright's click, which waits until nothing changes: down, then up, as a finger does.
    const { x, y, width, height } = (await button.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.locator("h1")).toContainText(translated("Review your gift"));
  });
}

/** An extension: a node beside every field, as soon as it's there. */
function insertNodes() {
  const insert = () => {
    for (const field of document.querySelectorAll("input, textarea, select")) {
      if (field.nextElementSibling?.matches("x-extension")) continue;
      field.after(document.createElement("x-extension"));
      field.before(document.createElement("x-extension"));
    }
  };
  new MutationObserver(insert).observe(document, { childList: true, subtree: true });
}

const REACT = /_next\/static.*\.js/;

/** Holds the scripts back whose URLs match. @returns a function that lets them pass */
async function holdScripts(page: Page, url: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.describe("with an extension that adds nodes beside fields", () => {
  // React says that it had to replace the page.
  test.use({ allowedConsoleErrors: [/#418/] });

  test("the sign-in keeps what was typed before its scripts arrived", async ({ page }) => {
    await page.addInitScript(insertNodes);
    const person = await makeCardholder();
    const release = await holdScripts(page, /\.js/);
    await page.goto("/signin", { waitUntil: "commit" });
    await page.getByLabel("Email address").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    release();
    await page.waitForLoadState("load");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(page.getByLabel("Password")).toHaveValue(person.password);
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/home");
  });

  test("forms that React takes over keep it, too", async ({ page }) => {
    await page.addInitScript(insertNodes);
    await signIn(page, await makeCardholder(), "/healthz");
    const release = await holdScripts(page, REACT);
    await page.goto("/give/ohio-state", { waitUntil: "commit" });
    await enterAmount(page, "61.25");
    const replaced = page.waitForEvent("pageerror", ({ message }) => message.includes("#418"));
    release();
    await replaced;
    await expect(otherAmount(page)).toHaveValue("61.25");
    await expect(reviewButton(page)).toHaveText("Review gift of $61.25");
    await reviewButton(page).click();
    await expect(ticket(page)).toContainText("$61.25");
    await giveButton(page, "$61.25").click();
    await expect(page).toHaveURL(DONATION);
  });
});

test("a password manager's values are submitted by the fields' names", async ({ page }) => {
  const person = await makeCardholder();
  await page.goto("/signin");
  await expect(page.getByLabel("Email address")).toHaveAttribute("autocomplete", "username");
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "current-password");
  await fillSignIn(page, person);
  await expect(page).toHaveURL("/home");
});

test("a form that is sent before React takes over its page isn't taken for a changed page", async ({
  page,
}) => {
  await signIn(page, await makeCardholder(), "/healthz");
  const release = await holdScripts(page, REACT);
  await page.goto("/settings", { waitUntil: "commit" });
  // Our own script runs, and React's waits.
  await page.waitForFunction(() => document.cookie.includes("zone="));
  const form = page.locator("form[action='/settings/notifications']");
  // The event alone: nothing can be read from a page that is being left.
  await form.dispatchEvent("submit");
  await expect(form.locator("[data-form-status]")).toHaveText("Sending…");
  release();
  // React marks the elements that it takes over.
  await expect
    .poll(() => form.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__react"))))
    .toBe(true);
});
