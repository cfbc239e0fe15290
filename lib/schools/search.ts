/** Matches schools to a search text. Shared by every school search. */
import { db } from "../database/prisma.ts";
import { fold } from "../text.ts";

type SchoolNames = {
  name: string;
  university: string;
  nickname: string;
  city: string;
  monogram?: string | null | undefined;
  aliases: string[];
};

/** The searchable text: one folded name per line, so that no search matches across two names. Without a monogram, its line is empty. */
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

type SearchableSchool = { id: string; searchText: string };

// Bound the cost of one search. No school's name needs more, so a longer search matches nothing.
const MAX_LENGTH = 100;
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 32;

/** Shorter words are too similar: with a typo, `usf` would match `ucf`. */
const MIN_LENGTH_WITH_TYPO = 4;
/** The minimum length of an incomplete word with a typo. */
const MIN_PREFIX_LENGTH = 5;

/** Words that people add to a school's name, or omit. */
const FILLERS = new Set([
  "university",
  "univ",
  "college",
  "school",
  "the",
  "of",
  "at",
  "in",
  "and",
  "athletics",
  "sports",
  "team",
  "football",
  "basketball",
]);

/** No name contains any other character, so a search with one finds nothing. */
const NAME_CHARACTERS = /^[\p{L}\p{N}\s.,&()/!?#"+‐-―-]*$/u;

const wordsIn = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
/** `o.s.u.` and `o s u` as `osu`. */
const joinInitials = (folded: string) =>
  folded.replace(/(?<!\p{L})(\p{L})[.\s]+(?=\p{L}(?!\p{L}))/gu, "$1");
const joined = (folded: string) => wordsIn(folded).join("");

/** The words of one name, and their joined forms: `a&m` as `am`, `hook em` as `hookem`. */
const termsOf = (name: string): string[] => [
  ...wordsIn(name),
  ...name.split(/\s+/).map(joined),
  joined(name),
];

/** Whether a word is one edit away from a term: an extra, missing, wrong, or transposed letter. */
function hasTypo(word: string, term: string): boolean {
  if (word.length < MIN_LENGTH_WITH_TYPO || term.length < word.length - 1) return false;
  let at = 0;
  while (at < word.length && word[at] === term[at]) at++;
  const [prefix, wrong, rest] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const expected = term.charAt(at);
  const corrections = [
    prefix + rest,
    prefix + expected + wrong + rest,
    prefix + expected + rest,
    prefix + rest.charAt(0) + wrong + rest.slice(1),
  ];
  return corrections.some(
    (fixed) => fixed === term || (fixed.length >= MIN_PREFIX_LENGTH && term.startsWith(fixed)),
  );
}

/** Ways for a word to match a term, strictest first. */
const MATCHERS: ((word: string, term: string) => boolean)[] = [
  (word, term) => term === word,
  (word, term) => term.startsWith(word),
  (word, term) => term.startsWith(word) || hasTypo(word, term),
];

/** The words to search for. Empty if the text can't be a school's name. */
function searchWords(folded: string): string[] {
  if (folded.length > MAX_LENGTH || !NAME_CHARACTERS.test(folded)) return [];
  const words = [...new Set(wordsIn(joinInitials(folded)))].filter((word) => !FILLERS.has(word));
  const isBounded =
    words.length <= MAX_WORDS && words.every((word) => word.length <= MAX_WORD_LENGTH);
  return isBounded ? words : [];
}

/** @returns the IDs of the matching schools, each with how many words of its name the search lacks, at most 9 */
export function findByWords(folded: string, schools: SearchableSchool[]): Map<string, number> {
  const words = searchWords(folded);
  if (words.length === 0) return new Map();
  const candidates = schools.map(({ id, searchText }) => {
    const names = searchText.split("\n");
    return { id, name: wordsIn(names[0] ?? ""), terms: [...new Set(names.flatMap(termsOf))] };
  });
  for (const matches of MATCHERS) {
    const found = candidates.filter(({ terms }) =>
      words.every((word) => terms.some((term) => matches(word, term))),
    );
    const lacks = (term: string) => !words.some((word) => matches(word, term));
    if (found.length > 0)
      return new Map(found.map(({ id, name }) => [id, Math.min(9, name.filter(lacks).length)]));
  }
  return new Map();
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
