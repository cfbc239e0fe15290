/** Finds schools by id and by search text. */
import { cache } from "react";
import { nullIf } from "#lib/errors.ts";
import { findSchoolBranding } from "#lib/schools/branding.ts";
import {
  getSchool as contract,
  type SchoolBranding,
  type SchoolDetail,
} from "#lib/schools/contract.ts";
import { getSchool, listSchools } from "#lib/schools/queries.ts";

export type ShownSchool = SchoolDetail & SchoolBranding;

/**
 * The school with this id, active or not; null for an unknown or invalid id.
 * Cached per request, so that a page's title and content share one read.
 */
export const findSchool = cache(async (schoolId: string): Promise<ShownSchool | null> => {
  if (!contract.params.safeParse({ school_id: schoolId }).success) return null;
  const found = Promise.all([getSchool(schoolId), findSchoolBranding(schoolId)]);
  const [school, look] = (await nullIf("SCHOOL_NOT_FOUND", found)) ?? [];
  return school && look ? { ...school, ...look } : null;
});

const MAX_SEARCH_LENGTH = 200;
/** Nobody reads further: people narrow the search instead. */
const MAX_RESULTS = 50;

/** The search text, sanitized. */
export const readSearch = (typed: string | null | undefined) =>
  (typed ?? "").replaceAll("\0", "").slice(0, MAX_SEARCH_LENGTH).toWellFormed().trim();

/** Matching schools, best match first. */
export const findSchools = (search: string) =>
  listSchools({ search, active: true, limit: MAX_RESULTS, cursor: undefined });
