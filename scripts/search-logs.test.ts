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
import { makeSecret } from "#lib/webhooks/signing.ts";
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

/** Searches a log with this line among harmless ones. */
function search(line?: string): Promise<string | undefined> {
  const lines = [...HARMLESS, ...(line === undefined ? [] : [line]), ...HARMLESS];
  writeFileSync(join(folder, "application.log"), lines.join("\n"));
  return searchLogs(folder);
}

/** The lines in which the search finds nothing. Searches line by line only if the total is off. */
async function findMissed(lines: string[]): Promise<string[]> {
  writeFileSync(join(folder, "application.log"), lines.join("\n"));
  const findings = (await searchLogs(folder)) ?? "";
  const [, more = "0"] = /^and (\d+) more$/m.exec(findings) ?? [];
  if ((findings.match(/ contains /g)?.length ?? 0) + Number(more) === lines.length) return [];
  const missed: string[] = [];
  for (const line of lines) if (!(await search(line))) missed.push(line);
  return missed;
}

const uuidOf = (random: Random) =>
  bytesOf(random, 16)
    .toString("hex")
    .replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const session = { cardholderId: randomUUID(), familyId: randomUUID() };

/** How to make each secret, and how many to try: a hundred unless they are slow to make. */
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
    "a database URL",
    () => `postgres://points:${randomBytes(3).toString("hex")}@127.0.0.1:20000/points`,
  ],
  ["a second factor's secret", makeTotpSecret],
  ["a second factor's URL", () => totpUri(makeTotpSecret(), "pat")],
  ["a recovery code", () => makeRecoveryCodes()[0] as string],
  ["an email address", () => `pat+${randomBytes(3).toString("base64url")}@mail.example.com`],
  ["a percent-encoded email", () => `${randomBytes(60).toString("hex")}%40example.com`],
];
const BATCH_SIZE = 100;

/** Secrets are found in a sentence, on a line of their own, and in a URL. */
const CONTEXTS = [
  (secret: string) => `{"level":"debug","msg":"it is: ${secret}, and so on"}`,
  (secret: string) => JSON.stringify({ msg: `so it is:\n${secret}\nand so on` }),
  (secret: string) => `GET /somewhere?next=%2Fx%3D${encodeURIComponent(secret)}&x=1`,
];
/** Headers and whole URLs don't occur in other URLs. */
const NEVER_IN_URLS = /authorization|(address|URL)$/;

describe("a log", () => {
  it(
    "without secrets has no findings",
    seeded(async (random) => {
      const hex = (count: number) => bytesOf(random, count).toString("hex");
      const lines = Array.from({ length: BATCH_SIZE }, () => [
        `{"donation_id":"${uuidOf(random)}","request_id":"${uuidOf(random)}","ms":${random.below(1e9)}}`,
        `sha256 ${hex(32)} svc_test_${hex(8)} points_test_${hex(4)}_worker_${random.below(9)}`,
      ]);
      expect(await search(lines.flat().join("\n"))).toBeUndefined();
    }),
  );

  it.each(PLANTED)("with %s is reported without repeating it", async (name, make, batchSize) => {
    const contexts = NEVER_IN_URLS.test(name) ? CONTEXTS.slice(0, 2) : CONTEXTS;
    const secrets: string[] = [];
    for (let n = 0; n < (batchSize ?? BATCH_SIZE) * REPEAT; n++) secrets.push(await make());
    const lines = secrets.flatMap((secret) => contexts.map((inContext) => inContext(secret)));
    expect(await findMissed(lines)).toEqual([]);
    const findings = await search(CONTEXTS[0]?.(secrets[0] as string));
    expect(findings).toMatch(/^application\.log:5 contains an? /);
    expect(findings).not.toContain(secrets[0]);
  });

  const BASE64 = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"];
  it("with a webhook's secret is reported whatever character it begins with", async () => {
    for (const first of BASE64) {
      expect(await search(`secret whsec_${first}${"A".repeat(42)}=`), first).toMatch(/a webhook/);
    }
  });

  const RECORDED: [string, (random: Random) => string][] = [
    ["in base64url", (random) => bytesOf(random, 32).toString("base64url")],
    ["in base64", (random) => bytesOf(random, 32).toString("base64")],
    ["in hex", (random) => bytesOf(random, 16).toString("hex")],
    ["that is a sentence", (random) => `seven quiet herons ${uuidOf(random)} "in" the reeds`],
  ];
  it.each(RECORDED)("with a recorded secret %s is reported in any context", (_kind, make) =>
    seeded(async (random) => {
      for (let n = 0; n < 10; n++) {
        const secret = make(random);
        writeFileSync(join(folder, SECRETS_FILE), `short\n\n${secret}\n`);
        expect(await search(), secret).toBeUndefined();
        const lines = [
          `x ${secret} y`,
          `KEY=${secret}`,
          JSON.stringify({ secret }),
          `https://h/${secret}`,
          JSON.stringify(`\n${secret}`),
          `?x=${encodeURIComponent(secret)}`,
          `a_${secret}+b`,
        ];
        expect(await findMissed(lines)).toEqual([]);
        expect(await search(lines[0])).toMatch(
          /^application\.log:5 contains a secret of the run\n/,
        );
      }
    })(),
  );
});

it("reports a folder without logs", async () => {
  expect(await searchLogs(folder)).toMatch(/no logs/);
  expect(await searchLogs(join(folder, "nowhere"))).toMatch(/no logs/);
});
