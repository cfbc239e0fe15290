/** Gifts to a school of their own, in each state. Written directly: no platform and no other test is involved. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { giftNumberOf } from "../lib/donations/gift-number.ts";
import { query } from "./application.ts";
import { makeMember, makeTeamBank, makeTeamSchool, signInToTeam } from "./staff.ts";

const NAMES = ["Pat Sample", "Alexandra Wołoszańska-Featherstonehaugh", "Sam Sample"];
const FUNDS = [
  ["annual-fund", "Annual Fund"],
  ["seats", "Marching Band Instruments and Uniforms Endowment"],
] as const;

type Gift = {
  status?: "pending" | "completed" | "failed";
  donor?: string | null;
  cents?: number;
  fund?: string;
  daysAgo?: number;
};

async function insertGift(
  { school, bank, batch }: { school: string; bank: string; batch: string },
  {
    status = "pending",
    donor = "Pat Sample",
    cents = 2_500,
    fund = "annual-fund",
    daysAgo = 0,
  }: Gift,
): Promise<string> {
  const [id, person] = [randomUUID(), donor === null ? null : randomUUID()];
  const email = `${(donor ?? "").split(" ", 1)[0]?.toLowerCase()}.${id.slice(0, 8)}@donor.example`;
  if (person) {
    await query(
      "insert into cardholder (id, email, email_key, display_name) values ($1, $2, $2, $3)",
      [person, email, donor],
    );
    await query(
      `insert into account (id, bank_id, bank_user_id, cardholder_id, email, display_name, loyalty_program_id,
         status, linked_at, last_active_at)
       values ($1::uuid, $2, $1::text, $1::uuid, $3, $4, 'gold', 'active', now(), now())`,
      [person, bank, email, donor],
    );
  }
  await query(
    `insert into donation (id, bank_id, school_id, fund_id, fund_designation, amount_cents, points_redeemed,
       bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status, failure_reason,
       created_at, estimated_confirmation_at, completed_at, failed_at, cardholder_id, cardholder_message,
       account_id)
     select $1::uuid, $2, $3, $4::text, $4::text, $5, 0, $1::text, '', 'bank', true, false, $6::text,
       case when $6::text = 'failed' then 'We don’t have this fund' end, at, at + interval '2 days',
       case when $6::text = 'completed' then at + interval '1 day' end,
       case when $6::text = 'failed' then at + interval '1 day' end, $7::uuid, 'Go Testers!', $7::uuid
     from (select now() - $8::int * interval '1 day' as at) t`,
    [id, bank, school, fund, cents, status, person, daysAgo],
  );
  await query(
    `insert into credit (donation_id, status, platform_credit_id, settled_at, attempt_started_at)
     select id, case status when 'pending' then 'pending' when 'failed' then 'refused' else 'credited' end,
       case when status = 'completed' then 'TU-26-1042' end, coalesce(completed_at, failed_at), created_at
     from donation where id = $1`,
    [id],
  );
  const told = {
    number: giftNumberOf(id),
    acceptedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    date: "2026-11-21",
    donor: donor === null ? null : { number: "C-7K3M9QX2V5TD6", name: donor, email },
    bank: { number: "C-1Q8ZB4N7XW3RK", name: "Lakeside Savings" },
    fund: { id: fund, name: "Annual Fund" },
    reference: id,
    message: "Go Testers!",
  };
  await query(
    `insert into gift_batch_line (donation_id, batch_id, amount_cents, gift, decided_at, decided_by,
       confirmation_number, refusal_reason, entered_at)
     select id, $2, amount_cents, $3, coalesce(completed_at, failed_at),
       case when status <> 'pending' then 'operator' end,
       case when status = 'completed' then 'TU-26-1042' end, failure_reason, created_at
     from donation where id = $1`,
    [id, batch, JSON.stringify(told)],
  );
  return id;
}

/** A school with these gifts in a closed batch. @returns the gifts' numbers, in order */
export async function makeGifts(gifts: Gift[]) {
  const school = await makeTeamSchool("University of Testville Athletics");
  const { bank_id: bank = "" } = await makeTeamBank("Lakeside Savings");
  const [schoolId, batch] = [school.school_id, randomUUID()];
  for (const [position, [fund, name]] of FUNDS.entries()) {
    await query(
      `insert into fund (school_id, fund_id, name, description, deductibility, position)
       values ($1, $2, $3, '', 'full', $4)`,
      [schoolId, fund, name, position],
    );
  }
  await query(
    `insert into gift_batch (id, school_id, number, closed_at, gift_count, amount_cents, settings)
     values ($1, $2, 12, now(), $3, 0, '{}')`,
    [batch, schoolId, gifts.length],
  );
  const ids: string[] = [];
  for (const gift of gifts) ids.push(await insertGift({ school: schoolId, bank, batch }, gift));
  return { school, bank, ids, numbers: ids.map(giftNumberOf) };
}

/** One of each kind, among them long names, large amounts, and an anonymous donor. */
export const MIXED: Gift[] = [
  { donor: NAMES[0] },
  { donor: NAMES[1], cents: 123_450_00, fund: "seats", daysAgo: 1 },
  { donor: null, status: "completed", daysAgo: 2 },
  { donor: NAMES[2], status: "completed", cents: 1_999, daysAgo: 3 },
  { donor: NAMES[1], status: "completed", cents: 50_000, daysAgo: 4 },
  { donor: NAMES[0], status: "failed", fund: "seats", daysAgo: 5 },
];

/** A member of a school with gifts, signed in. */
export async function signInWithGifts(page: Page, path: string, gifts = MIXED, role = "processor") {
  const made = await makeGifts(gifts);
  const member = await makeMember(made.school, role, NAMES[1]);
  await signInToTeam(page, member, path);
  return { ...made, member };
}

/** A member of the bank whose customers gave them, signed in. */
export async function signInToBankWithGifts(page: Page, path: string, gifts = MIXED) {
  const made = await makeGifts(gifts);
  const member = await makeMember({ kind: "bank", bank_id: made.bank }, "support", NAMES[1]);
  await signInToTeam(page, member, path);
  return made;
}
