/** Finds schools by what a person types. */
import { searchSchools } from "#lib/schools/queries.ts";

const LONGEST_SEARCH = 200;
/** As many as anybody reads through; who looks for more types another letter. */
const MOST_FOUND = 50;

/** The search text, sanitized. */
export const readSearch = (typed: string | null | undefined) =>
  (typed ?? "").replaceAll("\0", "").slice(0, LONGEST_SEARCH).toWellFormed().trim();

/** What a search means, best match first. */
export const findSchools = (search: string) => searchSchools(search, MOST_FOUND);
