/**
 * What keeps secrets and addresses out of the log. None is logged on purpose; an error's own message,
 * or a library's, may quote one.
 */
import { printableLines } from "./text.ts";

/** Nothing of a word stands before; but the letter of an escape (`\n`) or of a code (`%3D`) is none. */
const START = String.raw`(?:\b|(?<=\\[bfnrt]|%[\dA-Fa-f]{2}))`;

/** What is taken out of a line, and what stands there instead. */
const SCRUBBED: [RegExp, string][] = [
  // Signed tokens have three parts. Sealed ones have five, of which the second is empty.
  [new RegExp(String.raw`${START}eyJ[\w-]{8,}(\.[\w-]*){2,4}`, "g"), "[token]"],
  // Refresh tokens and those of password links.
  [/(ptr|prs)_[\w-]{43}/g, "[token]"],
  [/([?&]token=)[^&#\s"\\]+/g, "$1[token]"],
  [/(svc_(?:test|live)_[A-Za-z0-9]{16}):[\w-]{43}/g, "$1:[secret]"],
  [/whsec_(?:[A-Za-z0-9+/=_-]|%[\dA-Fa-f]{2})+/g, "[secret]"],
  [/\$argon2\w*\$[^\s"\\]+/g, "[hash]"],
  // The address of a database or of a mail server, with its password.
  [/(:\/\/[^\s:@/"]*):[^\s@/"]+@/g, "$1:[secret]@"],
  // An escape before it stays whole, or the line would be no JSON any more.
  [
    /(\\u[\dA-Fa-f]{4}|\\.|(?<![\w.+\\-]))[\w.+-]+(?:@|%40)(?:[\w-]+\.)+[A-Za-z]{2,}\b/g,
    "$1[e-mail]",
  ],
  // Where errors of Postgres quote whole rows: "Failing row contains (…)".
  [/"(detail|where|internalQuery)":"(?:[^"\\]|\\.)*"/g, '"$1":"[row]"'],
];

/**
 * A line without what opens something, and without anybody's e-mail address. What a terminal would obey
 * is escaped as JSON has it: somebody will look at the log in one.
 */
export function withoutSecrets(line: string): string {
  const text = SCRUBBED.reduce((before, [what, instead]) => before.replace(what, instead), line);
  return printableLines(text);
}
