/** A school's gifts, donors, and acknowledgments, in each of their states. */
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { journey } from "./page-journey.ts";
import { signInWithGifts } from "./school-gifts.ts";

export const SCHOOL_GIFT_PAGES: PageCase[] = [
  ...journey(
    (page) => signInWithGifts(page, "/school/gifts"),
    [
      {
        name: "school-gifts",
        statuses: ["Confirmed", "Refused", "Waiting"],
        reach: async () => {},
      },
      {
        name: "school-gifts-refused-filter",
        isVariant: true,
        reach: async (page) => {
          await page.goto("/school/gifts?gift=G-123&amount=much&donor=Pat");
          await errorOn(page).waitFor();
        },
      },
      {
        name: "school-gift",
        statuses: ["Waiting"],
        reach: (page, { numbers }) => page.goto(`/school/gifts/${numbers[1]}`),
      },
      {
        name: "school-gift-refuse",
        reach: async (page, { numbers }) => {
          await page.goto(`/school/gifts/${numbers[1]}/refuse`);
          await page.getByRole("button", { name: "Refuse gift" }).click();
          await page.getByText("Enter a reason.").waitFor();
        },
      },
      { name: "school-donors", reach: (page) => page.goto("/school/donors") },
      { name: "school-acknowledgments", reach: (page) => page.goto("/school/acknowledgments") },
      {
        name: "school-acknowledgments-thanked",
        isVariant: true,
        reach: async (page) => {
          await page.getByRole("checkbox").first().check();
          await page.getByRole("button", { name: "Mark selected" }).click();
          await page.getByText("marked as thanked").waitFor();
          await page.getByRole("link", { name: "Thanked", exact: true }).click();
          await page.getByRole("button", { name: "Mark selected" }).waitFor();
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
    statuses: ["Waiting"],
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/gifts?donor=Pat&status=pending");
      await page.getByText("Save this view").click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Enter a name.").waitFor();
    },
  },
  {
    name: "school-gifts-view-dialog",
    statuses: ["Waiting"],
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/gifts?donor=Pat&status=pending");
      await page.getByText("Save this view").click();
      await page
        .getByLabel("Name", { exact: true })
        .fill("Pat’s waiting gifts of this fiscal year");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Remove this view" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "school-acknowledgments-marked",
    isVariant: true,
    open: async (page) => {
      await signInWithGifts(page, "/school/acknowledgments");
      await page.getByRole("button", { name: "Mark all 2 gifts" }).click();
      await page.getByRole("button", { name: "Mark as thanked" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
  },
  {
    name: "school-gifts-no-match",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/gifts?donor=nobody"),
  },
  {
    name: "school-donors-empty",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/donors?q=nobody", []),
  },
  {
    name: "school-acknowledgments-empty",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/acknowledgments", []),
  },
  {
    name: "school-acknowledgments-viewer",
    isVariant: true,
    open: (page) => signInWithGifts(page, "/school/acknowledgments", undefined, "viewer"),
  },
  {
    name: "school-gift-confirmed",
    statuses: ["Confirmed"],
    isVariant: true,
    open: async (page) => {
      const { numbers } = await signInWithGifts(page, "/school/gifts");
      await page.goto(`/school/gifts/${numbers[3]}`);
    },
  },
  {
    name: "school-gift-failed",
    statuses: ["Refused"],
    isVariant: true,
    open: async (page) => {
      const { numbers } = await signInWithGifts(page, "/school/gifts");
      await page.goto(`/school/gifts/${numbers[5]}`);
    },
  },
];
