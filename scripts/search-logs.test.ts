import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeOpaqueToken } from "#lib/auth/opaque-tokens.ts";
import { hashPassword } from "#lib/auth/passwords.ts";
import { makeRecoveryCodes } from "#lib/auth/recovery-codes.ts";
import { sealNote } from "#lib/auth/sealed-notes.ts";
import { signSession } from "#lib/auth/session-token.ts";
import { makeTotpSecret, totpUri } from "#lib/auth/totp.ts";
import { makeSecret } from "#lib/webhooks/secrets.ts";
import { makeBank } from "#test/factories.ts";
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

const session = { cardholderId: randomUUID(), familyId: randomUUID() };

const PLANTED: [string, () => Promise<string> | string][] = [
  ["an API key", async () => (await makeBank()).key],
  ["a session's token", () => signSession(session, 60)],
  ["a sealed note", () => sealNote("form", {}, 60)],
  ["a refresh token", () => makeOpaqueToken("ptr")],
  ["a password link's token", () => makeOpaqueToken("prs")],
  ["a webhook's secret", makeSecret],
  ["a password's hash", () => hashPassword("a password that nobody guesses")],
  ["a session cookie", () => "__Host-points-session=x"],
  ["an authorization", () => `Authorization: Bearer ${randomBytes(20).toString("hex")}`],
  ["a database's address", () => "postgres://points:pass@127.0.0.1:20000/points"],
  ["a second factor's secret", makeTotpSecret],
  ["a second factor's address", () => totpUri(makeTotpSecret(), "pat")],
  ["a recovery code", () => makeRecoveryCodes()[0] as string],
  ["an e-mail address", () => "pat.sample+x@mail.example.com"],
  ["an e-mail address in a link", () => "pat%40example.com"],
];

describe("a log", () => {
  it("with nothing in it that must not be is well", async () => {
    expect(await search()).toBeUndefined();
  });

  it.each(PLANTED)("that holds %s is found, without repeating it", async (_name, make) => {
    const secret = await make();
    const said = await search(`{"level":"debug","msg":"so it is: ${secret}, and so on"}`);
    expect(said).toMatch(/^application\.log:5 holds an? /);
    expect(said).not.toContain(secret);
  });

  it.each([
    randomBytes(32).toString("base64url"),
    randomBytes(32).toString("base64"),
    `journey-${randomUUID()}`,
    "seven quiet herons in the reeds",
  ])("that holds the noted secret %s is found", async (secret) => {
    writeFileSync(join(folder, SECRETS_FILE), `short\n\n${secret}\n`);
    expect(await search()).toBeUndefined();
    for (const line of [`x ${secret} y`, `KEY=${secret}`, JSON.stringify({ secret })]) {
      expect(await search(line)).toMatch(/^application\.log:5 holds a secret of the run\n/);
    }
  });
});

it("says where there is no log to search", async () => {
  expect(await searchLogs(folder)).toMatch(/no logs/);
  expect(await searchLogs(join(folder, "nowhere"))).toMatch(/no logs/);
});
