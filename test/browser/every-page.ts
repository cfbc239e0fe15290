/** Every page there is, and how to get to it. */
import type { Page } from "playwright/test";
import { confirmationEmail } from "./emails.ts";
import { DEMO_BANK_PAGES } from "./pages-demo-bank.ts";
import { DONATION_PAGES } from "./pages-donations.ts";
import { EMBED_PAGES } from "./pages-embed.ts";
import { GIVE_PAGES } from "./pages-give.ts";
import { OPERATIONS_PAGES } from "./pages-operations.ts";
import { SCHOOL_PAGES } from "./pages-schools.ts";
import { SETTINGS_PAGES } from "./pages-settings.ts";
import { SIGN_IN_PAGES } from "./pages-sign-in.ts";

export const WIDTHS = [320, 360, 768, 1280];
export const SCHEMES = ["light", "dark"] as const;

export type PageCase = {
  name: string;
  open(page: Page): Promise<unknown>;
  complaints?: RegExp[];
  /** What is made like what stands before it: axe need not look at it again. */
  repeats?: string[];
  /** For reading on a large screen: its many links stand close, as in a book's contents. */
  isDense?: boolean;
};

export const PAGES: PageCase[] = [
  { name: "landing", open: (page) => page.goto("/") },
  ...SIGN_IN_PAGES,
  ...DONATION_PAGES,
  ...GIVE_PAGES,
  ...SCHOOL_PAGES,
  ...SETTINGS_PAGES,
  ...EMBED_PAGES,
  ...DEMO_BANK_PAGES,
  {
    name: "sandbox",
    open: async (page) => {
      // Left without an answer: other journeys make news, and the page would follow them.
      await page.route("**/sandbox/state", () => {});
      await page.goto("/sandbox");
    },
  },
  ...OPERATIONS_PAGES,
  {
    name: "mails",
    open: async (page) => {
      await confirmationEmail();
      await page.goto("/sandbox/mails");
    },
  },
  {
    name: "mail",
    open: async (page) => page.goto(`/sandbox/mails/${(await confirmationEmail()).id}`),
  },
  {
    name: "docs",
    isDense: true,
    open: (page) => page.goto("/docs"),
    repeats: ["section > section:nth-of-type(n + 3)", "dl > div:nth-child(n + 6)"],
  },
  { name: "oauth", open: (page) => page.goto("/oauth/authorize?account=1") },
  { name: "not-found", open: (page) => page.goto("/nowhere"), complaints: [/status of 404/] },
];
