import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "#lib/auth/passwords/hashing.ts";
import { makeRecoveryCodes } from "#lib/auth/passwords/recovery-codes.ts";
import { makeTotpSecret, totpUri } from "#lib/auth/passwords/totp.ts";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { makeOpaqueToken } from "#lib/auth/tokens/opaque-tokens.ts";
import { makeSecret } from "#lib/webhooks/endpoints/secrets.ts";
import { makeBank } from "#test/factories.ts";
import { sessionToken } from "#test/portal-session.ts";
import { bytesOf, type Random, REPEAT, seeded } from "#test/random.ts";
import { SECRETS_FILE, searchLogs } from "./search-logs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "points-logs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HARMLESS = [
  '{"level":"error","time":"2026-11-22T02:00:00.000Z","msg":"request failed","err":{"stack":"Error: x',
  `    at /srv/node_modules/@hono/node-server/dist/index.mjs:1:2","id":"${randomUUID()}"}}`,
  "LOG:  starting PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc",
  `sha256 ${randomBytes(32).toString("hex")} https://bank.example:8443/hooks svc_test_0123456789abcdef`,
];

/** Writes a log with one line among others. @returns what the search says of it */
function search(line?: string): Promise<string | undefined> {
  const lines = [...HARMLESS, ...(line === undefined ? [] : [line]), ...HARMLESS];
  writeFileSync(join(folder, "application.log"), lines.join("\n"));
  return searchLogs(folder);
}

/** Those lines in which the search finds nothing: looked for one by one only where there are any. */
async function missedOf(lines: string[]): Promise<string[]> {
  writeFileSync(join(folder, "application.log"), lines.join("\n"));
  const said = (await searchLogs(folder)) ?? "";
  const [, more = "0"] = /^and (\d+) more$/m.exec(said) ?? [];
  if ((said.match(/ contains /g)?.length ?? 0) + Number(more) === lines.length) return [];
  const missed: string[] = [];
  for (const line of lines) if (!(await search(line))) missed.push(line);
  return missed;
}

const uuidOf = (random: Random) =>
  bytesOf(random, 16)
    .toString("hex")
    .replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const session = { cardholderId: randomUUID(), familyId: randomUUID() };

/** Each with how many of them are tried at once: those that cost little, a hundred. */
const PLANTED: [string, () => Promise<string> | string, number?][] = [
  ["an API key", async () => (await makeBank()).key, 5],
  ["a session's token", () => sessionToken(session)],
  ["an encrypted token", () => encryptToken("form", {}, 60)],
  ["a refresh token", () => `ptr_${randomBytes(48).toString("base64url")}`],
  ["a password link's token", () => makeOpaqueToken("prs")],
  ["a link's handle", () => `/oauth/link/${makeOpaqueToken("lnk")}`],
  ["a code", () => `https://bank.example/?code=${makeOpaqueToken("oac")}`],
  ["an access token of a link", () => makeOpaqueToken("oat")],
  ["a consent page", () => `/oauth/consent/${makeOpaqueToken("").slice(1)}`],
  ["a pushed request", () => `oauth:request_uri:${makeOpaqueToken("").slice(1)}`],
  ["a bank's secret", () => `Authorization: Basic ${randomBytes(60).toString("base64")}`],
  ["a webhook's secret", makeSecret],
  ["a password's hash", () => hashPassword("a password that nobody guesses"), 1],
  ["a session cookie", () => `__Host-points-session=${randomBytes(9).toString("base64url")}`],
  ["an authorization", () => `Authorization: Bearer ${randomBytes(20).toString("hex")}`],
  ["an opaque authorization", () => `Authorization: Bearer ${randomBytes(20).toString("base64")}`],
  [
    "a database's address",
    () => `postgres://points:${randomBytes(3).toString("hex")}@127.0.0.1:20000/points`,
  ],
  ["a second factor's secret", makeTotpSecret],
  ["a second factor's address", () => totpUri(makeTotpSecret(), "pat")],
  ["a recovery code", () => makeRecoveryCodes()[0] as string],
  ["an email address", () => `pat+${randomBytes(3).toString("base64url")}@mail.example.com`],
  ["an email address in a link", () => `${randomBytes(60).toString("hex")}%40example.com`],
];
const HUNDRED = 100;

