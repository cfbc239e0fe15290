/** The embedded flow in each of its states. */
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import { giveAndWait } from "./cardholder-donations.ts";
import {
  enterAmount,
  expireSession,
  heading,
  openSession,
  review,
  type Session,
} from "./embed-sessions.ts";
import type { PageCase } from "./every-page.ts";
import { makeClosedSchool, setProgram, unlink } from "./giving.ts";
import { release, suspendBankOf } from "./links.ts";
import { journey } from "./page-journey.ts";
import { holdTear } from "./tear.ts";

type SessionOptions = Parameters<typeof openSession>[0];

const offer = {
  school_id: "boston-college",
  dollar_amount: 1240.5,
  return_url: "examplebank://done",
  cancel_url: "examplebank://off",
  points_balance: { points: 48_200, as_of: "2026-01-22T12:00:00Z" },
};

async function open(page: Page, options: SessionOptions = offer): Promise<Session> {
  const session = await openSession(options);
  await setProgram(session.accountId, "Gold Rewards", 62.5);
  await page.goto(session.url);
  return session;
}

async function openPicker(page: Page): Promise<void> {
  const session = await openSession();
  for (const school_id of ["duke", "california"]) {
    await giveAndWait(session, 25, { school_id });
  }
  await page.goto(session.url);
}

async function goToReview(page: Page): Promise<void> {
  await page.getByLabel("Your note").fill("For my father, who never missed a game.");
  await review(page);
}

async function openReview(page: Page, options: SessionOptions = offer): Promise<Session> {
  const session = await open(page, options);
  await page.getByText("Note to the school").click();
  await goToReview(page);
  return session;
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Give $" }).click();
  await heading(page)
    .filter({ hasText: /^(Thank you!|Your gift wasn’t accepted)$/ })
    .waitFor();
}

async function give(page: Page, dollar_amount = offer.dollar_amount): Promise<Session> {
  const session = await openReview(page, { ...offer, dollar_amount });
  await confirm(page);
  return session;
}

const GIFT_JOURNEY = journey(open, [
  {
    name: "embed-give-errors",
    reach: async (page) => {
      await enterAmount(page, "4");
      await page.getByText("Note to the school").click();
      await page.getByLabel("Your note").fill("Go ".repeat(200));
      await review(page);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "embed-review",
    reach: async (page) => {
      // The sandbox's school confirms it once it's released.
      await enterAmount(page, "1240.94");
      await goToReview(page);
      await page.getByRole("button", { name: "Give $1,240.94" }).waitFor();
    },
  },
  { name: "embed-accepted", reach: confirm, statuses: ["On its way"] },
  { name: "embed-confirmed", reach: (_, { id }) => release(id), statuses: ["Confirmed"] },
]);

const BANK = { primary: "#d4af37", background: "#0b1f3a", text: "#33445a", radius: "large" };

export const EMBED_PAGES: PageCase[] = [
  { name: "embed-give", isVariant: true, open: (page) => open(page) },
  {
    name: "embed-give-no-amount",
    isVariant: true,
    open: (page) => open(page, { school_id: "duke" }),
  },
  {
    name: "embed-give-unfolded",
    isVariant: true,
    open: async (page) => {
      await open(page);
      for (const fold of await page.locator("summary").all()) await fold.click();
    },
  },
  {
    name: "embed-give-locked",
    isVariant: true,
    open: (page) => open(page, { ...offer, lock_amount: true, lock_school: true }),
  },
  {
    name: "embed-give-themed",
    isVariant: true,
    open: (page) => open(page, { ...offer, theme_override: { ...BANK, font: "serif" } }),
  },
  ...GIFT_JOURNEY,
  {
    name: "embed-refused",
    open: (page) => give(page, 1240.91),
    statuses: ["Not accepted"],
  },
  {
    name: "embed-tearing",
    isVariant: true,
    statuses: ["On its way"],
    open: async (page) => {
      await give(page, 1240.94);
      await holdTear(page);
    },
  },
  { name: "embed-schools", open: openPicker },
  {
    name: "embed-schools-nothing-found",
    isVariant: true,
    open: async (page) => {
      await openPicker(page);
      await page.getByLabel("School, nickname, or city").fill("hogwarts");
      await page.keyboard.press("Enter");
      await page.getByText("0 schools").waitFor();
    },
  },
  {
    name: "embed-school-closed",
    isVariant: true,
    open: async (page) => {
      const session = await openSession({ ...offer, lock_school: true });
      const closed = await makeClosedSchool();
      await query("update embed_session set school_id = $2 where id = $1", [session.id, closed]);
      await page.goto(session.url);
    },
  },
  {
    name: "embed-review-changed",
    isVariant: true,
    open: async (page) => {
      const { accountId } = await openReview(page);
      await setProgram(accountId, "Gold Rewards", 80);
      await page.getByRole("button", { name: "Give $1,240.50" }).click();
      await page.getByRole("status").filter({ hasText: "The rate changed" }).waitFor();
    },
  },
  {
    name: "embed-review-declined",
    isVariant: true,
    open: async (page) => {
      await openReview(page, { ...offer, dollar_amount: 40.81 });
      await page.getByRole("button", { name: "Give $40.81" }).click();
      await page.getByRole("alert").filter({ hasText: "Your bank declined" }).waitFor();
    },
  },
  {
    name: "embed-review-themed",
    isVariant: true,
    open: (page) => openReview(page, { ...offer, theme_override: BANK }),
  },
  {
    name: "embed-used",
    isVariant: true,
    allowedConsoleErrors: [/status of 409/],
    statuses: ["Confirmed"],
    open: async (page) => page.goto((await give(page)).url),
  },
  {
    name: "embed-expired",
    isVariant: true,
    allowedConsoleErrors: [/status of 410/],
    open: async (page) => {
      const session = await openSession(offer);
      await expireSession(session);
      await page.goto(session.url);
    },
  },
  {
    name: "embed-revoked",
    isVariant: true,
    allowedConsoleErrors: [/status of 410/],
    open: async (page) => {
      const session = await openSession(offer);
      await unlink(session.accountId);
      await page.goto(session.url);
    },
  },
  {
    name: "embed-suspended",
    isVariant: true,
    allowedConsoleErrors: [/status of 403/],
    open: async (page) => {
      const session = await openSession(offer);
      await suspendBankOf(session.accountId);
      await page.goto(session.url);
    },
  },
  {
    name: "embed-broken",
    isVariant: true,
    allowedConsoleErrors: [/status of 401/],
    open: (page) => page.goto("/embed/session?token=x"),
  },
];
