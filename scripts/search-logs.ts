/**
 * Searches the logs of a test run for secrets and addresses: by their shape, and for those that the
 * tests have noted word for word. Files are read as streams; each line is looked at once.
 */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";

/** By this variable a run tells whatever it starts where logs are kept. */
export const LOGS_FOLDER = "TEST_LOGS";
/** In the folder of the logs: one secret of the run per line. */
export const SECRETS_FILE = "secrets.txt";

const SHAPES: Record<string, RegExp> = {
  "an API key": /svc_(test|live)_[A-Za-z0-9]{16}:[\w-]{43}/,
  "a signed or sealed token": /eyJ[\w-]{8,}\.[\w-]*\.[\w-]+/,
  "a refresh token or one of a password link": /\b(ptr|prs)_[\w-]{43}/,
  "a webhook secret": /whsec_\w/,
  "a password's hash": /\$argon2/,
  "a session cookie": /points-session(\.\d)?=[\w-]/,
  "an authorization": /\bBearer [\w.-]{20,}/i,
  "an address with a password": /\w:\/\/[^\s:@/"]*:(?!\[secret\])[^\s@/"]+@/,
  "a second factor": /otpauth:\/\/|\b[A-Z2-7]{32}\b/,
  "a recovery code": /\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b/,
  "an e-mail address": /\b[\w.+-]{1,64}(@|%40)([\w-]+\.)+[A-Za-z]{2,}\b/,
};

/** Short ones would be found by chance. */
const SHORTEST_SECRET = 12;
/** So many findings tell enough. */
const MOST_SHOWN = 20;

/** Words as secrets are made of; what else a secret holds is looked for as a text. */
const WORD = /[\w+/-]{12,}/g;

type Noted = { words: Set<string>; texts: string[] };

function readNoted(file: string): Noted {
  const noted: Noted = { words: new Set(), texts: [] };
  if (!existsSync(file)) return noted;
  for (const line of new Set(readFileSync(file, "utf8").split("\n"))) {
    // What base64 is filled up with is no part of a word.
    const secret = line.replace(/=+$/, "");
    if (secret.length < SHORTEST_SECRET) continue;
    if (secret.match(WORD)?.[0] === secret) noted.words.add(secret);
    else noted.texts.push(secret);
  }
  return noted;
}

/** What a line holds that it must not; null where it holds nothing of that. */
function foundIn(line: string, noted: Noted): string | null {
  for (const [name, shape] of Object.entries(SHAPES)) if (shape.test(line)) return name;
  for (const word of line.match(WORD) ?? [])
    if (noted.words.has(word)) return "a secret of the run";
  return noted.texts.some((text) => line.includes(text)) ? "a secret of the run" : null;
}

async function searchFile(file: string, noted: Noted): Promise<string[]> {
  const found: string[] = [];
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    number++;
    const what = foundIn(line, noted);
    if (what) found.push(`${basename(file)}:${number} holds ${what}`);
  }
  return found;
}

/**
 * Searches every log in a folder.
 * @returns what is wrong, one line each and without the secrets themselves; nothing where all is well.
 *   That there is no log at all is wrong: a search of nothing would prove nothing.
 */
export async function searchLogs(folder: string): Promise<string | undefined> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const logs = names.filter((name) => name.endsWith(".log")).map((name) => join(folder, name));
  if (!logs.some((file) => statSync(file).size > 0)) return `There are no logs in ${folder}.`;
  const noted = readNoted(join(folder, SECRETS_FILE));
  const found: string[] = [];
  for (const file of logs) found.push(...(await searchFile(file, noted)));
  if (found.length === 0) return undefined;
  const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
  return [...found.slice(0, MOST_SHOWN), ...more, `The logs are in ${folder}.`].join("\n");
}
