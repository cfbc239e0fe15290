/** Schools that confirm from files, and their gifts on their way. */
import { db } from "#lib/database/prisma.ts";
import { requestDonation } from "#lib/donations/accept/mutations.ts";
import type { DonationRequest } from "#lib/donations/contract.ts";
import { giftNumberOf } from "#lib/donations/gift-number.ts";
import { push } from "./attempts.ts";
import { type Bank, donationBody, donationRequestOf, makeBank, makeSchool } from "./factories.ts";
import { makeMember } from "./staff.ts";

/** A school on the `batch` adapter, with a processor. */
export async function makeBatchSchool() {
  const schoolId = await makeSchool({ adapter: "batch" });
  const { scope } = await makeMember({ kind: "school", schoolId }, "processor");
  return { schoolId, scope, bank: await makeBank() };
}

export type BatchSchool = Awaited<ReturnType<typeof makeBatchSchool>>;

/** A gift, accepted and not pushed yet. @returns its ID */
export async function give(
  { schoolId, bank }: { schoolId: string; bank: Bank },
  changes: Partial<DonationRequest> = {},
): Promise<string> {
  const request = donationRequestOf(donationBody(schoolId, changes));
  return (await requestDonation(bank.scope, request)).donation_id;
}

/** Gifts in the school's open batch, in order. */
export async function fillBatch(
  school: { schoolId: string; bank: Bank },
  count = 1,
  changes: Partial<DonationRequest> = {},
) {
  const ids = await Promise.all(Array.from({ length: count }, () => give(school, changes)));
  await Promise.all(ids.map((id) => push(id)));
  const batch = await db().giftBatch.findFirstOrThrow({
    where: { schoolId: school.schoolId, closedAt: null },
  });
  return { ids: ids.sort(), batchId: batch.id, numbers: ids.map(giftNumberOf) };
}

/** Puts a later generation's push through, as the job of a decision does. @returns its status */
export async function pushAgain(id: string): Promise<string> {
  const { generation } = await db().credit.findUniqueOrThrow({ where: { donationId: id } });
  return push(id, { generation });
}

/** The decisions of a file with one line per gift. */
export const confirming = (ids: string[], number = (n: number) => `OSU-${n}`) => ({
  gifts: ids.map((gift, n) => ({ gift, confirmation_number: number(n) })),
});
