/**
 * The schools that a customer is likely to choose, based only on this bank's account: the account's preferred school,
 * and those of gifts through it. Schools that the person follows or prefers in the portal would leak to the bank,
 * which can link anyone's email address and holds the token.
 */
import type { EmbedScope } from "../auth/scopes.ts";
import { run } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import type { School } from "../schools/contract.ts";

/** How many of the latest gifts are considered. */
const LATEST_GIFTS = 50;

/** A school as a list to choose from shows it. */
export type ListedSchool = Pick<School, "school_id" | "name" | "city" | "state" | "conference">;

/** Only schools that accept donations, each one once. */
export async function suggestSchools(
  { bankId, accountId, cardholderId }: EmbedScope,
  preferredId: string | null,
): Promise<{ preferred: ListedSchool[]; given: ListedSchool[] }> {
  const latest = kysely
    .selectFrom("donation")
    .select("schoolId")
    .where("bankId", "=", bankId)
    .where("accountId", "=", accountId)
    .where("cardholderId", "=", cardholderId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(LATEST_GIFTS);
  const rows = await run(
    kysely
      .selectFrom("school")
      .select(["id as schoolId", "name", "city", "state", "conference"])
      .where("active", "is", true)
      .where((of) => of.or([of("id", "=", preferredId), of("id", "in", latest)]))
      .orderBy("sortKey")
      .orderBy("id"),
  );
  const schools = rows.map(({ schoolId: school_id, ...rest }) => ({ school_id, ...rest }));
  return {
    preferred: schools.filter(({ school_id }) => school_id === preferredId),
    given: schools.filter(({ school_id }) => school_id !== preferredId),
  };
}
