/**
 * Keeps secrets and email addresses out of the log. Nothing logs them on purpose, but an error message,
 * ours or a library's, may quote one.
 */
import { printableLines } from "./text.ts";

/** A word boundary, or the end of an escape (`\n`) or a percent code (`%3D`). */
const START = String.raw`(?:\b|(?<=\\[bfnrt]|%[\dA-Fa-f]{2}))`;

/** What is removed from a line, and its replacement. */
const REDACTIONS: [RegExp, string][] = [
  // Signed tokens have three parts. Encrypted ones have five, the second of which is empty.
  [new RegExp(String.raw`${START}eyJ[\w-]{8,}(\.[\w-]*){2,4}`, "g"), "[token]"],
  // Tokens of password, consent, and invitation links, authorization codes, their access tokens, refresh tokens, and
  // service keys.
  [/(?:(?:prs|lnk|oac|oat|inv|svk)_[\w-]{43}|ptr_[\w-]{64})/g, "[token]"],
  // Consent pages and pushed authorization requests.
  [
    /(oauth(?:\/|%2F)(?:consent|auth)(?:\/|%2F)|oauth:request_uri:|oauth%3Arequest_uri%3A)[\w-]{43}/g,
    "$1[token]",
  ],
  // The credentials that a bank sends to redeem a code.
  [/(Basic(?: |%20))(?:[\w+/=]|%2[BF]|%3D){16,}/gi, "$1[secret]"],
  [/([?&]token=)[^&#\s"\\]+/g, "$1[token]"],
  [/(svc_(?:test|live)_[A-Za-z0-9]{16}):[\w-]{43}/g, "$1:[secret]"],
  [/whsec_(?:[A-Za-z0-9+/=_-]|%[\dA-Fa-f]{2})+/g, "[secret]"],
  [/\$argon2\w*\$[^\s"\\]+/g, "[hash]"],
  // The password in the URL of a database or an SMTP server.
  [/(:\/\/[^\s:@/"]*):[^\s@/"]+@/g, "$1:[secret]@"],
  // Keeps an escape before the address whole, so that the line stays valid JSON.
  [
    /(\\u[\dA-Fa-f]{4}|\\.|(?<![\w.+\\-]))[\w.+-]+(?:@|%40)(?:[\w-]+\.)+[A-Za-z]{2,}\b/g,
    "$1[email]",
  ],
  // Fields in which Postgres errors quote whole rows: "Failing row contains (…)".
  [/"(detail|where|internalQuery)":"(?:[^"\\]|\\.)*"/g, '"$1":"[row]"'],
];

/** Part of every secret and address: a line without any holds neither, so that most lines are tested only once. */
const SUSPICIOUS =
  /eyJ|(?:prs|lnk|oac|oat|inv|svk|ptr|whsec)_|svc_(?:test|live)_|oauth|Basic|token=|\$argon2|:\/\/|@|%40|"(?:detail|where|internalQuery)":/i;

/**
 * Removes secrets and email addresses from a line. Control characters are escaped as in JSON, since
 * logs are read in terminals that would obey them.
 */
export function redact(line: string): string {
  if (!SUSPICIOUS.test(line)) return printableLines(line);
  const text = REDACTIONS.reduce((rest, [secret, mark]) => rest.replace(secret, mark), line);
  return printableLines(text);
}
