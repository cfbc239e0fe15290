/** What the school picker shows: suggestions, and one page of all schools. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { checkBody } from "#lib/http/request.ts";
import { listPortalSchools as contract } from "#lib/schools/portal-contract.ts";
import { listPortalSchools, searchSchools } from "#lib/schools/queries.ts";
import { findSchool } from "../find-school.ts";
import { pageAtCursor } from "../page-at-cursor.ts";

const LONGEST_SEARCH = 200;

/** The search text, sanitized. */
export const searchIn = (query: Record<string, string>) =>
  (query.search ?? "").replaceAll("\0", "").slice(0, LONGEST_SEARCH).toWellFormed().trim();

async function list(scope: CardholderScope, filters: Record<string, string>) {
  return listPortalSchools(scope, checkBody(contract.query, filters));
}

/** As many as anybody reads through; who looks for more types another letter. */
const MOST_FOUND = 50;

/** What a search means, best match first; without one, a page of all active schools, the first if the cursor is invalid. */
export async function findSchools(scope: CardholderScope, search: string, after?: string) {
  if (search) {
    return { ...(await searchSchools(search, MOST_FOUND)), nextCursor: null, isFirst: true };
  }
  return pageAtCursor(after, (cursor) =>
    list(scope, { limit: "25", ...(cursor ? { cursor } : {}) }),
  );
}

/** The preferred school and followed schools, active ones only, without duplicates. */
export async function suggestSchools(scope: CardholderScope) {
  const [{ preferred_school_id: preferredId }, followed] = await Promise.all([
    getCardholderProfile(scope),
    list(scope, { followed: "true", limit: "100" }),
  ]);
  const preferred = preferredId ? await findSchool(preferredId) : null;
  return {
    preferred: preferred?.active ? [preferred] : [],
    followed: followed.items.filter(
      (school) => school.active && school.school_id !== preferred?.school_id,
    ),
  };
}
