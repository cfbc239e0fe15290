import { audit } from "../auth/audit.ts";
import type { SystemScope } from "../auth/scopes.ts";
import { affected } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { transaction } from "../database/transaction.ts";

/** The foundation's data on receipts: tax number (`12-3456789`) and postal address. */
export type ReceiptDetails = { ein: string; mailingAddress: string };

/**
 * Sets the foundation's data for receipts issued from now on.
 * @returns false if there is no such school
 */
export function setReceiptDetails(
  scope: SystemScope,
  schoolId: string,
  details: ReceiptDetails,
): Promise<boolean> {
  return transaction(async (tx) => {
    const update = kysely.updateTable("school").set(details).where("id", "=", schoolId);
    const isSet = (await affected(update, tx)) === 1;
    if (isSet) await audit(tx, scope, "school.receipts", schoolId, details);
    return isSet;
  });
}
