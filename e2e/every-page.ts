/** Every page in every state, and how to reach it. */
import type { Page } from "playwright/test";
import { CASE_PAGES } from "./cases.ts";
import { confirmationEmail } from "./emails.ts";
import { keepRows } from "./own-rows.ts";
import { journey } from "./page-journey.ts";
import { ABOUT_PAGES } from "./pages-about.ts";
import { BANK_PAGES } from "./pages-bank.ts";

import { BANK_DONATION_PAGES } from "./pages-bank-donations.ts";

import { BOOKS_PAGES } from "./pages-books.ts";

import { CONSENT_PAGES } from "./pages-consent.ts";
import { CORRECTION_PAGES } from "./pages-corrections.ts";
import { DEMO_BANK_PAGES } from "./pages-demo-bank.ts";
import { DONATION_PAGES } from "./pages-donations.ts";
import { EMBED_PAGES } from "./pages-embed.ts";
import { GIVE_PAGES } from "./pages-give.ts";
import { OPERATIONS_PAGES } from "./pages-operations.ts";
import { SCHOOL_BATCH_PAGES } from "./pages-school-batches.ts";
import { SCHOOL_GIFT_PAGES } from "./pages-school-gifts.ts";
import { SCHOOL_SETUP_PAGES } from "./pages-school-setup.ts";
import { SCHOOL_PAGES } from "./pages-schools.ts";
import { SETTINGS_PAGES } from "./pages-settings.ts";
import { SIGN_IN_PAGES } from "./pages-sign-in.ts";
import { STAFF_PAGES } from "./pages-staff.ts";

export const WIDTHS = [320, 360, 768, 1280];
export const SCHEMES = ["light", "dark"] as const;

export type PageCase = {
  name: string;
  open(page: Page): Promise<unknown>;
  /** Reaches this state from the previous one in the list. */
  fromPrevious?: (page: Page) => Promise<unknown>;
  /**
   * What its status labels say, each once and in alphabetical order. A page shows whatever became of a gift by the
   * time it is opened, so a case says which state it is about: that is waited for, and still holds after the checks.
   */
  statuses?: string[];
  allowedConsoleErrors?: RegExp[];
  /** Another state of a page that is listed already: checked by `npm run test:long` only. */
  isVariant?: boolean;
  /** Repeats the structure before it, so axe and the keyboard skip it. */
  repeats?: string[];
  /** A desktop page with dense links, exempt from the target size check. */
  isDense?: boolean;
};

export const PAGES: PageCase[] = [
  { name: "landing", open: (page) => page.goto("/") },
  ...ABOUT_PAGES,
  ...SIGN_IN_PAGES,
  ...DONATION_PAGES,
  ...GIVE_PAGES,
  ...SCHOOL_PAGES,
  ...SETTINGS_PAGES,
  ...STAFF_PAGES,
  ...BANK_PAGES,
  ...CASE_PAGES,
  ...CORRECTION_PAGES,
  ...SCHOOL_SETUP_PAGES,
  ...SCHOOL_GIFT_PAGES,
  ...SCHOOL_BATCH_PAGES,
  ...BANK_DONATION_PAGES,
  ...BOOKS_PAGES,
  ...CONSENT_PAGES,
  ...EMBED_PAGES,
  ...DEMO_BANK_PAGES,
  ...OPERATIONS_PAGES,
  ...journey(confirmationEmail, [
    {
      name: "emails",
      statuses: ["Stored"],
      reach: async (page, { to }) => {
        await page.goto("/sandbox/emails");
        await keepRows(page.getByRole("main").getByRole("listitem"), [to]);
      },
    },
    { name: "email", reach: (page, { id }) => page.goto(`/sandbox/emails/${id}`) },
  ]),
  {
    name: "docs",
    isVariant: true,
    isDense: true,
    open: (page) => page.goto("/docs"),
    repeats: ["section:nth-of-type(n + 4)"],
  },
  {
    name: "docs-conventions",
    isVariant: true,
    isDense: true,
    open: (page) => page.goto("/docs/conventions"),
  },
  {
    name: "docs-operation",
    isVariant: true,
    isDense: true,
    open: (page) => page.goto("/docs/api/requestDonation"),
    repeats: ["dl > div:nth-child(n + 6)"],
  },
  { name: "link-ended", open: (page) => page.goto("/oauth/link/x") },
  {
    name: "not-found",
    open: (page) => page.goto("/nowhere"),
    allowedConsoleErrors: [/status of 404/],
  },
];
