/** The pages on which a foundation sets up its funds, receipts, appearance, and platform, in each of their states. */
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { journey } from "./page-journey.ts";
import { makeMember, makeTeamSchool, operate, signInToTeam } from "./staff.ts";

const LONG_FUND = "Women’s Rowing, Track & Field, and Cross-Country Championship Travel Endowment";

const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();

/** A member of a school with funds of every kind, signed in. */
async function setUpSchool(page: Page, role = "admin") {
  const school = await makeTeamSchool("Testville State");
  await query(
    `insert into fund (school_id, fund_id, name, description, deductibility, position,
       good_faith_value_cents, minimum_cents, platform_code, retired_at)
     values ($1, 'annual', 'Annual Fund', 'Where it’s needed most.', 'full', 0, null, null, 'ATH-1', null),
       ($1, 'rowing', $2, '', 'quid_pro_quo', 1, 4000, 250000, 'ATH-ROW-2026-CHAMPIONSHIPS', null),
       ($1, 'seats', 'Courtside Seats', '', 'none', 2, null, 100000, null, null),
       ($1, 'old', 'Old Stadium', '', 'full', 3, null, null, null, now())`,
    [school.school_id, LONG_FUND],
  );
  await signInToTeam(page, await makeMember(school, role, "Pat Sample"), "/school/funds");
  return school;
}

const SETUP_JOURNEY = journey(setUpSchool, [
  { name: "school-funds", reach: async () => {} },
  { name: "school-fund", reach: (page) => page.goto("/school/funds/rowing") },
  {
    name: "school-fund-create-refused",
    isVariant: true,
    reach: async (page) => {
      await page.goto("/school/funds/create");
      await page.getByLabel("Minimum gift, in dollars").fill("lots");
      await press(page, "Create fund");
      await errorOn(page).waitFor();
    },
  },
  {
    name: "school-receipts",
    statuses: ["Not approved yet"],
    reach: (page) => page.goto("/school/receipts"),
  },
  {
    name: "school-receipts-to-approve",
    statuses: ["Not approved yet"],
    isVariant: true,
    reach: async (page) => {
      await page.getByLabel("Legal name").fill("University of Testville Foundation, Inc.");
      await page.getByLabel("EIN").fill("12-3456789");
      await page.getByLabel("Mailing address").fill("1 Stadium Way\nTestville, OH 43000");
      await press(page, "Save");
      await main(page).getByRole("button", { name: "Approve receipts" }).waitFor();
    },
  },
  {
    name: "school-receipts-approved",
    statuses: ["Approved"],
    isVariant: true,
    reach: async (page) => {
      await press(page, "Approve receipts");
      await main(page).getByText("Saving a change withdraws the approval").waitFor();
    },
  },
  {
    name: "school-appearance",
    statuses: ["Passes"],
    isVariant: true,
    reach: (page) => page.goto("/school/settings"),
  },
  {
    name: "school-appearance-preview",
    statuses: ["Passes"],
    reach: async (page) => {
      await page.goto("/school/settings");
      await page.getByLabel("First color", { exact: true }).fill("#ff7300");
      await page.getByLabel("Second color", { exact: true }).fill("#888888");
      await page.getByText(/^Pattern: /).click();
      await page.getByLabel("Court lines").check();
      await press(page, "Preview");
      await main(page).getByRole("heading", { name: "Preview, not saved yet" }).waitFor();
    },
  },
  {
    name: "school-appearance-mark-refused",
    statuses: ["Passes"],
    isVariant: true,
    reach: async (page) => {
      await page.getByText("Official mark, in place").click();
      await press(page, "Upload mark");
      await errorOn(page).waitFor();
    },
  },
  { name: "school-platform", reach: (page) => page.goto("/school/platform") },
  {
    name: "school-platform-tested",
    statuses: ["Being sent"],
    isVariant: true,
    reach: async (page, { school_id }) => {
      const house = ["--house-account", "house"];
      await operate("school", "configure", "--school", school_id, "--adapter", "stub", ...house);
      await page.goto("/school/platform");
      await press(page, "Test the connection");
      await main(page).getByText("Your system answered").waitFor();
    },
  },
]);

export const SCHOOL_SETUP_PAGES: PageCase[] = [
  ...SETUP_JOURNEY,
  {
    name: "school-funds-empty",
    isVariant: true,
    open: async (page) => {
      const school = await makeTeamSchool("Testville State");
      await signInToTeam(page, await makeMember(school, "admin"), "/school/funds");
    },
  },
  {
    name: "school-fund-viewer",
    isVariant: true,
    open: async (page) => {
      await setUpSchool(page, "viewer");
      await page.goto("/school/funds/rowing");
    },
  },
  {
    name: "school-receipts-viewer",
    statuses: ["Not approved yet"],
    isVariant: true,
    open: async (page) => {
      await setUpSchool(page, "viewer");
      await page.goto("/school/receipts");
    },
  },
];
