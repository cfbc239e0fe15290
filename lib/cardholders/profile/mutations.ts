import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, type Violation } from "../../errors.ts";
import { schoolViolations } from "../../schools/contract.ts";
import { changePassword } from "../password/change.ts";
import type { Profile, ProfileUpdate } from "./contract.ts";
import { encryptAddress } from "./postal-address.ts";
import { getCardholderProfile } from "./queries.ts";

/** Sets the fields that are present; null clears one. */
async function applyUpdate(
  tx: Transaction,
  { cardholderId }: CardholderScope,
  update: ProfileUpdate,
): Promise<void> {
  const changes = {
    displayName: update.display_name,
    phone: update.phone,
    preferredFund: update.preferred_fund,
    preferredSchoolId: update.preferred_school_id,
    taxReceiptEmail: update.tax_receipt_email,
    encryptedPostalAddress: encryptAddress(cardholderId, update.postal_address),
  };
  if (Object.values(changes).every((value) => value === undefined)) return;
  // Kysely omits undefined values.
  await affected(kysely.updateTable("cardholder").set(changes).where("id", "=", cardholderId), tx);
}

async function violationsOf(schoolId: string | null | undefined): Promise<Violation[]> {
  if (!schoolId) return [];
  const school = await db().school.findUnique({
    where: { id: schoolId },
    select: { active: true },
  });
  return schoolViolations(school?.active ?? null, "preferred_school_id");
}

/**
 * Updates the profile and the password atomically. The names that banks sent with accounts don't change.
 * @throws InvalidInput if the preferred school is unknown or inactive, or for the passwords
 */
export async function updateCardholderProfile(
  scope: CardholderScope,
  update: ProfileUpdate,
): Promise<Profile> {
  const violations = await violationsOf(update.preferred_school_id);
  const apply = (tx: Transaction) => applyUpdate(tx, scope, update);
  if (update.password) {
    await changePassword(scope, update.password, { violations, apply });
  } else {
    if (violations.length > 0) throw new InvalidInput(violations);
    await transaction(apply);
  }
  return getCardholderProfile(scope);
}
