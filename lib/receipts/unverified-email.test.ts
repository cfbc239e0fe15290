import { expect, it } from "vitest";
import { linkAccount } from "#lib/accounts/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import { push } from "#test/attempts.ts";
import {
  donationBody,
  donationRequestOf,
  linkBody,
  makeBank,
  makeSchool,
} from "#test/factories.ts";

const ATTACK = "CLICK-evil.example-NOW";

/** A donation whose receipt goes to an address that a bank supplied, with hostile text in every free-text field. */
async function attack(bank: Awaited<ReturnType<typeof makeBank>>, school: string, victim: string) {
  const linked = await linkAccount(bank.scope, {
    ...linkBody(),
    display_name: ATTACK,
    tax_receipt_email: victim,
  });
  const body = donationBody(school, {
    service_user_id: linked.service_user_id,
    fund_designation: ATTACK,
    cardholder_message: ATTACK,
    bank_transaction_ref: `${ATTACK}-${linked.service_user_id}`,
  });
  const { donation_id } = await requestDonation(bank.scope, donationRequestOf(body));
  expect(await push(donation_id)).toBe("completed");
}

it("gets a few receipts from all banks together, and no text that a user wrote", async () => {
  const victim = `victim.${(await makeBank()).bankId}@example.com`;
  const [one, other, school] = [await makeBank(), await makeBank(), await makeSchool()];
  for (let n = 0; n < 8; n++) {
    await Promise.all([attack(one, school, victim), attack(other, school, victim)]);
  }
  const emails = await db().email.findMany({ where: { to: victim } });
  expect(emails).toHaveLength(16);
  expect(emails.filter(({ status }) => status === "held")).toHaveLength(11);
  const settled = await db().email.findMany({
    where: { kind: "donation", text: { contains: school } },
  });
  expect(settled.length).toBeGreaterThan(0);
  for (const email of [...emails, ...settled]) {
    expect(JSON.stringify(email)).not.toContain("evil.example");
    // The PDF would contain it.
    expect(email.content).not.toHaveProperty("attachedReceiptOf");
  }
});
