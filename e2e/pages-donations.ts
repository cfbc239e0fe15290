/** A cardholder's donation pages in every state. */
import type { Page } from "playwright/test";
import { demonstration, makeCardholder } from "./application.ts";
import { giveAndWait, giveEarlier, giveFrom, makeUnlinked } from "./cardholder-donations.ts";
import { answerCase, reportGift } from "./cases.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn, signIn } from "./fixtures.ts";
import { hold, linkUnasked, release, unaccept } from "./links.ts";
import { journey } from "./page-journey.ts";
import { holdTear } from "./tear.ts";

const DAY_MS = 24 * 3_600_000;
const NAME = "Alexandra Wołoszańska-Featherstonehaugh";
const MESSAGE = "For the rowers. Go on like this.";

/** Signs in as a new cardholder with these donations, and opens a page about them. */
const afterGiving =
  (dollars: number, path: (donationId: string) => string, give = giveAndWait) =>
  async (page: Page) => {
    const person = await makeCardholder(NAME);
    const donationId = await give(person, dollars, { cardholder_message: MESSAGE });
    await signIn(page, person, path(donationId));
  };

const detail = (id: string) => `/donations/${id}`;
const asNew = (id: string) => `/donations/${id}?new=1`;

async function resend(page: Page, to: string): Promise<void> {
  await afterGiving(25, detail)(page);
  await page.getByText("Email it again").click();
  await page.getByLabel("Email address").fill(to);
  await page.getByRole("button", { name: "Email the receipt" }).click();
}

export const DONATION_PAGES: PageCase[] = [
  {
    name: "home",
    isVariant: true,
    statuses: ["+ $50.94 on its way", "Not accepted", "On its way"],
    open: async (page: Page) => {
      const person = await makeCardholder(NAME);
      const before = await giveAndWait(person, 240, { school_id: "michigan" });
      await giveEarlier(before, new Date(Date.now() - 60 * DAY_MS).toISOString());
      await giveAndWait(person, 1000);
      await giveAndWait(person, 40.91);
      await giveFrom(person, 50.94);
      await signIn(page, person);
    },
  },
  {
    name: "home-one-month",
    isVariant: true,
    statuses: ["+ $50.94 on its way", "On its way"],
    open: async (page: Page) => {
      const person = await makeCardholder(NAME);
      await giveAndWait(person, 1240);
      await giveFrom(person, 50.94);
      await signIn(page, person);
    },
  },
  {
    name: "home-full",
    open: async (page: Page) => {
      await signIn(page, demonstration());
      await page.getByText("Show the numbers").click();
    },
    repeats: ["tbody tr:nth-child(n + 3)"],
  },
  {
    name: "home-empty",
    isVariant: true,
    open: async (page: Page) => signIn(page, await makeCardholder()),
  },
  {
    name: "home-unlinked",
    isVariant: true,
    open: async (page: Page) => signIn(page, await makeUnlinked()),
  },
  {
    name: "home-unaccepted",
    isVariant: true,
    statuses: ["On its way"],
    open: async (page: Page) => {
      const person = await makeCardholder(NAME);
      await giveFrom(person, 50.94);
      await linkUnasked(person.email, { givesUsd: 25 });
      await signIn(page, person);
    },
  },
  {
    name: "home-unaccepted-only",
    isVariant: true,
    open: async (page: Page) => {
      const person = await makeCardholder();
      await unaccept(person.accountId);
      await signIn(page, person);
    },
  },
  {
    name: "donations",
    open: async (page: Page) => {
      await signIn(page, demonstration(), "/donations");
    },
    repeats: ["main li:nth-child(n + 6)"],
  },
  {
    name: "donations-filtered",
    isVariant: true,
    statuses: ["Not accepted"],
    open: async (page: Page) => {
      const person = await makeCardholder(NAME);
      await giveAndWait(person, 25);
      await giveAndWait(person, 40.91, { school_id: "michigan" });
      await signIn(page, person, "/donations?status=failed");
    },
  },
  {
    name: "donations-none-found",
    isVariant: true,
    open: async (page: Page) => {
      const person = await makeCardholder(NAME);
      for (const dollars of [25, 30]) await giveAndWait(person, dollars);
      await signIn(page, person, "/donations?status=failed");
    },
  },
  {
    name: "donations-empty",
    isVariant: true,
    open: async (page: Page) => {
      await signIn(page, await makeCardholder(), "/donations");
    },
  },
  {
    name: "donation-pending",
    isVariant: true,
    statuses: ["On its way"],
    open: afterGiving(50.94, detail, giveFrom),
  },
  {
    name: "donation-held",
    isVariant: true,
    statuses: ["In review"],
    open: async (page: Page) => {
      const person = await makeCardholder();
      const donationId = await giveFrom(person, 50.94);
      await hold(donationId);
      await signIn(page, person, detail(donationId));
    },
  },
  ...journey(
    async (page) => {
      const person = await makeCardholder(NAME);
      await signIn(page, person, "/healthz");
      return giveFrom(person, 1240.94, { cardholder_message: MESSAGE });
    },
    [
      {
        name: "donation-new",
        statuses: ["On its way"],
        reach: (page, id) => page.goto(asNew(id)),
      },
      { name: "donation-new-confirmed", statuses: ["Confirmed"], reach: (_, id) => release(id) },
      {
        name: "donation-completed",
        statuses: ["Confirmed"],
        reach: (page, id) => page.goto(detail(id)),
      },
      { name: "receipt", reach: (page, id) => page.goto(`/donations/${id}/receipt`) },
    ],
  ),
  {
    name: "donation-tearing",
    isVariant: true,
    statuses: ["On its way"],
    open: async (page) => {
      await afterGiving(1240.94, asNew, giveFrom)(page);
      await holdTear(page);
    },
  },
  { name: "donation-new-failed", statuses: ["Not accepted"], open: afterGiving(40.91, asNew) },
  {
    name: "donation-failed",
    isVariant: true,
    statuses: ["Not accepted"],
    open: afterGiving(40.91, detail),
  },
  {
    name: "donation-report",
    isVariant: true,
    statuses: ["Confirmed"],
    open: async (page: Page) => {
      await afterGiving(25, detail)(page);
      await page.getByText("Something’s wrong with this gift").click();
      await page.getByRole("button", { name: "Tell us" }).click();
      await errorOn(page).waitFor();
    },
  },
  ...journey(
    async (page) => {
      const person = await makeCardholder(NAME);
      const donationId = await giveAndWait(person, 25);
      const reported = await reportGift(donationId);
      await signIn(page, person, detail(donationId));
      return reported;
    },
    [
      { name: "donation-reported", statuses: ["Confirmed"], reach: async () => {} },
      {
        name: "donation-report-answered",
        isVariant: true,
        statuses: ["Confirmed"],
        reach: async (page: Page, id) => {
          await answerCase(id);
          await page.reload();
        },
      },
    ],
  ),
  {
    name: "receipt-emailed",
    isVariant: true,
    statuses: ["Confirmed"],
    open: async (page: Page) => {
      await resend(page, "accountant@example.com");
      await page.getByText("On its way to accountant@example.com").waitFor();
    },
  },
  {
    name: "receipt-not-emailed",
    isVariant: true,
    statuses: ["Confirmed"],
    open: async (page: Page) => {
      await resend(page, "accountant");
      await errorOn(page).waitFor();
    },
  },
];
