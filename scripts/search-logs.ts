/**
 * Searches the logs of a test run for secrets and email addresses: by pattern, and for the exact values
 * that the tests have recorded. Files are read as streams, each line once.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, join } from "node:path";

/** This variable tells child processes the folder of the logs. */
export const LOGS_FOLDER = "TEST_LOGS";
/** In the folder of the logs: one recorded secret per line. */
export const SECRETS_FILE = "secrets.txt";

/** The start of a word, also after an escape sequence (`\n`) or a percent-encoded character (`%3D`). */
const START = String.raw`(?:\b|(?<=\\[bfnrt]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}))`;

/** Base64 includes `+` and `/`, base64url `-` and `_`: a secret may begin with any of them. */
const SHAPES: Record<string, RegExp> = {
  "an API key": /svc_(test|live)_[A-Za-z0-9]{16}(:|%3A)[\w-]{43}/,
  "a signed or encrypted token": /eyJ[\w-]{8,}\.[\w-]*\.[\w-]+/,
  "a refresh token or a password link's token": /(ptr_[\w-]{64}|prs_[\w-]{43})/,
  "a sandbox's sign-in link": /sbx_[\w-]{43}/,
  "a link's handle, a code, or its access token": /(lnk|oac|oat)_[\w-]{43}/,
  "a consent page or a pushed request":
    /(oauth(\/|%2F)(consent|auth)(\/|%2F)|request_uri(:|%3A))[\w-]{43}/,
  "a webhook secret": /whsec_([\w+/-]|%2[BbFf])/,
  "a password's hash": /(\$|%24)argon2/,
  "a session cookie": /points-session(\.\d)?(=|%3D)[\w-]/,
  "an authorization": /Bearer [\w.~+/-]{20,}|Basic( |%20)([\w+/=]|%2[BF]|%3D){16,}/i,
  "a URL with a password": /\w:\/\/[^\s:@/"]*:(?!\[secret\])[^\s@/"]+@/,
  "a second factor": /otpauth:\/\/|[A-Z2-7]{32}/,
  "a recovery code": new RegExp(`${START}${Array(6).fill("[0-9A-HJKMNP-TV-Z]{4}").join("-")}\\b`),
  "an email address": /[\w.+-](@|%(25)*40)([\w-]+\.)+[A-Za-z]{2,}\b/,
};

/** Shorter secrets would match by chance. Longer ones are indexed by a prefix of this length. */
const SHORTEST_SECRET = 12;
const MAX_REPORTED = 20;

/** Whether a line contains one of the recorded secrets, in any context. */
type HasRecordedSecret = (line: string) => boolean;

/** As it is, in JSON, and in a URL. */
const encodingsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
];

function readRecordedSecrets(file: string): HasRecordedSecret {
  const byPrefix = new Map<string, string[]>();
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  // Base64 padding may be missing where the secret is written elsewhere.
  const secrets = lines.map((line) => line.replace(/=+$/, ""));
  const long = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
  for (const encoding of new Set(long.flatMap(encodingsOf))) {
    const prefix = encoding.slice(0, SHORTEST_SECRET);
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), encoding]);
  }
  return (line) => {
    for (let at = 0; at <= line.length - SHORTEST_SECRET; at++) {
      const candidates = byPrefix.get(line.slice(at, at + SHORTEST_SECRET));
      if (candidates?.some((encoding) => line.startsWith(encoding, at))) return true;
    }
    return false;
  };
}

function matchLine(line: string, hasRecordedSecret: HasRecordedSecret): string | null {
  for (const [name, shape] of Object.entries(SHAPES)) if (shape.test(line)) return name;
  return hasRecordedSecret(line) ? "a secret of the run" : null;
}

async function searchFile(file: string, hasRecordedSecret: HasRecordedSecret): Promise<string[]> {
  const found: string[] = [];
  let number = 0;
  for await (const line of (await open(file)).readLines()) {
    number++;
    const what = matchLine(line, hasRecordedSecret);
    if (what) found.push(`${basename(file)}:${number} contains ${what}`);
  }
  return found;
}

/**
 * Searches every log in a folder.
 * @returns the findings, one line each and without the secrets; undefined if there are none. A folder without
 *   logs is a finding, since it would prove nothing.
 */
export async function searchLogs(folder: string): Promise<string | undefined> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const logs = names.filter((name) => name.endsWith(".log")).map((name) => join(folder, name));
  if (!logs.some((file) => statSync(file).size > 0)) return `There are no logs in ${folder}.`;
  const hasRecordedSecret = readRecordedSecrets(join(folder, SECRETS_FILE));
  const found: string[] = [];
  for (const file of logs) found.push(...(await searchFile(file, hasRecordedSecret)));
  if (found.length === 0) return undefined;
  const more = found.length > MAX_REPORTED ? [`and ${found.length - MAX_REPORTED} more`] : [];
  return [...found.slice(0, MAX_REPORTED), ...more, `The logs are in ${folder}.`].join("\n");
}
