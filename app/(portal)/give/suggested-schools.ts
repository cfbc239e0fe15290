/** What the school picker suggests. */

import { findSchool } from "#app/find-school.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";

const MOST_FOLLOWED = 100;

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
