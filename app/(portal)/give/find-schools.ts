/** What the school picker suggests, and what a search finds. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { listPortalSchools, searchSchools } from "#lib/schools/queries.ts";
import { findSchool } from "../find-school.ts";

const LONGEST_SEARCH = 200;
/** As many as anybody reads through; who looks for more types another letter. */
const MOST_FOUND = 50;
const MOST_FOLLOWED = 100;

/** The search text, sanitized. */
export const searchIn = (query: Record<string, string>) =>
  (query.search ?? "").replaceAll("\0", "").slice(0, LONGEST_SEARCH).toWellFormed().trim();

/** What a search means, best match first. */
export const findSchools = (search: string) => searchSchools(search, MOST_FOUND);

/** The preferred school and followed schools, active ones only, without duplicates. */
export async function suggestSchools(scope: CardholderScope) {
  const [{ preferred_school_id: preferredId }, followed] = await Promise.all([
    getCardholderProfile(scope),
    listPortalSchools(scope, { followed: true, limit: MOST_FOLLOWED }),
  ]);
  const preferred = preferredId ? await findSchool(preferredId) : null;
  return {
    preferred: preferred?.active ? [preferred] : [],
    followed: followed.items.filter(
      (school) => school.active && school.school_id !== preferred?.school_id,
    ),
  };
}
