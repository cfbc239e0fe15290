/** The schools' pages and the error pages in each state. */
import type { Page } from "playwright/test";
import { makeCardholder, query, submitDonation } from "./application.ts";
import type { PageCase } from "./every-page.ts";
import { signIn } from "./fixtures.ts";
import { makeClosedSchool } from "./schools.ts";

const signedInAt = (address: string) => async (page: Page) => {
  await signIn(page, await makeCardholder(), address);
};

async function openGivenTo(page: Page): Promise<void> {
  const person = await makeCardholder();
  const account = { service_user_id: person.accountId, school_id: "kennesaw-state" };
  const { donation_id: id } = await submitDonation(75, account);
  await submitDonation(30.94, account);
  const done = "select from donation where id = $1 and status = 'completed'";
  while ((await query(done, [id])).length === 0) await page.waitForTimeout(100);
  await signIn(page, person, "/schools/kennesaw-state");
  await page.getByRole("button", { name: "Follow Kennesaw State" }).click();
  await page.getByText("You’re following Kennesaw State.").waitFor();
}

async function openClosed(page: Page): Promise<void> {
  await makeClosedSchool();
  await signedInAt("/schools/closed-journey")(page);
}

async function openFollowed(page: Page): Promise<void> {
  await signedInAt("/schools?state=OH&conference=MAC")(page);
  await page.getByRole("button", { name: "Follow Akron" }).click();
  await page.getByText("You’re following Akron.").waitFor();
}

export const SCHOOL_PAGES: PageCase[] = [
  { name: "schools", open: signedInAt("/schools"), repeats: ["main li:nth-child(n + 6)"] },
  { name: "schools-signed-out", isVariant: true, open: (page) => page.goto("/schools") },
  { name: "school-signed-out", isVariant: true, open: (page) => page.goto("/schools/kansas") },
  { name: "schools-nothing-found", isVariant: true, open: signedInAt("/schools?search=hogwarts") },
  { name: "schools-filtered", isVariant: true, open: openFollowed },
  // Their primary colors: very light, black, and orange in between.
  { name: "school-light", open: openGivenTo },
  { name: "school-dark", isVariant: true, open: signedInAt("/schools/iowa") },
  { name: "school-saturated", isVariant: true, open: signedInAt("/schools/tennessee") },
  { name: "school-closed", isVariant: true, open: openClosed },
  {
    name: "not-found-signed-in",
    isVariant: true,
    open: signedInAt("/schools/no-such-school"),
    allowedConsoleErrors: [/status of 404/],
  },
  { name: "offline", open: (page) => page.goto("/offline.html") },
  { name: "failed", isVariant: true, open: (page) => page.goto("/failed.html") },
];
