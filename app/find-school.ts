import { cache } from "react";
import { ServiceError } from "#lib/errors.ts";
import { getSchool as contract, type SchoolDetail } from "#lib/schools/contract.ts";
import { getSchool } from "#lib/schools/queries.ts";

/**
 * The school with this id, active or not; null for an unknown or invalid id.
 * Cached per request, so that a page's title and content share one read.
 */
export const findSchool = cache(async (schoolId: string): Promise<SchoolDetail | null> => {
  if (!contract.params.safeParse({ school_id: schoolId }).success) return null;
  return getSchool(schoolId).catch((error) => {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  });
});
