/** A foundation's work on batches, in each of its states. */
import type { Page } from "playwright/test";
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { journey } from "./page-journey.ts";
import { makeBatch, makeFileSchool } from "./school-batches.ts";
import { makeMember, makeTeamSchool, signInToTeam } from "./staff.ts";

const NAME = "Testville State Athletics";

const main = (page: Page) => page.getByRole("main");

async function busySchool(page: Page) {
  const school = await makeFileSchool(NAME);
  const late = await makeBatch(school, {
    number: 10_118,
    gifts: 3,
    isClosed: true,
    dueInHours: -2,
    decided: 2,
  });
  const due = await makeBatch(school, { number: 10_119, gifts: 12, isClosed: true });
  const open = await makeBatch(school, { number: 10_120, gifts: 4 });
  await signInToTeam(page, await makeMember(school, "admin"), "/school");
  return { school, late, due, open };
}

async function upload(page: Page, text: string) {
  await page.goto("/school/gifts/confirm");
  await page.getByText("What the file needs, or paste its lines").click();
  await page.getByLabel("Its lines").fill(text);
  await page.getByRole("button", { name: "Check" }).click();
  await page.waitForURL(/\/confirm\?upload=[0-9a-f-]{36}$/);
}

const JOURNEY = journey(busySchool, [
  { name: "school-today", statuses: ["Late", "To confirm"], reach: async () => {} },
  {
    name: "school-batches",
    statuses: ["1 to confirm", "12 to confirm"],
    reach: (page) => page.goto("/school/batches"),
  },
  {
    name: "school-batch",
    statuses: ["1 to confirm", "Late"],
    reach: (page, { late }) => page.goto(`/school/batches/${late.batchId}`),
  },
  {
    name: "school-batch-open",
    reach: (page, { open }) => page.goto(`/school/batches/${open.batchId}`),
  },
  {
    name: "school-batch-close",
    reach: (page) => main(page).getByText("Close this batch").click(),
  },
  {
    name: "school-batch-confirm-refused",
    statuses: ["12 to confirm"],
    reach: async (page, { due }) => {
      await page.goto(`/school/batches/${due.batchId}`);
      await main(page).getByText("Confirm all with one number").click();
      await main(page).getByRole("button", { name: "Confirm 12 gifts" }).click();
      await errorOn(page).waitFor();
    },
  },
  {
    name: "school-upload-refused",
    statuses: ["Late", "To confirm"],
    reach: async (page) => {
      await page.goto("/school/gifts/confirm");
      await page.getByRole("button", { name: "Check" }).click();
      await errorOn(page).waitFor();
    },
  },
  {
    name: "school-upload-wrong",
    statuses: [
      "Needs either a confirmation_number or a refusal_reason.",
      "To confirm",
      "Your file says 57.00 for the amount. In our file, it’s 1234.50.",
    ],
    reach: (page, { due }) =>
      upload(
        page,
        `gift_number,amount,confirmation_number,refusal_reason\n${due.numbers[0]},,N-1,\nG-0000000000001,,N-2,\n${due.numbers[1]},,N-3,Both\n${due.numbers[2]},57.00,N-4,`,
      ),
  },
  {
    name: "school-upload-checked",
    statuses: ["Decline", "To confirm"],
    reach: (page, { due }) =>
      upload(
        page,
        `gift_number,confirmation_number,refusal_reason\n${due.numbers[0]},N-1,\n${due.numbers[1]},,Not ours`,
      ),
  },
  {
    name: "school-batch-settings",
    statuses: ["Passes"],
    reach: async (page) => {
      await page.goto("/school/settings");
      await page.getByText("Advanced").click();
    },
  },
]);

export const SCHOOL_BATCH_PAGES: PageCase[] = [
  ...JOURNEY,
  {
    name: "school-today-empty",
    isVariant: true,
    open: async (page) => {
      await signInToTeam(page, await makeMember(await makeFileSchool(NAME), "viewer"), "/school");
    },
  },
  {
    name: "school-today-without-batches",
    isVariant: true,
    open: async (page) => {
      await signInToTeam(page, await makeMember(await makeTeamSchool(NAME), "viewer"), "/school");
    },
  },
  {
    name: "school-batches-empty",
    isVariant: true,
    open: async (page) => {
      const member = await makeMember(await makeFileSchool(NAME), "processor");
      await signInToTeam(page, member, "/school/batches");
    },
  },
  {
    name: "school-upload-done",
    statuses: ["Late", "To confirm"],
    isVariant: true,
    open: async (page) => {
      const { due } = await busySchool(page);
      await upload(page, `gift_number,confirmation_number\n${due.numbers[0]},N-1`);
      await main(page).getByRole("button", { name: "Confirm 1 gift" }).click();
      await main(page).getByText("Donors get their receipts now").waitFor();
    },
  },
];
