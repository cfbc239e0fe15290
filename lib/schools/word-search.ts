/** Finds schools by the words of a search, in any order and with up to one typo in each. */

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
