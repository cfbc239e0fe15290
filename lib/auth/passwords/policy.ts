/**
 * The password policy: a minimum length and no composition rules. Rejects passwords that guessers try
 * first.
 */
import common from "fxa-common-password-list";
import { env } from "../../env.ts";
import { characterCount, fold } from "../../text.ts";
import { MAX_PASSWORD_LENGTH } from "./hashing.ts";

/** What guessers know about a person: their address, and the name that their profile shows or will show. */
export type KnownOf = { email: string; name: string | null };

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

/** In UTF-16. What is longer is too long however it is written: composing it would only take time. */
const LONGEST_COMPOSED = 4_096;
const SHORTEST_WORD = 3;
// Bounds the comparisons, so that each check is linear: some characters expand to eighteen when folded.
const LONGEST_FOLDED = 512;
const LONGEST_KNOWN = 128;
const MAX_WORDS = 48;
const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"];

/** The problem of a password that is too short or too long, whoever chooses it. */
export function lengthProblems(password: string): PasswordProblem[] {
  const composed = password.length > LONGEST_COMPOSED ? password : password.normalize("NFC");
  const length = characterCount(composed);
  const { passwordMinLength: least } = env();
  if (length < least) {
    return [{ type: "string_too_short", msg: `String should have at least ${least} characters` }];
  }
  if (length > MAX_PASSWORD_LENGTH) {
    const msg = `String should have at most ${MAX_PASSWORD_LENGTH} characters`;
    return [{ type: "string_too_long", msg }];
  }
  return [];
}

/** All problems of a new password. */
export function problemsOf(password: string, person: KnownOf): PasswordProblem[] {
  const wrongLength = lengthProblems(password);
  if (wrongLength.length > 0) return wrongLength;
  const refuse = (msg: string): PasswordProblem[] => [{ type: "value_error", msg }];
  if (!password.isWellFormed()) return refuse("Value must be well-formed Unicode");
  const folded = fold(password).slice(0, LONGEST_FOLDED);
  if (isSequence(folded)) return refuse(GUESSABLE.sequence);
  if (isCommon(folded)) return refuse(GUESSABLE.common);
  if (isMadeOf(folded, wordsOf(person))) return refuse(GUESSABLE.own);
  return [];
}

/** Whether it is mostly a sequence, or a short text repeated. */
function isSequence(text: string): boolean {
  let foreseen = 0;
  for (let at = 1; at < text.length; at++) if (isForeseen(text, at)) foreseen++;
  return foreseen * 2 > text.length || unitOf(text).length < 8;
}

function isForeseen(text: string, at: number): boolean {
  const [before, here] = [text[at - 1] as string, text[at] as string];
  const step = here.charCodeAt(0) - before.charCodeAt(0);
  const beside = ROWS.some((row) => row.includes(before + here) || row.includes(here + before));
  return Math.abs(step) <= 1 || beside;
}

/** The shortest prefix whose repetition makes the text. The last repetition may be cut off. */
function unitOf(text: string): string {
  // The prefix function of Knuth, Morris, and Pratt.
  const again = [0];
  for (let at = 1; at < text.length; at++) {
    let size = again[at - 1] as number;
    while (size > 0 && text[at] !== text[size]) size = again[size - 1] as number;
    again.push(text[at] === text[size] ? size + 1 : 0);
  }
  const unit = text.length - (again.at(-1) ?? 0);
  return unit * 2 <= text.length ? text.slice(0, unit) : text;
}

/** Whether it is on the list, also after removing repetition and characters around the letters. */
function isCommon(text: string): boolean {
  const core = lettersOf(text);
  const mostOfIt = core.length * 2 >= text.length ? [core] : [];
  return [text, unitOf(text), ...mostOfIt].some((part) => common.test(part));
}

/** From the first letter to the last. */
function lettersOf(text: string): string {
  const first = text.search(/[a-z]/);
  if (first < 0) return "";
  let end = text.length;
  while (!/[a-z]/.test(text[end - 1] as string)) end--;
  return text.slice(first, end);
}

/** Letters that accents are not composed of, as other keyboards write them. */
const SPELLED: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h" },
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

const spell = (text: string, letters: Record<string, string>) =>
  text.replace(/\p{L}/gu, (letter) => letters[letter] ?? letter);

/** Without case, accents, and ligatures. */
const plain = (text: string) => spell(fold(text), SPELLED);
const alphanumeric = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
const lettersOnly = (text: string) => text.replace(/\P{L}/gu, "");

/** A text as people write it: whole, without punctuation, backwards by part, and its parts. */
function waysToWrite(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u, MAX_WORDS);
  return [text, alphanumeric(text), parts.toReversed().join(""), ...parts];
}

function wordsOf({ email, name }: KnownOf): string[] {
  const known = (text: string) => plain(text.slice(0, LONGEST_KNOWN)).slice(0, LONGEST_KNOWN);
  const at = email.lastIndexOf("@");
  const [local, domain] = [known(email.slice(0, at)), known(email.slice(at + 1))];
  const hosts = domain.split(".").slice(0, -1);
  const called = (name ?? "").slice(0, LONGEST_KNOWN).normalize("NFC").toLowerCase();
  const names = [known(called), known(spell(called, UMLAUTS))];
  const parts = [local, domain, ...hosts, ...names, known(env().brandName)].flatMap(waysToWrite);
  const words = new Set(parts.filter((word) => word.length >= SHORTEST_WORD));
  // Longest first, so that a full name is removed as a whole.
  return [...words].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS);
}

/** Whether little is left after removing these words, whatever is between and behind them. */
function isMadeOf(text: string, words: string[]): boolean {
  return [(all: string) => all, alphanumeric, lettersOnly].some((reduce) => {
    const whole = reduce(plain(text));
    const parts = words.map(reduce).filter((word) => word.length >= SHORTEST_WORD);
    const rest = parts.reduce((left, word) => left.replaceAll(word, ""), whole);
    return rest.length * 2 < whole.length;
  });
}
