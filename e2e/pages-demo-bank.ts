/** The demo bank's app in each state. */
import type { Page } from "playwright/test";
import { flowIn, openInApp } from "./demo-bank.ts";
import { heading, review } from "./embed-sessions.ts";
import type { PageCase } from "./every-page.ts";

// Concurrent tests cause updates and register other origins for this bank.
const allowedConsoleErrors = [/postMessage/];
const ignoreUpdates = (page: Page) => page.route("**/sandbox/state", () => {});

async function give(page: Page): Promise<void> {
  await openInApp(page);
  await review(flowIn(page));
  await flowIn(page).getByRole("button", { name: "Give $25" }).click();
  await heading(flowIn(page)).filter({ hasText: "Thank you!" }).waitFor();
  const received = page.getByRole("region", { name: "What the bank’s server received" });
  await received.getByText("donation.completed", { exact: true }).waitFor();
  await flowIn(page).getByText("Confirmed", { exact: true }).waitFor();
  await ignoreUpdates(page);
}

export const DEMO_BANK_PAGES: PageCase[] = [
  { name: "demo-bank", isVariant: true, open: (page) => page.goto("/sandbox/bank") },
  {
    name: "demo-bank-open",
    isVariant: true,
    allowedConsoleErrors,
    open: async (page) => {
      await ignoreUpdates(page);
      await openInApp(page);
    },
  },
  {
    name: "demo-bank-given",
    statuses: ["Confirmed", "verified"],
    allowedConsoleErrors,
    open: give,
  },
  {
    name: "demo-bank-back",
    statuses: ["Confirmed", "verified"],
    isVariant: true,
    allowedConsoleErrors,
    open: async (page) => {
      await give(page);
      await flowIn(page).getByRole("link", { name: "Back to Harbor" }).click();
      await page.getByRole("heading", { name: "Back in the bank’s app" }).waitFor();
    },
  },
  {
    name: "demo-bank-cancelled",
    isVariant: true,
    open: (page) => page.goto("/sandbox/bank/back?status=cancelled&session_id=1"),
  },
  { name: "demo-connect", open: (page) => page.goto("/sandbox/bank/connect") },
];
