/** Corrections of gifts, on the pages of donors, banks, foundations, and the operator. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { makeCardholder, query } from "./application.ts";
import { giveFrom } from "./cardholder-donations.ts";
import { errorOn, signIn } from "./fixtures.ts";
import { journey } from "./page-journey.ts";
import { MIXED, makeGifts, signInWithGifts } from "./school-gifts.ts";
import { makeMember, signInToTeam } from "./staff.ts";

/** A correction that waits for someone, and that nobody attempts. */
async function askFor(donationId: string, waits: "for_foundation" | "for_approval") {
  const leg = (state: string) => ({ state, at: null, by: null });
  const legs = {
    platform_credit: leg("pending"),
    books: leg("pending"),
    receipt: leg("pending"),
    file: leg("pending"),
    points: leg("not_needed"),
  };
  await query(
    `insert into correction (id, donation_id, bank_id, school_id, kind, correction_ref, reason, amount_cents, is_whole,
       legs, requested_by, needs_approval, awaits_foundation, points_to_return, next_attempt_at)
     select $2, id, bank_id, school_id, 'reverse', id::text, 'The customer chose the wrong amount', 2000, false, $3,
       'key:1', $4, not $4, 0, now() + interval '1 day' from donation where id = $1`,
    [donationId, randomUUID(), JSON.stringify(legs), waits === "for_approval"],
  );
  await query("update donation set pending_reversal_cents = 2000 where id = $1", [donationId]);
}

async function signInAsClerk(page: Page) {
  const { ids } = await makeGifts(MIXED);
  const [{ bank_id }] = await query("select bank_id from donation where id = $1", [ids[4]]);
  const member = await makeMember({ kind: "bank", bank_id }, "support");
  await signInToTeam(page, member, `/bank/donations/${ids[4]}/correct`);
}

const main = (page: Page) => page.getByRole("main");

const show = async (page: Page, dollars: string) => {
  await page.getByLabel("Amount").fill(dollars);
  await main(page).getByRole("button", { name: "Show what will happen" }).click();
};

/** A gift of which no attempt has begun. */
async function openCancel(page: Page, isLate: boolean) {
  const person = await makeCardholder();
  const id = await giveFrom(person, 50.94);
  if (!isLate) {
    await query(
      `update credit set attempt_started_at = null, held_at = now(), hold_reason = 'a test' where donation_id = $1`,
      [id],
    );
  }
  await signIn(page, person, `/donations/${id}/cancel`);
}

export const CORRECTION_PAGES = [
  { name: "donation-cancel", open: (page: Page) => openCancel(page, false) },
  { name: "donation-cancel-late", isVariant: true, open: (page: Page) => openCancel(page, true) },
  ...journey(signInAsClerk, [
    { name: "bank-correct", reach: async () => {} },
    {
      name: "bank-correct-refused",
      isVariant: true,
      reach: async (page: Page) => {
        await show(page, "501");
        await errorOn(page).waitFor();
      },
    },
    {
      name: "bank-correct-preview",
      reach: async (page: Page) => {
        await show(page, "20");
        await main(page).getByRole("heading", { name: "What will happen" }).waitFor();
      },
    },
    {
      name: "bank-corrected",
      statuses: ["Credit"],
      reach: async (page: Page) => {
        await page.getByLabel("Reason").fill("The customer chose the wrong amount");
        await main(page).getByRole("button", { name: "Reverse it" }).click();
        await main(page).getByText("The correction was requested").waitFor();
      },
    },
  ]),
  ...journey(
    async (page: Page) => {
      const made = await signInWithGifts(page, "/school");
      await askFor(made.ids[4] ?? "", "for_foundation");
      return made;
    },
    [
      {
        name: "school-today-asked",
        statuses: ["To confirm"],
        reach: (page: Page) => page.reload(),
      },
      {
        name: "school-gift-asked",
        statuses: ["Bank asks to reverse", "Credit"],
        reach: async (page: Page, { numbers }) => {
          await page.goto(`/school/gifts/${numbers[4]}`);
          await main(page).getByText("Refuse", { exact: true }).first().click();
        },
      },
    ],
  ),
  {
    name: "operator-corrections",
    statuses: ["Credit"],
    open: async (page: Page) => {
      const { ids } = await makeGifts(MIXED);
      await askFor(ids[4] ?? "", "for_approval");
      await signInToTeam(
        page,
        await makeMember({ kind: "operator" }, "finance"),
        "/operator/corrections",
      );
    },
    repeats: ["main li:nth-child(n + 2)"],
  },
];
