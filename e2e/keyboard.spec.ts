/** Keyboard only, from the landing page to a donation: no clicks, no fill(). */
import type { Locator, Page } from "playwright/test";
import { makeCardholder } from "./application.ts";
import { expect, test } from "./fixtures.ts";

/** The outline of an element that has the focus, or null; of a control that only its label shows, the label's. */
const focusedOutline = (element: Element) => {
  if (element !== document.activeElement) return null;
  const seen = element.matches(".sr-only") ? (element.closest("label") ?? element) : element;
  return getComputedStyle(seen).outline;
};

/** Presses Tab until the element has the focus, which must be visible at each stop. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const outline = await target.first().evaluate(focusedOutline);
    if (outline === null) continue;
    expect(outline, `the focus is seen on ${target}`).not.toMatch(/none|0px/);
    return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test("a keyboard-only user signs in, gives, and toggles a setting", async ({ page }) => {
  const person = await makeCardholder();
  const { keyboard } = page;
  await page.goto("/signin");
  await tabTo(page, page.getByRole("textbox", { name: "Email address", exact: true }));
  await keyboard.type(person.email);
  await tabTo(page, page.getByRole("textbox", { name: "Password", exact: true }));
  await keyboard.type(person.password);
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/home");

  // The skip link passes the header.
  await keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: "Give", exact: true }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/give");
  await tabTo(
    page,
    page.getByRole("searchbox", { name: "School, nickname, or city", exact: true }),
  );
  await keyboard.type("buckeyes");
  await expect(page.getByRole("status").filter({ hasText: "1 school" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Ohio State", exact: true }));
  await keyboard.press("Enter");

  // The arrow keys move through the amounts: past "Other" and back.
  await tabTo(page, page.getByRole("radio", { name: /^\$25 / }));
  await keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: /^Other / })).toBeChecked();
  await keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: "Review gift of $500" })).toBeVisible();
  await keyboard.press("ArrowRight");
  await tabTo(page, page.getByRole("textbox", { name: "Other amount", exact: true }));
  await keyboard.type("4");
  await keyboard.press("Enter");
  // The invalid field has the focus.
  await expect(page.getByRole("textbox", { name: "Other amount", exact: true })).toBeFocused();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("25");
  await tabTo(page, page.locator("summary").filter({ hasText: "Fund" }));
  await keyboard.press("Enter");
  await tabTo(page, page.getByRole("radio", { name: /Annual Fund/ }));
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your gift");
  await expect(page.getByText("Ohio Stadium Fund")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Give $25", exact: true }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you!");

  await tabTo(page, page.getByRole("link", { name: "Settings", exact: true }));
  await keyboard.press("Enter");
  const receipts = page.getByRole("checkbox", { name: "My tax receipts" });
  await tabTo(page, receipts);
  await keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Save notifications", exact: true }));
  await keyboard.press("Enter");
  await expect(receipts).not.toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Sign out", exact: true }));
  await keyboard.press("Enter");
  await expect(page.getByText("You’ve signed out.")).toBeVisible();
});
