/**
 * The password policy: a minimum length, no composition rules, and no passwords that attackers try first.
 */
import common from "fxa-common-password-list";
import { env } from "../../env.ts";
import { characterCount, fold } from "../../text.ts";
import { MAX_PASSWORD_LENGTH } from "./hashing.ts";

/** What attackers may know about a person: the email address, and the name that the profile shows or will show. */
export type PersonalInfo = { email: string; name: string | null };

export type PasswordProblem = {
  type: "string_too_short" | "string_too_long" | "value_error";
  msg: string;
};

/** The messages for guessable passwords, by reason. */
export const GUESSABLE = {
  sequence: "Password is repetitive or sequential, so it's easy to guess",
  common: "Password is one of the most commonly used",
  own: "Password is based on your name or email address, so it's easy to guess",
} as const;

/** UTF-16 units. Longer input is too long in any normalization, so it isn't normalized. */
const MAX_NORMALIZED_UNITS = 4_096;
const MIN_WORD_LENGTH = 3;
// Bounds that keep each check linear: some characters expand to eighteen when folded.
const MAX_FOLDED_LENGTH = 512;
const MAX_INFO_LENGTH = 128;
const MAX_WORDS = 48;
const KEYBOARD_ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"];

/** The problem if a password is too short or too long, whoever it belongs to. */
export function lengthProblem(password: string): PasswordProblem | null {
  const composed = password.length > MAX_NORMALIZED_UNITS ? password : password.normalize("NFC");
  const length = characterCount(composed);
  const { passwordMinLength: min } = env();
  if (length < min) {
    return { type: "string_too_short", msg: `String should have at least ${min} characters` };
  }
  if (length <= MAX_PASSWORD_LENGTH) return null;
  const msg = `String should have at most ${MAX_PASSWORD_LENGTH} characters`;
  return { type: "string_too_long", msg };
}

/** Why this person can't have this password; null if they can. */
export function passwordProblem(password: string, person: PersonalInfo): PasswordProblem | null {
  const wrongLength = lengthProblem(password);
  if (wrongLength) return wrongLength;
  const problem = (msg: string): PasswordProblem => ({ type: "value_error", msg });
  if (!password.isWellFormed()) return problem("Value must be well-formed Unicode");
  const folded = fold(password).slice(0, MAX_FOLDED_LENGTH);
  if (isSequence(folded)) return problem(GUESSABLE.sequence);
  if (isCommon(folded)) return problem(GUESSABLE.common);
  return isBasedOn(folded, wordsOf(person)) ? problem(GUESSABLE.own) : null;
}

/** Whether more than half of it is sequential, or it repeats a short text. */
function isSequence(text: string): boolean {
  let predictable = 0;
  for (let at = 1; at < text.length; at++) if (isPredictable(text, at)) predictable++;
  return predictable * 2 > text.length || repeatedUnit(text).length < 8;
}

function isPredictable(text: string, at: number): boolean {
  const [before, here] = [text[at - 1] as string, text[at] as string];
  const step = here.charCodeAt(0) - before.charCodeAt(0);
  const isKeyboardNeighbor = KEYBOARD_ROWS.some(
    (row) => row.includes(before + here) || row.includes(here + before),
  );
  return Math.abs(step) <= 1 || isKeyboardNeighbor;
}

/** The shortest prefix that yields the text when repeated. The last repetition may be partial. */
function repeatedUnit(text: string): string {
  // The Knuth–Morris–Pratt prefix function.
  const prefixLengths = [0];
  for (let at = 1; at < text.length; at++) {
    let size = prefixLengths[at - 1] as number;
    while (size > 0 && text[at] !== text[size]) size = prefixLengths[size - 1] as number;
    prefixLengths.push(text[at] === text[size] ? size + 1 : 0);
  }
  const unit = text.length - (prefixLengths.at(-1) ?? 0);
  return unit * 2 <= text.length ? text.slice(0, unit) : text;
}

/** Whether it's a common password, possibly repeated or with other characters around its letters. */
function isCommon(text: string): boolean {
  const core = lettersOf(text);
  const dominantCore = core.length * 2 >= text.length ? [core] : [];
  return [text, repeatedUnit(text), ...dominantCore].some((part) => common.test(part));
}

/** The part from the first letter to the last. */
const lettersOf = (text: string): string => /[a-z](?:.*[a-z])?/s.exec(text)?.[0] ?? "";

/** ASCII spellings of letters that don't decompose into a base letter and an accent. */
const TRANSLITERATIONS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

const transliterate = (text: string, letters: Record<string, string>) =>
  text.replace(/\p{L}/gu, (letter) => letters[letter] ?? letter);

/** Removes case, accents, and ligatures. */
const toBaseLetters = (text: string) => transliterate(fold(text), TRANSLITERATIONS);
const alphanumeric = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
const lettersOnly = (text: string) => text.replace(/\P{L}/gu, "");

/** Variants of a text: as it is, without punctuation, with its parts in reverse order, and each part. */
function variantsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u, MAX_WORDS);
  return [text, alphanumeric(text), parts.toReversed().join(""), ...parts];
}

function wordsOf({ email, name }: PersonalInfo): string[] {
  const normalize = (text: string) =>
    toBaseLetters(text.slice(0, MAX_INFO_LENGTH)).slice(0, MAX_INFO_LENGTH);
  const at = email.lastIndexOf("@");
  const [local, domain] = [normalize(email.slice(0, at)), normalize(email.slice(at + 1))];
  const hosts = domain.split(".").slice(0, -1);
  const displayName = (name ?? "").slice(0, MAX_INFO_LENGTH).normalize("NFC").toLowerCase();
  const names = [normalize(displayName), normalize(transliterate(displayName, UMLAUTS))];
  const parts = [local, domain, ...hosts, ...names, normalize(env().brandName)].flatMap(variantsOf);
  const words = new Set(parts.filter((word) => word.length >= MIN_WORD_LENGTH));
  // Longest first, so a full name is removed before its parts.
  return [...words].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS);
}

/** Whether less than half is left when these words are removed. */
function isBasedOn(text: string, words: string[]): boolean {
  return [(all: string) => all, alphanumeric, lettersOnly].some((reduce) => {
    const whole = reduce(toBaseLetters(text));
    const parts = words.map(reduce).filter((word) => word.length >= MIN_WORD_LENGTH);
    const rest = parts.reduce((left, word) => left.replaceAll(word, ""), whole);
    return rest.length * 2 < whole.length;
  });
}
