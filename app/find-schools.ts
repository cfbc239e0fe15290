/** Finds schools: by id, and by what a person types. */
import { cache } from "react";
import { ServiceError } from "#lib/errors.ts";
import {
  getSchool as contract,
  type SchoolDetail,
  type SchoolLook,
} from "#lib/schools/contract.ts";
import { findSchoolLook } from "#lib/schools/looks.ts";
import { getSchool, searchSchools } from "#lib/schools/queries.ts";

export type ShownSchool = SchoolDetail & SchoolLook;

/**
 * The school with this id, active or not; null for an unknown or invalid id.
 * Cached per request, so that a page's title and content share one read.
 */
export const findSchool = cache(async (schoolId: string): Promise<ShownSchool | null> => {
  if (!contract.params.safeParse({ school_id: schoolId }).success) return null;
  try {
    const [school, look] = await Promise.all([getSchool(schoolId), findSchoolLook(schoolId)]);
    return look && { ...school, monogram: look.monogram };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "SCHOOL_NOT_FOUND") return null;
    throw error;
  }
});

const LONGEST_SEARCH = 200;
/** As many as anybody reads through; who looks for more types another letter. */
const MOST_FOUND = 50;

/** The search text, sanitized. */
export const readSearch = (typed: string | null | undefined) =>
  (typed ?? "").replaceAll("\0", "").slice(0, LONGEST_SEARCH).toWellFormed().trim();

/** What a search means, best match first. */
export const findSchools = (search: string) => searchSchools(search, MOST_FOUND);
