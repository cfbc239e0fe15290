/** Finds schools by the words of a search, in any order and with a typo in each. */
import MiniSearch, { type Query, type SearchResult } from "minisearch";
import { nameIn } from "./search-text.ts";

type Searched = { id: string; searchText: string };

/** @returns the ids of the matching schools, each with the number of words of its name that the search lacks */
export type WordIndex = (folded: string) => Map<string, number>;

// Bounds on what one search costs. No school's names need more, so a longer search matches none.
const MAX_LENGTH = 100;
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 32;

/** Shorter words are too much alike: with a typo, `usf` would be `ucf`. */
const MIN_LENGTH_WITH_TYPO = 4;
/** An incomplete word may have a typo, too, from this length on. */
const MIN_BEGINNING = 5;

/** What people add to a school's name, or leave out. */
const FILLERS = new Set([
  ...["university", "univ", "college", "school", "the", "of", "at", "in", "and"],
  ...["athletics", "sports", "team", "football", "basketball"],
]);

/** Other characters are written in no name: a search with one is taken literally, or finds nothing. */
const LOOKS_LIKE_NAMES = /^[\p{L}\p{N}\s.,&()/!?#"+‐-―-]*$/u;

const wordsIn = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
/** `o.s.u.` and `o s u` as `osu`. */
const joinInitials = (folded: string) =>
  folded.replace(/(?<!\p{L})(\p{L})[.\s]+(?=\p{L}(?!\p{L}))/gu, "$1");
const joined = (folded: string) => wordsIn(folded).join("");

/** The words of one name, also written as one: `a&m` as `am`, `hook em` as `hookem`. */
function termsOf(name: string): string[] {
  return [...new Set([...wordsIn(name), ...name.split(/\s+/).map(joined), joined(name)])];
}

function beginningsOf(word: string): string[] {
  const lengths = Math.max(0, Math.min(word.length, MAX_WORD_LENGTH) - MIN_BEGINNING);
  return Array.from({ length: lengths }, (_, at) => word.slice(0, MIN_BEGINNING + at));
}

/** The word with two neighboring letters swapped, in every way. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
}

function withTypo(word: string): Query {
  if (word.length < MIN_LENGTH_WITH_TYPO) return word;
  const fields = word.length >= MIN_BEGINNING ? ["words", "beginnings"] : ["words"];
  return {
    combineWith: "OR",
    queries: [{ queries: [word], fuzzy: 1, fields }, ...swapsOf(word)],
  };
}

/** The ways to read a search, strictest first. */
const readings = (words: string[]): Query[] => [
  { combineWith: "AND", queries: words },
  { combineWith: "AND", queries: words, prefix: true },
  { combineWith: "AND", queries: words.map(withTypo), prefix: true },
];

/** The words to look for, or none if the search cannot be a school's name. */
function soughtWords(folded: string): string[] {
  if (folded.length > MAX_LENGTH || !LOOKS_LIKE_NAMES.test(folded)) return [];
  const words = [...new Set(wordsIn(joinInitials(folded)))].filter((word) => !FILLERS.has(word));
  const isBounded =
    words.length <= MAX_WORDS && words.every((word) => word.length <= MAX_WORD_LENGTH);
  return isBounded ? words : [];
}

/** @param schools each with its search text */
export function indexWords(schools: Searched[]): WordIndex {
  const index = new MiniSearch<Searched>({
    fields: ["words", "beginnings"],
    extractField: (school, field) => (field === "id" ? school.id : school.searchText),
    tokenize: (text, field) =>
      field === "beginnings" ? wordsIn(text) : text.split("\n").flatMap(termsOf),
    processTerm: (term, field) => (field === "beginnings" ? beginningsOf(term) : term),
    searchOptions: {
      fields: ["words"],
      tokenize: (word) => [word],
      processTerm: (word) => word,
    },
  });
  index.addAll(schools);
  const nameOf = new Map(schools.map(({ id, searchText }) => [id, wordsIn(nameIn(searchText))]));
  const lacking = ({ id, terms }: SearchResult): [string, number] => [
    id,
    (nameOf.get(id) ?? []).filter((word) => !terms.includes(word)).length,
  ];
  return (folded) => {
    const words = soughtWords(folded);
    if (words.length === 0) return new Map();
    for (const reading of readings(words)) {
      const found = index.search(reading);
      if (found.length > 0) return new Map(found.map(lacking));
    }
    return new Map();
  };
}
