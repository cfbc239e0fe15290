/**
 * Searches the logs of a test run for secrets and email addresses: by pattern, and for the exact values
 * that the tests have recorded. Files are read as streams, each line once.
 */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";

/** This variable tells child processes the folder of the logs. */
export const LOGS_FOLDER = "TEST_LOGS";
/** In the folder of the logs: one recorded secret per line. */
export const SECRETS_FILE = "secrets.txt";

/** Nothing of a word stands before; but the letter of an escape (`\n`) or of a code (`%3D`) is none. */
const START = String.raw`(?:\b|(?<=\\[bfnrt]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}))`;

/** Base64 holds `+` and `/`, base64url `-` and `_`: a secret may begin with any of them. */
const SHAPES: Record<string, RegExp> = {
  "an API key": /svc_(test|live)_[A-Za-z0-9]{16}(:|%3A)[\w-]{43}/,
  "a signed or encrypted token": /eyJ[\w-]{8,}\.[\w-]*\.[\w-]+/,
  "a refresh token or a password link's token": /(ptr_[\w-]{64}|prs_[\w-]{43})/,
  "a link's handle, a code, or its access token": /(lnk|oac|oat)_[\w-]{43}/,
  "a consent page or a pushed request":
    /(oauth(\/|%2F)(consent|auth)(\/|%2F)|request_uri(:|%3A))[\w-]{43}/,
  "a webhook secret": /whsec_([\w+/-]|%2[BbFf])/,
  "a password's hash": /(\$|%24)argon2/,
  "a session cookie": /points-session(\.\d)?(=|%3D)[\w-]/,
  "an authorization": /Bearer [\w.~+/-]{20,}|Basic( |%20)([\w+/=]|%2[BF]|%3D){16,}/i,
  "a URL with a password": /\w:\/\/[^\s:@/"]*:(?!\[secret\])[^\s@/"]+@/,
  "a second factor": /otpauth:\/\/|[A-Z2-7]{32}/,
  "a recovery code": new RegExp(`${START}${Array(4).fill("[0-9A-HJKMNP-TV-Z]{4}").join("-")}\\b`),
  "an email address": /[\w.+-](@|%(25)*40)([\w-]+\.)+[A-Za-z]{2,}\b/,
};

/** Short ones would be found by chance; by so many letters the longer ones are looked up. */
const SHORTEST_SECRET = 12;
/** Enough findings to report. */
const MOST_SHOWN = 20;

/** Whether a line holds one of the noted secrets, whatever stands before and after it. */
type HoldsNoted = (line: string) => boolean;

/** As it is, and as it stands in a JSON text or in an address. */
const formsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
];

function readNoted(file: string): HoldsNoted {
  const byBeginning = new Map<string, string[]>();
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  // What base64 is filled up with is left out where it is written elsewhere.
  const secrets = lines.map((line) => line.replace(/=+$/, ""));
  const long = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
  for (const form of new Set(long.flatMap(formsOf))) {
    const beginning = form.slice(0, SHORTEST_SECRET);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), form]);
  }
  return (line) => {
    for (let at = 0; at <= line.length - SHORTEST_SECRET; at++) {
      const known = byBeginning.get(line.slice(at, at + SHORTEST_SECRET));
      if (known?.some((form) => line.startsWith(form, at))) return true;
    }
    return false;
  };
}

/** The pattern that a line matches, or null. */
function foundIn(line: string, holdsNoted: HoldsNoted): string | null {
  for (const [name, shape] of Object.entries(SHAPES)) if (shape.test(line)) return name;
  return holdsNoted(line) ? "a secret of the run" : null;
}

async function searchFile(file: string, holdsNoted: HoldsNoted): Promise<string[]> {
  const found: string[] = [];
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    number++;
    const what = foundIn(line, holdsNoted);
    if (what) found.push(`${basename(file)}:${number} contains ${what}`);
  }
  return found;
}

/**
 * Searches every log in a folder.
 * @returns the problems, one line each and without the secrets; empty if there are none. A folder without
 *   logs is a problem: it would prove nothing.
 */
export async function searchLogs(folder: string): Promise<string | undefined> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const logs = names.filter((name) => name.endsWith(".log")).map((name) => join(folder, name));
  if (!logs.some((file) => statSync(file).size > 0)) return `There are no logs in ${folder}.`;
  const holdsNoted = readNoted(join(folder, SECRETS_FILE));
  const found: string[] = [];
  for (const file of logs) found.push(...(await searchFile(file, holdsNoted)));
  if (found.length === 0) return undefined;
  const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
  return [...found.slice(0, MOST_SHOWN), ...more, `The logs are in ${folder}.`].join("\n");
}
