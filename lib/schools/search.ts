/** Matches schools to a search text. Shared by every school search. */
import { db } from "../database/prisma.ts";
import { fold } from "../text.ts";
import { findByWords } from "./word-search.ts";

type SchoolNames = {
  name: string;
  university: string;
  nickname: string;
  city: string;
  monogram?: string | null | undefined;
  aliases: string[];
};

/** Name, university, nickname, and city. The monogram and aliases follow. */
const LINES_BEFORE_ALIASES = 4;

/** The searchable text: one folded name per line, so that no search matches across two names. */
export function searchTextOf(school: SchoolNames): string {
  const { name, university, nickname, city, monogram, aliases } = school;
  const shortNames = monogram ? [monogram, ...aliases] : aliases;
  return fold([name, university, nickname, city, ...shortNames].join("\n"));
}

/**
 * The rank of a match: 0 if the name is equal, 1 if the monogram or an alias is equal, 2 if the name starts
 * with the search, 3 if another name starts with it, and 4 otherwise.
 */
export function relevanceOf(searchText: string, folded: string): 0 | 1 | 2 | 3 | 4 {
  const lines = searchText.split("\n");
  if (lines[0] === folded) return 0;
  if (lines.includes(folded, LINES_BEFORE_ALIASES)) return 1;
  if (searchText.startsWith(folded)) return 2;
  return lines.some((line) => line.startsWith(folded)) ? 3 : 4;
}

/**
 * The schools with a name that contains the text. If there are none, those that match its words in any order,
 * as prefixes, or with a typo. Independent of a list's other filters.
 * @returns their IDs, each with the rank of the match, 0 for the best
 */
export async function matchSchools(text: string): Promise<Map<string, number>> {
  // Standalone accents, which people type as apostrophes, would be folded to a space.
  const folded = fold(text.replace(/[´`]/g, "'"));
  // Text of only accents or apostrophes folds to the empty string, which every name contains. Line breaks
  // separate names in the search text, so no name contains one.
  if (folded === "" || folded.includes("\n")) return new Map();
  const schools = await db().school.findMany({ select: { id: true, searchText: true } });
  const containing = schools.filter(({ searchText }) => searchText.includes(folded));
  if (containing.length === 0) return findByWords(folded, schools);
  const rankOf = (searchText: string) => relevanceOf(searchText, folded.trim());
  return new Map(containing.map(({ id, searchText }) => [id, rankOf(searchText)]));
}
