/** Data for the profile form: current values and choices. */
import type { CardholderScope } from "#lib/auth/scopes.ts";
import {
  getCardholderName,
  getCardholderProfile,
  listSchoolsToPrefer,
} from "#lib/cardholders/profile/queries.ts";
import { getSchool } from "#lib/schools/queries.ts";

/** Reads the form's data for this cardholder. */
export async function readProfileForm(scope: CardholderScope) {
  const [profile, name, schools] = await Promise.all([
    getCardholderProfile(scope),
    getCardholderName(scope),
    listSchoolsToPrefer(scope),
  ]);
  const { preferred_school_id: schoolId } = profile;
  const school = schoolId === null ? null : await getSchool(schoolId);
  return { profile, name, schools, school };
}

export type ProfileForm = Awaited<ReturnType<typeof readProfileForm>>;
