/** Accounts, schools, and programs for giving. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { acceptLink, bank, makeCardholder, query } from "./application.ts";
import { expect, signIn } from "./fixtures.ts";

/** Moves an account to a separate program, so that its rate and limit affect no other test. */
export async function setProgram(
  accountId: string,
  name: string,
  rate: number,
  maxGiftUsd = 10_000,
): Promise<void> {
  await query(
    `with program as (
       insert into loyalty_program
         (bank_id, program_id, name, points_per_dollar, max_gift_cents, max_daily_cents)
       select bank_id, id::text, $2, $3, $4::bigint * 100, $4::bigint * 200 from account where id = $1
       on conflict (bank_id, program_id) do update set points_per_dollar = excluded.points_per_dollar
     )
     update account set loyalty_program_id = id::text where id = $1`,
    [accountId, name, rate, maxGiftUsd],
  );
}

/** Links another account of the same cardholder, who accepts it. @returns its id */
export async function linkAnother(email: string): Promise<string> {
  const body = {
    bank_user_id: randomUUID(),
    display_name: "Sam Sample",
    email,
    loyalty_program_id: "travel-miles",
  };
  const { service_user_id: id } = (await bank().POST("/v1/accounts/link", { body })).data;
  await acceptLink(id);
  return id;
}

/** Unlinks the account on behalf of the bank. */
export async function unlink(accountId: string): Promise<void> {
  await query(`update account set status = 'unlinked', unlinked_at = now() where id = $1`, [
    accountId,
  ]);
}

/** A school that isn't accepting gifts. @returns its id */
export async function makeClosedSchool(): Promise<string> {
  const id = `closed-${randomUUID().slice(0, 8)}`;
  const changes = { id, name: "Closed State", active: false };
  await query(
    `insert into school select (jsonb_populate_record(school, $1)).* from school where id = 'duke'`,
    [changes],
  );
  return id;
}

/** Signs in as a new cardholder at a school's donation form. */
export async function startGiving(page: Page, schoolId = "ohio-state") {
  const person = await makeCardholder();
  await signIn(page, person, `/give/${schoolId}`);
  return person;
}

/** "Review your gift"; with scripts, and once there is an amount, "Review gift of $50". */
export const reviewButton = (page: Page) =>
  page.getByRole("button", { name: /^Review (your gift|gift of \$[\d,.]+)$/ });

export const amounts = (page: Page) => page.getByRole("group", { name: "How much?" });
/** The tile of an amount, such as "$50", or "Other". */
export const amountTile = (page: Page, name: string) =>
  amounts(page).getByRole("radio", { name: new RegExp(`^\\W?${name.replace("$", "")} `) });

/** Taps a tile. */
export async function chooseAmount(page: Page, name: string): Promise<void> {
  await amounts(page).getByText(name, { exact: true }).click();
  await expect(amountTile(page, name)).toBeChecked();
}

export const otherAmount = (page: Page) => page.getByLabel("Other amount");

/** The gift's ticket: beside the form, on the review, and after giving. */
export const ticket = (page: Page) => page.getByRole("main").locator(".ticket");

/** Enters an amount without a tile. */
export async function enterAmount(page: Page, dollars: string): Promise<void> {
  await chooseAmount(page, "Other");
  await otherAmount(page).fill(dollars);
}

/** Unfolds a row of the form: "Fund", "Pay with", "Note to the school". */
export const openRow = (page: Page, name: string) =>
  page.getByRole("main").locator("summary").filter({ hasText: name }).click();

/** Writes the note to the school. */
export async function writeNote(page: Page, text: string): Promise<void> {
  if (!(await noteField(page).isVisible())) await openRow(page, "Note to the school");
  await noteField(page).fill(text);
}
export const noteField = (page: Page) => page.getByLabel("Your note");

/** Submits the form and waits for the review. */
export async function goToReview(page: Page, dollars: string): Promise<void> {
  await enterAmount(page, dollars);
  await reviewButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your gift");
}

/** An account's donations, latest first. */
export const donationsOf = (accountId: string) =>
  query(
    `select id, amount_cents::int as cents, points_redeemed::int as points, fund_id, school_id,
       cardholder_message as message, notify_cardholder as notify
     from donation where account_id = $1 order by created_at desc`,
    [accountId],
  );

/** The URL of a newly accepted donation. */
export const DONATION = /\/donations\/[0-9a-f-]{36}\?new=1$/;

export const alertOn = (page: Page) => page.getByRole("main").getByRole("alert");
export const giveButton = (page: Page, amount: string) =>
  page.getByRole("button", { name: `Give ${amount}`, exact: true });

/** Posts a form the way its page does. */
export const send = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(path, {
    form,
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });

/** The review form's action. */
export const confirmPath = async (page: Page) =>
  (await page.locator("form[action^='/give/confirm']").getAttribute("action")) ?? "";
