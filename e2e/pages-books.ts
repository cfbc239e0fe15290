/** The pages of the books, in each of their states. */
import { makeBooks } from "./books.ts";
import type { PageCase } from "./every-page.ts";
import { errorOn } from "./fixtures.ts";
import { journey } from "./page-journey.ts";
import { makeMember, makeTeamBank, makeTeamSchool, signInToTeam } from "./staff.ts";

const LONG_BANK = "First Intercontinental Cooperative Bank of the Upper Midwest";
const LONG_NAME = "Alexandra Wołoszańska-Featherstonehaugh";

const BANK = journey(
  async (page) => {
    const books = await makeBooks(LONG_BANK, [23_450, 40]);
    await signInToTeam(
      page,
      await makeMember(books.bank, "finance", LONG_NAME),
      "/bank/statements",
    );
    return books;
  },
  [
    { name: "bank-statements", statuses: ["Open"], reach: async () => {} },
    {
      name: "bank-statement",
      statuses: ["Open"],
      reach: async (page) => {
        await page.getByRole("table", { name: "Statements" }).getByRole("link").first().click();
        await page.getByRole("table", { name: "Lines" }).waitFor();
      },
    },
    {
      name: "bank-payments-invalid",
      reach: async (page, { school }) => {
        await page.goto(`/bank/payments?other=${school.school_id}`);
        await page.getByRole("button", { name: "Mark as sent" }).click();
        await errorOn(page).waitFor();
      },
    },
    {
      name: "bank-payment",
      statuses: ["Not received"],
      reach: async (page) => {
        await page.getByLabel("Value date").fill("2026-11-09");
        await page.getByLabel("Wire reference", { exact: true }).fill("FT2611090042-0042-0042");
        await page.getByRole("button", { name: "Mark as sent" }).click();
        await page.getByRole("main").getByText("Not received").waitFor();
      },
    },
    {
      name: "school-payment-to-match",
      statuses: ["Not received"],
      reach: async (page, { school }) => {
        const member = await makeMember(school, "finance", LONG_NAME);
        await signInToTeam(page, member, "/school/payments?show=claims&q=FT2611090042-0042-0042");
        await page.getByRole("table", { name: "Payments" }).getByRole("link").first().click();
        await page.getByRole("link", { name: /^Mark / }).waitFor();
      },
    },
    {
      name: "school-payment",
      reach: async (page) => {
        await page.getByRole("link", { name: /^Mark / }).click();
        await page.getByRole("button", { name: "Mark as received" }).click();
        await page.getByRole("table", { name: "Lines" }).waitFor();
      },
    },
    {
      name: "school-payments",
      reach: (page) => page.goto("/school/payments?q=FT2611090042-0042-0042"),
    },
  ],
);

export const BOOKS_PAGES: PageCase[] = [
  ...BANK,
  {
    name: "school-remittances-empty",
    open: async (page) => {
      const school = await makeTeamSchool("University of Testville Athletics");
      await signInToTeam(page, await makeMember(school, "finance"), "/school/remittances");
    },
  },
  {
    name: "bank-payments-empty",
    open: async (page) => {
      const bank = await makeTeamBank(LONG_BANK);
      await signInToTeam(page, await makeMember(bank, "finance"), "/bank/payments");
    },
  },
  {
    name: "operator-books",
    isVariant: true,
    open: async (page) => {
      await makeBooks(LONG_BANK, [25]);
      const operator = await makeMember({ kind: "operator" }, "finance", LONG_NAME);
      await signInToTeam(page, operator, "/operator/books");
    },
  },
];
