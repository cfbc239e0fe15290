/** Changing what a cardholder says of themselves. */
import type { CardholderScope } from "../../auth/scopes.ts";
import { db } from "../../database/prisma.ts";
import { affected } from "../../database/run.ts";
import { kysely } from "../../database/tables.ts";
import { type Transaction, transaction } from "../../database/transaction.ts";
import { InvalidInput, type Violation } from "../../errors.ts";
import type { School } from "../../schools/contract.ts";
import { schoolObjections } from "../../schools/objections.ts";
import { changePassword } from "../password/change.ts";
import type { Profile, ProfileUpdate } from "./contract.ts";
import { getCardholderProfile } from "./queries.ts";
import { findNames, findSchoolsToPrefer } from "./sql.ts";

/** Sets what the update speaks of; null clears. No bank is shown any of it. */
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
  };
  if (Object.values(changes).every((value) => value === undefined)) return;
  // Kysely leaves out what is undefined.
  await affected(kysely.updateTable("cardholder").set(changes).where("id", "=", cardholderId), tx);
}

async function objectionsTo(schoolId: string | null | undefined): Promise<Violation[]> {
  if (!schoolId) return [];
  const school = await db().school.findUnique({
    where: { id: schoolId },
    select: { active: true },
  });
  return schoolObjections(school?.active ?? null, "preferred_school_id");
}

/**
 * Changes the profile: all of it, the password too, or nothing. What banks see of their accounts stays.
 * @throws InvalidInput for a preferred school that is unknown or inactive, and for the passwords
 */
export async function updateCardholderProfile(
  scope: CardholderScope,
  update: ProfileUpdate,
): Promise<Profile> {
  const violations = await objectionsTo(update.preferred_school_id);
  const apply = (tx: Transaction) => applyUpdate(tx, scope, update);
  if (update.password) {
    await changePassword(scope, update.password, { violations, apply });
  } else {
    if (violations.length > 0) throw new InvalidInput(violations);
    await transaction(apply);
  }
  return getCardholderProfile(scope);
}

/** The name that a cardholder has chosen (null: none), and the one that is used without it. */
export async function getCardholderName(
  scope: CardholderScope,
): Promise<{ chosen: string | null; byBank: string | null }> {
  const { cardholderId } = scope;
  const [names] = await findNames({ cardholderId });
  return names ?? { chosen: null, byBank: null };
}

/**
 * The schools that a cardholder may well prefer, by name: those that they follow or have given to. One
 * that takes no donations now is among them only where it is the preferred one already.
 */
export async function listSchoolsToPrefer(
  scope: CardholderScope,
): Promise<Pick<School, "school_id" | "name" | "active">[]> {
  const { cardholderId } = scope;
  const schools = await findSchoolsToPrefer({ cardholderId });
  return schools.map(({ schoolId, ...school }) => ({ school_id: schoolId, ...school }));
}
