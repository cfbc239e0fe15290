import type { CardholderScope } from "#lib/auth/scopes.ts";
import { ServiceError } from "#lib/errors.ts";
import { getSchool as contract, type SchoolDetail } from "#lib/schools/contract.ts";
import { getSchool } from "#lib/schools/queries.ts";

/** The school of this id, taking donations or not; null where there is none. */
export async function findSchool(
  scope: CardholderScope,
  schoolId: string,
): Promise<SchoolDetail | null> {
  const { success } = contract.params.safeParse({ school_id: schoolId });
  if (!success) return null;
  return getSchool(scope, schoolId).catch((error) => {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  });
}
