import { db } from "../database/prisma.ts";

/** What a foundation's receipts say of it: its tax number (`12-3456789`) and its postal address. */
export type ReceiptDetails = { ein: string; mailingAddress: string };

/**
 * Sets what the receipts of a foundation say of it, from now on: those that were issued stay as they are.
 * @returns false where there is no such school
 */
export async function setReceiptDetails(
  schoolId: string,
  details: ReceiptDetails,
): Promise<boolean> {
  const { count } = await db().school.updateMany({ where: { id: schoolId }, data: details });
  return count === 1;
}
