/**
 * The schools that a customer is likely to mean, as far as this bank's own account tells: the preferred
 * one, and those that they have given to through it. Nothing that they follow or prefer themselves: a
 * bank can link anybody's address, and holds the token.
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

/** Both, as far as they take donations, each school once. */
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
