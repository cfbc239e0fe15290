/** A bank's rooms, in each of their states. */
import type { PageCase } from "./every-page.ts";
import { journey } from "./page-journey.ts";
import { signInToBankWithGifts } from "./school-gifts.ts";

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
