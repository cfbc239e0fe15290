/** Keyboard only, from the landing page to a donation: no clicks, no fill(). */
import type { Page } from "playwright/test";
import { makeCardholder } from "./application.ts";
import { expect, test } from "./fixtures.ts";

/** Goes on with Tab until what has the focus has this name. It has to be seen where that is. */
async function tabTo(page: Page, role: Parameters<Page["getByRole"]>[0], name: string | RegExp) {
  const target = page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name });
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    if (await target.first().evaluate((element) => element === document.activeElement)) {
      const outline = await target.first().evaluate((element) => getComputedStyle(element).outline);
      expect(outline, `the focus is seen on ${name}`).not.toMatch(/none|0px/);
      return;
    }
  }
  throw new Error(`Tab does not lead to ${role} ${name}`);
}

test("a keyboard-only user signs in, gives, and toggles a setting", async ({ page }) => {
  test.slow();
  const person = await makeCardholder();
  const { keyboard } = page;
  await page.goto("/signin");
  await tabTo(page, "textbox", "E-mail address");
  await keyboard.type(person.email);
  await tabTo(page, "textbox", "Password");
  await keyboard.type(person.password);
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/home");

  // Past the header in one step.
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await keyboard.press("Enter");
  await tabTo(page, "link", "Give");
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/give");
  await tabTo(page, "searchbox", "School, nickname or city");
  await keyboard.type("buckeyes");
  await expect(page.getByRole("status").filter({ hasText: "1 school" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await tabTo(page, "link", "Ohio State");
  await keyboard.press("Enter");

  await tabTo(page, "radio", /Annual Fund/);
  await keyboard.press("ArrowDown");
  await tabTo(page, "textbox", "In dollars");
  await keyboard.type("4");
  await keyboard.press("Enter");
  // What is wrong holds the focus, and leads to its field.
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "In dollars" })).toBeFocused();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("25");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Look it over");
  await expect(page.getByText("Ohio Stadium Fund")).toBeVisible();
  await tabTo(page, "button", "Give $25");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");

  await tabTo(page, "link", "Settings");
  await keyboard.press("Enter");
  await tabTo(page, "checkbox", "Our newsletter");
  await keyboard.press("Space");
  await tabTo(page, "button", "Save notifications");
  await keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Our newsletter" })).toBeChecked();
  await tabTo(page, "button", "Sign out");
  await keyboard.press("Enter");
  await expect(page.getByText("You have signed out.")).toBeVisible();
});
