import { cache } from "react";
import { ServiceError } from "#lib/errors.ts";
import { getSchool as contract, type SchoolDetail } from "#lib/schools/contract.ts";
import { getSchool } from "#lib/schools/queries.ts";

/**
 * The school of this id, taking donations or not; null where there is none, whatever the address says.
 * Once per page, for its title and its content.
 */
export const findSchool = cache(async (schoolId: string): Promise<SchoolDetail | null> => {
  if (!contract.params.safeParse({ school_id: schoolId }).success) return null;
  // Schools are the same for everybody.
  return getSchool(schoolId).catch((error) => {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  });
});
