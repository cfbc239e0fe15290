/** The text of a school that searches look through, and how well a search matches it. */
import { fold } from "../text.ts";

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

/** One name per line, folded, so that no search matches across two of them. */
export function searchTextOf(school: Named): string {
  const { name, university, nickname, city, monogram, aliases } = school;
  const shortNames = monogram ? [monogram, ...aliases] : aliases;
  return fold([name, university, nickname, city, ...shortNames].join("\n"));
}

/** The name in a search text. */
export const nameIn = (searchText: string): string => searchText.split("\n", 1).join();

/**
 * How well a school's search text matches a folded search, best first: its name is equal (0), its monogram
 * or an alias is (1), its name begins so (2), another of its names begins so (3), anything else (4).
 */
export function relevanceOf(searchText: string, folded: string): 0 | 1 | 2 | 3 | 4 {
  const lines = searchText.split("\n");
  const name = nameIn(searchText);
  if (name === folded) return 0;
  if (lines.includes(folded, LINES_BEFORE_ALIASES)) return 1;
  if (name.startsWith(folded)) return 2;
  return lines.some((line) => line.startsWith(folded)) ? 3 : 4;
}
