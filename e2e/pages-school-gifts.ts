/** A school's gifts, donors, and acknowledgments, in each of their states. */
import type { Page } from "playwright/test";
import { reportGift } from "./cases.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { journey } from "./page-journey.ts";
import { signInWithGifts } from "./school-gifts.ts";

/** With the row of the first gift, and then all. */
async function markAllThanked(page: Page) {
  await page.getByRole("checkbox").nth(1).check();
  await page.getByRole("checkbox", { name: /^All/ }).check();
  await page.getByRole("button", { name: /^Mark/ }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
}

export const SCHOOL_GIFT_PAGES: PageCase[] = [
  ...journey(
    (page) => signInWithGifts(page, "/school/gifts"),
    [
      {
        name: "school-gifts",
        statuses: ["Declined", "To confirm"],
        reach: async () => {},
      },
      {
        name: "school-gifts-refused-filter",
        isVariant: true,
        reach: async (page) => {
          await page.goto("/school/gifts?min=much&q=Pat");
          await errorOn(page).waitFor();
        },
      },
      {
        name: "school-gifts-confirm",
        statuses: ["To confirm", "Value is a placeholder."],
        reach: async (page) => {
          await page.goto("/school/gifts/confirm");
          await page.getByLabel("Number for Pat Sample").fill("n/a");
          await page.getByRole("button", { name: /^Confirm/ }).click();
          await errorOn(page).waitFor();
        },
      },
      {
        name: "school-gift",
        statuses: ["To confirm"],
        reach: (page, { numbers }) => page.goto(`/school/gifts/${numbers[1]}`),
      },
      {
        name: "school-gift-refuse",
        statuses: ["To confirm"],
        reach: async (page, { numbers }) => {
          await page.goto(`/school/gifts/${numbers[1]}`);
          await page.getByText("Decline this gift").click();
          await page.getByRole("button", { name: /^Decline/ }).click();
          await page.getByText("Enter a reason.").waitFor();
        },
      },
      { name: "school-donors", reach: (page) => page.goto("/school/donors") },
      { name: "school-to-thank", reach: (page) => page.goto("/school/donors?show=to_thank") },
      {
        name: "school-thanked",
        isVariant: true,
        reach: async (page) => {
          await markAllThanked(page);
          await page.getByRole("link", { name: "Thanked", exact: true }).click();
          await page.getByText("Thanked by").waitFor();
        },
      },
    ],
  ),
  ...journey(
    async (page) => {
      const made = await signInWithGifts(page, "/school");
      await reportGift(made.ids[1] ?? "");
      await reportGift(made.ids[4] ?? "", { kind: "not_mine" });
      return made;
    },
    [
      {
        name: "school-today-case",
        statuses: ["To confirm"],
        reach: (page: Page) => page.reload(),
      },
      {
        name: "school-gift-case",
        statuses: ["To confirm"],
        reach: async (page: Page, { numbers }) => {
          await page.goto(`/school/gifts/${numbers[1]}`);
          await page.locator("summary", { hasText: "Answer the donor" }).click();
        },
      },
    ],
  ),
  {
    name: "school-gifts-empty",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/gifts", []),
  },
  {
    name: "school-gifts-view-refused",
    statuses: ["To confirm"],
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/gifts?q=Pat&show=to_confirm");
      await page.getByText("Saved views").click();
      await page.getByRole("button", { name: "Save this view" }).click();
      await page.getByText("Enter a name.").waitFor();
    },
  },
  {
    name: "school-gifts-view",
    statuses: ["To confirm"],
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/gifts?q=Pat&show=to_confirm");
      await page.getByText("Saved views").click();
      await page
        .getByLabel("Name", { exact: true })
        .fill("Pat’s waiting gifts of this fiscal year");
      await page.getByRole("button", { name: "Save this view" }).click();
      await page.getByText("View saved").waitFor();
      await page.getByText("Saved views").click();
      await page.getByText("Remove this view").click();
    },
  },
  {
    name: "school-gifts-selected",
    statuses: ["Declined", "To confirm"],
    isVariant: true,
    open: async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await signInWithGifts(page, "/school/gifts");
      await page.getByRole("checkbox").nth(1).check();
    },
  },
  {
    name: "school-gifts-panel",
    statuses: ["Declined", "To confirm"],
    isVariant: true,
    open: async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await signInWithGifts(page, "/school/gifts");
      await page.getByRole("row").nth(1).getByRole("link").click();
      await page.getByRole("complementary", { name: "Record" }).waitFor();
    },
  },
  {
    name: "school-gifts-filter",
    statuses: ["Declined", "To confirm"],
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/gifts");
      await page.getByText("Filter", { exact: true }).click();
    },
  },
  {
    name: "school-thanks-marked",
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/donors?show=to_thank");
      await markAllThanked(page);
    },
  },
  {
    name: "school-gifts-no-match",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/gifts?q=nobody"),
  },
  {
    name: "school-donors-empty",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/donors?q=nobody", []),
  },
  {
    name: "school-to-thank-empty",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/donors?show=to_thank", []),
  },
  {
    name: "school-to-thank-viewer",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/donors?show=to_thank", undefined, "viewer"),
  },
  {
    name: "school-gift-confirmed",
    isVariant: true,
    open: async (page) => {
      const { numbers } = await signInWithGifts(page, "/school/gifts");
      await page.goto(`/school/gifts/${numbers[3]}`);
    },
  },
  {
    name: "school-gift-failed",
    statuses: ["Declined"],
    isVariant: true,
    open: async (page) => {
      const { numbers } = await signInWithGifts(page, "/school/gifts");
      await page.goto(`/school/gifts/${numbers[5]}`);
    },
  },
];
