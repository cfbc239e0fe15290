/** Finds words that don't belong in the product's plain American English (code, comments, and documents). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFiles } from "./imports.ts";

/** Words that are wrong everywhere, so that the check needs no exceptions, and their replacements. */
const WORDS: [pattern: RegExp, instead: string][] = [
  [/\b(behavi|col|fav|flav|hon|hum|lab|neighb|rum)our/i, "American spelling: -or"],
  [
    /\b(apolog|author|categor|custom|final|initial|maxim|minim|normal|optim|organ|priorit|real|recogn|serial|summar|synchron|util)is(e|ed|es|ing|ation)\b/i,
    "American spelling: -ize",
  ],
  [/\b(anal|paral)ys(e|ed|es|ing)\b/i, "American spelling: -yze"],
  [/\b(centre|defence|licence|metre|offence|theatre)s?\b/i, "American spelling: -er or -se"],
  [/\b(label|model|signal|travel)l(ed|ing)\b/i, "American spelling: one l"],
  [
    /\b(enrol|enrolment|fulfil|judgement|programme|catalogue|cheque|grey)s?\b/i,
    "American spelling",
  ],
  [
    /\b(afterwards|backwards|towards|amongst|whilst|learnt|spelt)\b/i,
    "American: afterward, toward, among, while, learned, spelled",
  ],
  [/\bmails\b|\ba mail\b/i, "email: mail comes in an envelope"],
  [/\b(re|un)?sealed\b/i, "encrypted: it is the field's word"],
  [/\bunproved\b/i, "unverified: it is the field's word"],
  [/\banew\b/i, "again"],
  [/\btroubles\b/i, "incidents, as in `status --json`"],
  [/\bbroke off\b/i, "was interrupted"],
  [/\bwhatsoever\b/i, "leave it out"],
];

/** Code and documents, without this list and the schools' data, which contains proper names. */
const WRITTEN =
  /^(?!scripts\/words(\.test)?\.ts$|prisma\/data\/).*\.(tsx?|m?js|css|sql|prisma|md)$/;

/** One line per finding: where, the word, and what to write. */
export function findWords(text: string): { line: number; word: string; instead: string }[] {
  return text.split("\n").flatMap((line, index) =>
    WORDS.flatMap(([pattern, instead]) => {
      const word = pattern.exec(line)?.[0];
      return word ? [{ line: index + 1, word, instead }] : [];
    }),
  );
}

/** One line per finding in the whole project: where, the word, and what to write. */
export function checkWords(root: string): string[] {
  return findFiles(root, WRITTEN).flatMap((file) =>
    findWords(readFileSync(join(root, file), "utf8")).map(
      ({ line, word, instead }) => `${file}:${line}: “${word}”. Write ${instead}.`,
    ),
  );
}
