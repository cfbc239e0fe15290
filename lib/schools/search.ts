/** Which schools a text means. Every search for schools asks here. */
import { db } from "../database/prisma.ts";
import { fold } from "../text.ts";
import { findByWords } from "./word-search.ts";

type Named = {
  name: string;
  university: string;
  nickname: string;
  city: string;
  monogram?: string | null | undefined;
  aliases: string[];
};

/** Name, university, nickname, city. Monogram and aliases follow. */
const LINES_BEFORE_ALIASES = 4;

/** The text that searches look through: one name per line, folded, so that no search matches across two of them. */
export function searchTextOf(school: Named): string {
  const { name, university, nickname, city, monogram, aliases } = school;
  const shortNames = monogram ? [monogram, ...aliases] : aliases;
  return fold([name, university, nickname, city, ...shortNames].join("\n"));
}

/**
 * How well a school's search text matches a folded search, best first: its name is equal (0), its monogram
 * or an alias is (1), its name begins so (2), another of its names begins so (3), anything else (4).
 */
export function relevanceOf(searchText: string, folded: string): 0 | 1 | 2 | 3 | 4 {
  const lines = searchText.split("\n");
  if (lines[0] === folded) return 0;
  if (lines.includes(folded, LINES_BEFORE_ALIASES)) return 1;
  if (searchText.startsWith(folded)) return 2;
  return lines.some((line) => line.startsWith(folded)) ? 3 : 4;
}

/**
 * The schools that contain the text in one of their names. If there are none, those that have its words: in
 * any order, beginning so, or with a typo. It does not depend on other filters of a list.
 * @returns their ids, each with how well the school matches, 0 for the best
 */
export async function matchSchools(text: string): Promise<Map<string, number>> {
  // Accents alone, which people type for an apostrophe, would be folded to a space.
  const folded = fold(text.replace(/[´`]/g, "'"));
  // Text of only accents or apostrophes is folded to nothing, which every name contains. Names have no line
  // breaks, which separate them in the search text.
  if (folded === "" || folded.includes("\n")) return new Map();
  const schools = await db().school.findMany({ select: { id: true, searchText: true } });
  const containing = schools.filter(({ searchText }) => searchText.includes(folded));
  if (containing.length === 0) return findByWords(folded, schools);
  const relevanceIn = (searchText: string) => relevanceOf(searchText, folded.trim());
  return new Map(containing.map(({ id, searchText }) => [id, relevanceIn(searchText)]));
}
