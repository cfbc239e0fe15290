/** A bank's rooms, in each of their states. */
import type { Page } from "playwright/test";
import type { PageCase } from "./every-page.ts";
import { journey } from "./page-journey.ts";
import { signInToBankWithGifts } from "./school-gifts.ts";

const TODAY = new Date().toISOString().slice(0, 10);

/** Compares a list of today. */
async function compare(page: Page, csv: string) {
  await page.getByLabel("First day").fill(TODAY);
  const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("Your list").setInputFiles(file);
  await page.getByRole("button", { name: "Compare" }).click();
}

export const BANK_DONATION_PAGES: PageCase[] = [
  ...journey(
    (page) => signInToBankWithGifts(page, "/bank"),
    [
      { name: "bank-overview", reach: async () => {} },
      {
        name: "bank-donations",
        statuses: ["Declined", "On its way"],
        reach: (page) => page.goto("/bank/donations"),
      },
      {
        name: "bank-donations-no-match",
        isVariant: true,
        reach: (page) => page.goto("/bank/donations?q=nobody&from=2026-01-01"),
      },
      {
        name: "bank-donation",
        statuses: ["On its way"],
        reach: async (page, { ids }) => {
          await page.goto(`/bank/donations/${ids[1]}`);
          await page.getByText("Put on hold").first().click();
          await page.getByRole("button", { name: "Put on hold" }).click();
          await page.getByText("Enter a reason.").first().waitFor();
        },
      },
      {
        name: "bank-donation-declined",
        statuses: ["Declined"],
        isVariant: true,
        reach: (page, { ids }) => page.goto(`/bank/donations/${ids[5]}`),
      },
      { name: "bank-customers", reach: (page) => page.goto("/bank/customers") },
      {
        name: "bank-customer",
        statuses: ["On its way"],
        reach: async (page, { ids }) => {
          await page.goto(`/bank/donations/${ids[1]}`);
          await page.getByRole("main").getByRole("link", { name: "Alexandra" }).click();
          await page.getByText("Change the email address").click();
        },
      },
      {
        name: "bank-comparisons-columns",
        reach: async (page) => {
          await page.goto("/bank/comparisons");
          await compare(page, `Reference,Amount,State,Day\nab-17,25.00,completed,${TODAY}\n`);
          await page.getByLabel("dollar_amount").waitFor();
        },
      },
      {
        name: "bank-comparison",
        statuses: ["Never received", "Not told"],
        reach: async (page) => {
          await page.goto("/bank/comparisons");
          const header = "bank_transaction_ref,dollar_amount,status,date";
          await compare(page, `${header}\nab-17,25.00,completed,${TODAY}\n`);
          await page.getByRole("table", { name: "Differences" }).waitFor();
        },
      },
      {
        name: "bank-reconciliation",
        statuses: ["Canceled", "Confirmed", "Declined", "On their way"],
        reach: (page) => page.goto("/bank/reconciliation"),
      },
      {
        name: "bank-reconciliation-too-long",
        isVariant: true,
        reach: (page) => page.goto("/bank/reconciliation?from=2025-01-01&to=2026-01-01"),
      },
    ],
  ),
  {
    name: "bank-donations-empty",
    isVariant: true,
    open: (page) => signInToBankWithGifts(page, "/bank/donations", []),
  },
  {
    name: "bank-customers-empty",
    isVariant: true,
    open: (page) => signInToBankWithGifts(page, "/bank/customers", []),
  },
];
