/** What donors say is wrong with their gifts. */
import type { Page } from "playwright/test";
import { query } from "./application.ts";
import { errorOn } from "./fixtures.ts";
import { LONG_BANK } from "./links.ts";
import { journey } from "./page-journey.ts";
import { MIXED, makeGifts } from "./school-gifts.ts";
import { makeMember, makeTeamBank, signInToTeam } from "./staff.ts";

const WORDS =
  "I chose the rowing team’s fund in the app, and the receipt says Annual Fund. Please put it where it belongs.";

/** Reports a gift on behalf of its donor. @param bankId to show it to another bank @returns the case */
export async function reportGift(
  donationId: string,
  { kind = "wrong_fund", bankId = null }: { kind?: string; bankId?: string | null } = {},
): Promise<string> {
  const [row] = await query(
    `insert into gift_case (id, donation_id, cardholder_id, bank_id, school_id, kind, words)
     select gen_random_uuid(), id, cardholder_id, coalesce($3, bank_id), school_id, $2, $4
     from donation where id = $1 returning id`,
    [donationId, kind, bankId, WORDS],
  );
  return row.id;
}

/** Ends a case with an answer of its bank. */
export const answerCase = (caseId: string) =>
  query(
    `update gift_case set ended_at = now(), answered_for = 'bank:' || bank_id, answer = $2 where id = $1`,
    [caseId, "Thank you for telling us. Your gift is with the rowing team’s fund now."],
  );

/** A member of a bank's or the operator's team with three cases, one of them ended, signed in. */
async function signInWithCases(page: Page, kind: "bank" | "operator") {
  const team = kind === "bank" ? await makeTeamBank(LONG_BANK) : { kind };
  const { ids } = await makeGifts(MIXED);
  const bankId = team.bank_id ?? null;
  const open = await reportGift(ids[0] ?? "", { bankId });
  await reportGift(ids[1] ?? "", { kind: "not_mine", bankId });
  await answerCase(await reportGift(ids[3] ?? "", { kind: "wrong_name", bankId }));
  await signInToTeam(page, await makeMember(team, "support"), `/${kind}/cases`);
  return open;
}

const main = (page: Page) => page.getByRole("main");

const refuseAnswer = async (page: Page) => {
  await page.getByRole("button", { name: "Answer the donor" }).click();
  await errorOn(page).waitFor();
};

export const CASE_PAGES = [
  ...journey(
    (page) => signInWithCases(page, "bank"),
    [
      { name: "bank-cases", reach: async () => {} },
      { name: "bank-case", reach: (page: Page, id) => page.goto(`/bank/cases/${id}`) },
      { name: "bank-case-refused", isVariant: true, reach: refuseAnswer },
      {
        name: "bank-case-answered",
        isVariant: true,
        reach: async (page: Page) => {
          await page.getByLabel("Answer to the donor").fill("It’s with rowing now.");
          await page.getByRole("button", { name: "Answer the donor" }).click();
          await main(page).getByText("Answer from").waitFor();
        },
      },
      {
        name: "bank-cases-ended",
        isVariant: true,
        reach: (page: Page) => page.goto("/bank/cases?show=ended"),
      },
    ],
  ),
  {
    name: "bank-cases-empty",
    isVariant: true,
    open: async (page: Page) => {
      const member = await makeMember(await makeTeamBank(LONG_BANK), "support");
      await signInToTeam(page, member, "/bank/cases");
    },
  },
  ...journey(
    (page) => signInWithCases(page, "operator"),
    [
      {
        name: "operator-cases",
        reach: async () => {},
        repeats: ["tbody tr:nth-child(n + 4)"],
      },
      { name: "operator-case", reach: (page: Page, id) => page.goto(`/operator/cases/${id}`) },
    ],
  ),
];
