import { db } from "../database/prisma.ts";

/** The foundation's data on receipts: tax number (`12-3456789`) and postal address. */
export type ReceiptDetails = { ein: string; mailingAddress: string };

/**
 * Sets the foundation's data for receipts issued from now on.
 * @returns false if there is no such school
 */
export async function setReceiptDetails(
  schoolId: string,
  details: ReceiptDetails,
): Promise<boolean> {
  const { count } = await db().school.updateMany({ where: { id: schoolId }, data: details });
  return count === 1;
}
