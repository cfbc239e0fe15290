/** Donations with receipts, and valid requests of their operations. */
import { randomUUID } from "node:crypto";
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import type { DonationRequest } from "#lib/donations/contract.ts";
import { settle } from "#lib/settlement/settle.ts";
import { beginPush, type PushedDonation } from "#lib/settlement/sql.ts";
import type { CallOptions } from "./api.ts";
import { type Cardholder, donationBody, donationRequestOf, makeSchool } from "./factories.ts";

type Options = Partial<DonationRequest> & { completedAt?: Date };

/** A cardholder's confirmed donation whose receipt hasn't been issued. @returns its ID */
export async function makeCompletedDonation(
  { bank, accountId }: Cardholder,
  { completedAt, school_id, ...changes }: Options = {},
): Promise<string> {
  const body = donationBody(school_id ?? (await makeSchool()), {
    service_user_id: accountId,
    ...changes,
  });
  const { donation_id: id } = await requestDonation(bank.scope, donationRequestOf(body));
  const credit = { platformCreditId: randomUUID(), platformStatus: "posted" };
  const pushed = (await beginPush({ id, generation: 0 })) as PushedDonation;
  await settle({ ...pushed, receiptTo: null }, { status: "completed", ...credit });
  if (completedAt) await db().donation.update({ where: { id }, data: { completedAt } });
  return id;
}

const receiptRequest = async (person: Cardholder) => ({
  params: { donation_id: await makeCompletedDonation(person) },
});

export const RECEIPT_REQUESTS: Record<string, (person: Cardholder) => Promise<CallOptions>> = {
  getReceipt: receiptRequest,
  resendReceipt: receiptRequest,
  getStatement: async (person) => {
    await makeCompletedDonation(person);
    return { params: { year: String(new Date().getUTCFullYear()) } };
  },
};
