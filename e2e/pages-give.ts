/** The giving pages in each state. */
import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import type { PageCase } from "./every-page.ts";
import { signIn } from "./fixtures.ts";
import {
  alertOn,
  chooseAmount,
  enterAmount,
  giveButton,
  goToReview,
  linkAnother,
  makeClosedSchool,
  openRow,
  reviewButton,
  setProgram,
  startGiving,
  unlink,
  writeNote,
} from "./giving.ts";
import { suspendBankOf, unaccept } from "./links.ts";
import { journey } from "./page-journey.ts";

async function openPicker(page: Page, address = "/give") {
  const person = await makeCardholder();
  await query(
    `insert into followed_school
     select cardholder_id, unnest(array['duke', 'california']), now() from account where id = $1`,
    [person.accountId],
  );
  await query(
    `update cardholder set preferred_school_id = 'ohio-state'
     where id = (select cardholder_id from account where id = $1)`,
    [person.accountId],
  );
  await signIn(page, person, address);
  return person;
}

async function openUnlinked(page: Page) {
  const person = await makeCardholder();
  await unlink(person.accountId);
  await signIn(page, person, "/give");
}

/** A cardholder whose only account is in this state. */
const openWith = (change: (accountId: string) => Promise<unknown>) => async (page: Page) => {
  const person = await makeCardholder();
  await change(person.accountId);
  await signIn(page, person, "/give");
};

async function reachReview(page: Page, accountId: string): Promise<void> {
  await setProgram(accountId, "Gold Rewards", 62.5);
  await page.reload();
  await writeNote(page, "For my father, who never missed a game.");
  await goToReview(page, "1,240.50");
}

async function openReview(page: Page) {
  const { accountId } = await startGiving(page, "boston-college");
  await reachReview(page, accountId);
  return accountId;
}

const GIFT_JOURNEY = journey(openPicker, [
  {
    name: "give",
    reach: (page) => page.getByRole("main").waitFor(),
    repeats: ["main li:nth-child(n + 6)"],
  },
  {
    name: "give-school-errors",
    reach: async (page) => {
      await page.goto("/give/boston-college");
      await enterAmount(page, "4");
      await writeNote(page, "Go ".repeat(200));
      await reviewButton(page).click();
      await alertOn(page).waitFor();
    },
  },
  {
    name: "give-review",
    reach: async (page, { accountId }) => {
      await page.goto("/give/boston-college");
      await reachReview(page, accountId);
    },
  },
]);

export const GIVE_PAGES: PageCase[] = [
  ...GIFT_JOURNEY,
  {
    name: "give-found",
    isVariant: true,
    open: (page: Page) => openPicker(page, "/give?search=ohio"),
  },
  {
    name: "give-nothing-found",
    isVariant: true,
    open: (page: Page) => openPicker(page, "/give?search=zzzz"),
  },
  { name: "give-no-account", isVariant: true, open: openUnlinked },
  { name: "give-unaccepted", isVariant: true, open: openWith(unaccept) },
  { name: "give-suspended", isVariant: true, open: openWith(suspendBankOf) },
  {
    name: "give-school",
    isVariant: true,
    open: (page: Page) => startGiving(page, "boston-college"),
  },
  {
    name: "give-school-accounts",
    isVariant: true,
    open: async (page: Page) => {
      const other = await linkAnother((await startGiving(page)).email);
      await query(
        "update account set points_balance = 1250, points_balance_at = '2025-11-22' where id = $1",
        [other],
      );
      await page.reload();
      await chooseAmount(page, "$50");
      for (const row of ["Fund", "Pay with", "Note to the school"]) await openRow(page, row);
    },
  },
  {
    name: "give-school-closed",
    isVariant: true,
    open: async (page: Page) => startGiving(page, await makeClosedSchool()),
  },
  {
    name: "give-review-changed",
    isVariant: true,
    open: async (page: Page) => {
      const accountId = await openReview(page);
      await setProgram(accountId, "Gold Rewards", 80);
      await giveButton(page, "$1,240.50").click();
      await page.getByText("The rate changed").waitFor();
    },
  },
  {
    name: "give-review-declined",
    isVariant: true,
    open: async (page: Page) => {
      await linkAnother((await startGiving(page)).email);
      await goToReview(page, "40.81");
      await giveButton(page, "$40.81").click();
      await page.getByRole("alert").filter({ hasText: "Your bank declined" }).waitFor();
    },
  },
  {
    name: "give-review-suspended",
    isVariant: true,
    open: async (page: Page) => {
      await suspendBankOf(await openReview(page));
      await page.reload();
    },
  },
  {
    name: "give-review-expired",
    isVariant: true,
    open: async (page: Page) => {
      await signIn(page, await makeCardholder(), "/give/review?draft=old");
    },
  },
];