/** What is searched for is found wherever it stands: in a sentence, a line of its own, an address. */
const WAYS = [
  (secret: string) => `{"level":"debug","msg":"so it is: ${secret}, and so on"}`,
  (secret: string) => JSON.stringify({ msg: `so it is:\n${secret}\nand so on` }),
  (secret: string) => `GET /somewhere?next=%2Fx%3D${encodeURIComponent(secret)}&x=1`,
];
/** Not as a header or a whole address would ever stand in another address. */
const NEVER_IN_ADDRESSES = /authorization|address$/;

describe("a log", () => {
  it(
    "with nothing in it that must not be is well",
    seeded(async (random) => {
      const hex = (count: number) => bytesOf(random, count).toString("hex");
      const lines = Array.from({ length: HUNDRED }, () => [
        `{"donation_id":"${uuidOf(random)}","request_id":"${uuidOf(random)}","ms":${random.below(1e9)}}`,
        `sha256 ${hex(32)} svc_test_${hex(8)} points_test_${hex(4)}_worker_${random.below(9)}`,
      ]);
      expect(await search(lines.flat().join("\n"))).toBeUndefined();
    }),
  );

  it.each(PLANTED)("that holds %s is found, without repeating it", async (name, make, few) => {
    const ways = NEVER_IN_ADDRESSES.test(name) ? WAYS.slice(0, 2) : WAYS;
    const secrets: string[] = [];
    for (let n = 0; n < (few ?? HUNDRED) * REPEAT; n++) secrets.push(await make());
    expect(await missedOf(secrets.flatMap((secret) => ways.map((way) => way(secret))))).toEqual([]);
    const said = await search(WAYS[0]?.(secrets[0] as string));
    expect(said).toMatch(/^application\.log:5 contains an? /);
    expect(said).not.toContain(secrets[0]);
  });

  const BASE64 = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"];
  it("that holds a webhook's secret is found whatever it begins with", async () => {
    for (const first of BASE64) {
      expect(await search(`secret whsec_${first}${"A".repeat(42)}=`), first).toMatch(/a webhook/);
    }
  });

  const NOTED: [string, (random: Random) => string][] = [
    ["in base64url", (random) => bytesOf(random, 32).toString("base64url")],
    ["in base64", (random) => bytesOf(random, 32).toString("base64")],
    ["in hex", (random) => bytesOf(random, 16).toString("hex")],
    ["that is a sentence", (random) => `seven quiet herons ${uuidOf(random)} "in" the reeds`],
  ];
  it.each(NOTED)(
    "that holds a noted secret %s is found, whatever stands around it",
    (_kind, make) =>
      seeded(async (random) => {
        for (let n = 0; n < 10; n++) {
          const secret = make(random);
          writeFileSync(join(folder, SECRETS_FILE), `short\n\n${secret}\n`);
          expect(await search(), secret).toBeUndefined();
          const lines = [
            ...[
              `x ${secret} y`,
              `KEY=${secret}`,
              JSON.stringify({ secret }),
              `https://h/${secret}`,
            ],
            ...[JSON.stringify(`\n${secret}`), `?x=${encodeURIComponent(secret)}`, `a_${secret}+b`],
          ];
          expect(await missedOf(lines)).toEqual([]);
          expect(await search(lines[0])).toMatch(
            /^application\.log:5 contains a secret of the run\n/,
          );
        }
      })(),
  );
});

it("says where there is no log to search", async () => {
  expect(await searchLogs(folder)).toMatch(/no logs/);
  expect(await searchLogs(join(folder, "nowhere"))).toMatch(/no logs/);
});
