/** Changing what a cardholder says of themselves. */
import type { CardholderScope } from "../auth/scopes.ts";
import { pool } from "../database/pool.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { InvalidInput, type Violation } from "../errors.ts";
import type { School } from "../schools/contract.ts";
import { schoolObjections } from "../schools/objections.ts";
import { bankNameOf } from "./names.ts";
import { changePassword } from "./passwords.ts";
import type { Profile, ProfileUpdate } from "./profile-contract.ts";
import { getOwnProfile } from "./queries.ts";

/** Fields of the update that are columns of the same name. */
const OWN = [
  "display_name",
  "phone",
  "preferred_fund",
  "preferred_school_id",
  "tax_receipt_email",
] as const;

/** Sets those columns that the update speaks of; null clears. No bank is shown any of it. */
async function setColumns(
  tx: Transaction,
  scope: CardholderScope,
  update: ProfileUpdate,
): Promise<void> {
  const given = OWN.filter((name) => update[name] !== undefined);
  if (given.length === 0) return;
  await tx.query(
    `update cardholder set ${given.map((name, at) => `${name} = $${at + 2}`).join(", ")}
     where id = $1`,
    [scope.cardholderId, ...given.map((name) => update[name])],
  );
}

async function objectionsTo(schoolId: string | null | undefined): Promise<Violation[]> {
  if (!schoolId) return [];
  const { rows } = await pool().query<{ active: boolean }>(
    "select active from school where id = $1",
    [schoolId],
  );
  return schoolObjections(rows[0]?.active ?? null, "preferred_school_id");
}

/**
 * Changes the profile: all of it, the password too, or nothing. What banks see of their accounts stays.
 * @throws InvalidInput for a preferred school that is unknown or inactive, and for the passwords
 */
export async function updateOwnProfile(
  scope: CardholderScope,
  update: ProfileUpdate,
): Promise<Profile> {
  const violations = await objectionsTo(update.preferred_school_id);
  const apply = (tx: Transaction) => setColumns(tx, scope, update);
  if (update.password) {
    await changePassword(scope, update.password, { violations, apply });
  } else {
    if (violations.length > 0) throw new InvalidInput(violations);
    await transaction(apply);
  }
  return getOwnProfile(scope);
}

/** The name that a cardholder has chosen (null: none), and the one that is used without it. */
export async function getOwnName(
  scope: CardholderScope,
): Promise<{ chosen: string | null; byBank: string | null }> {
  const { rows } = await pool().query<{ chosen: string | null; byBank: string | null }>(
    `select display_name as chosen, ${bankNameOf("c.id")} as "byBank"
     from cardholder c where id = $1`,
    [scope.cardholderId],
  );
  return rows[0] ?? { chosen: null, byBank: null };
}

/**
 * The schools that a cardholder may well prefer, by name: those that they follow or have given to. One
 * that takes no donations now is among them only where it is the preferred one already.
 */
export async function listSchoolsToPrefer(
  scope: CardholderScope,
): Promise<Pick<School, "school_id" | "name" | "active">[]> {
  const { rows } = await pool().query<Pick<School, "school_id" | "name" | "active">>(
    `select s.id as school_id, s.name, s.active
     from school s join cardholder c on c.id = $1
     where s.id = c.preferred_school_id or s.active and s.id in (
       select school_id from followed_school where cardholder_id = $1
       union
       select school_id from donation where cardholder_id = $1
     )
     order by s.sort_key, s.id`,
    [scope.cardholderId],
  );
  return rows;
}
