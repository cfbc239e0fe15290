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

/** The searchable text: one folded name per line, so that no search matches across two names. A missing monogram's is empty. */
export function searchTextOf(school: SchoolNames): string {
  const { name, university, nickname, city, monogram, aliases } = school;
  return fold([name, university, nickname, city, monogram ?? "", ...aliases].join("\n"));
}

/** Lines of the searchable text. The aliases follow. */
const LINE = { nickname: 2, monogram: 4 };

/** The words of a text, each after a space. */
const wordsOf = (text: string) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ").trim()}`;
const hasWordFrom = (name: string, start: string) => wordsOf(name).includes(wordsOf(start));

/**
 * The rank of a match, best first: 0 if the name or the monogram is equal, 1 if the nickname or an alias is, 2 if the
 * name starts with the search, 3 if one of its words does, 4 if a word of another name does, and 5 if it's inside a word.
 */
export function rankOf(searchText: string, folded: string): number {
  const lines = searchText.split("\n");
  const [name = ""] = lines;
  if (name === folded || lines[LINE.monogram] === folded) return 0;
  if (lines[LINE.nickname] === folded || lines.includes(folded, LINE.monogram)) return 1;
  if (name.startsWith(folded)) return 2;
  if (hasWordFrom(name, folded)) return 3;
  return lines.some((line) => hasWordFrom(line, folded)) ? 4 : 5;
}

/**
 * The schools with a name that contains the text. If there are none, those that match its words in any order,
 * as prefixes, or with a typo. Independent of a list's other filters.
 * @returns their IDs, each with the rank of the match, 0 for the best
 */
export async function matchSchools(text: string): Promise<Map<string, number>> {
  // Standalone accents, which people type as apostrophes, would be folded to a space.
  const folded = fold(text.replace(/[´`]/g, "'")).trim();
  // Text of only accents or apostrophes folds to the empty string, which every name contains. Line breaks
  // separate names in the search text, so no name contains one.
  if (folded === "" || folded.includes("\n")) return new Map();
  const schools = await db().school.findMany({ select: { id: true, searchText: true } });
  const containing = schools.filter(({ searchText }) => searchText.includes(folded));
  if (containing.length === 0) return findByWords(folded, schools);
  return new Map(containing.map(({ id, searchText }) => [id, rankOf(searchText, folded)]));
}
