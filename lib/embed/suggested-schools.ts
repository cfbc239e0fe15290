/**
 * The schools that a customer is likely to choose, based only on this bank's account: the preferred one,
 * and those of gifts through it. Schools that they follow or prefer themselves are not used: a bank can
 * link anyone's address, and holds the token.
 */
import type { EmbedScope } from "../auth/scopes.ts";
import { selectSuggestedSchools } from "./sql.ts";

/** A school in a list. */
export type SuggestedSchool = {
  school_id: string;
  name: string;
  city: string;
  state: string;
  conference: string;
};

/** Both, if they accept donations, each school once. */
export async function suggestSchools(
  { bankId, accountId, cardholderId }: EmbedScope,
  preferredId: string | null,
): Promise<{ preferred: SuggestedSchool[]; given: SuggestedSchool[] }> {
  const rows = await selectSuggestedSchools({ bankId, accountId, cardholderId, preferredId });
  const schools = rows.map(({ schoolId: school_id, ...rest }) => ({ school_id, ...rest }));
  return {
    preferred: schools.filter(({ school_id }) => school_id === preferredId),
    given: schools.filter(({ school_id }) => school_id !== preferredId),
  };
}
