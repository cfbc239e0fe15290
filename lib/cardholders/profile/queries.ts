/** Reads a cardholder's profile, and their accounts at every bank that has linked their email address. */

import { listContexts } from "../../auth/contexts.ts";
import type { CardholderScope } from "../../auth/scopes.ts";
import { run, runForOne } from "../../database/run.ts";
import { serialize } from "../../database/serialize.ts";
import { kysely } from "../../database/tables.ts";
import { toDollars } from "../../money.ts";
import type { School } from "../../schools/contract.ts";
import { serializeBalance } from "../points-balance.ts";
import { type LoyaltyAccount, loyaltyAccount, type Profile, profile } from "./contract.ts";
import { decryptAddress } from "./postal-address.ts";
import { bankProvidedName, findLoyaltyAccounts, findProfile, ownGiftTallies } from "./sql.ts";

export async function getCardholderProfile({ cardholderId }: CardholderScope): Promise<Profile> {
  const [[row], contexts] = await Promise.all([
    findProfile({ cardholderId }),
    listContexts(cardholderId),
  ]);
  if (!row) throw new Error("this session's cardholder doesn't exist");
  return serialize(profile, row, {
    cardholder_id: cardholderId,
    postal_address: decryptAddress(cardholderId, row.encryptedPostalAddress),
    role: "cardholder",
    contexts,
    lifetime_donated_usd: toDollars(row.donatedCents),
  });
}

/** A cardholder's loyalty accounts, the most recently linked first. */
export async function listLoyaltyAccounts({
  cardholderId,
}: CardholderScope): Promise<LoyaltyAccount[]> {
  const rows = await findLoyaltyAccounts({ cardholderId });
  return rows.map((row) =>
    serialize(loyaltyAccount, row, {
      loyalty_account_id: row.id,
      service_user_id: row.id,
      loyalty_program_name: row.programName,
      points_balance: serializeBalance(row),
      lifetime_donated_usd: toDollars(row.donatedCents),
    }),
  );
}

/** The name a cardholder chose, or null, and the bank-provided name used otherwise. */
export async function getCardholderName({
  cardholderId,
}: CardholderScope): Promise<{ chosen: string | null; byBank: string | null }> {
  const names = kysely
    .selectFrom("cardholder as c")
    .select((of) => ["c.displayName as chosen", bankProvidedName(of.ref("c.id")).as("byBank")])
    .where("c.id", "=", cardholderId);
  return (await runForOne(names)) ?? { chosen: null, byBank: null };
}

/**
 * The choices for the preferred school, by name: schools that the cardholder follows or has given to. An
 * inactive school is listed only if it's already the preferred one.
 */
export async function listPreferredSchoolChoices({
  cardholderId,
}: CardholderScope): Promise<Pick<School, "school_id" | "name" | "active">[]> {
  const known = kysely
    .selectFrom("followedSchool")
    .select("schoolId")
    .where("cardholderId", "=", cardholderId)
    .union(ownGiftTallies(cardholderId).select("t.schoolId").where("t.count", ">", 0));
  const schools = await run(
    kysely
      .selectFrom("school as s")
      .innerJoin("cardholder as c", (join) => join.on("c.id", "=", cardholderId))
      .select(["s.id as schoolId", "s.name", "s.active"])
      .where((of) =>
        of.or([
          of("s.id", "=", of.ref("c.preferredSchoolId")),
          of.and([of.ref("s.active"), of("s.id", "in", known)]),
        ]),
      )
      .orderBy("s.sortKey")
      .orderBy("s.id"),
  );
  return schools.map(({ schoolId, ...school }) => ({ school_id: schoolId, ...school }));
}
