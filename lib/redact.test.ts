import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { makeBank } from "#test/factories.ts";
import { REPEAT } from "#test/random.ts";
import { encryptToken } from "./auth/tokens/encrypted-tokens.ts";
import { makeOpaqueToken } from "./auth/tokens/opaque-tokens.ts";
import { signToken } from "./auth/tokens/signed-tokens.ts";
import { pool } from "./database/pool.ts";
import { db } from "./database/prisma.ts";
import { rereadEnv } from "./env.ts";
import { log, openLog } from "./log.ts";
import { redact } from "./redact.ts";
import { makeSecret } from "./webhooks/signing.ts";

it("removes our own tokens, wherever they are", async () => {
  const token = await signToken("embed-session", { sub: "1" }, new Date(Date.now() + 60_000));
  const line = JSON.stringify({
    url: `/embed/session?token=${token}&x=1`,
    message: `could not read ${token}`,
  });
  expect(JSON.parse(redact(line))).toEqual({
    url: "/embed/session?token=[token]&x=1",
    message: "could not read [token]",
  });
});

it("removes encrypted tokens, under any parameter name", async () => {
  const token = await encryptToken("recovery-codes", { codes: ["1"] }, 60);
  expect(redact(`GET /settings/two-step/codes?note=${token}&x=1 failed`)).toBe(
    "GET /settings/two-step/codes?note=[token]&x=1 failed",
  );
});

it("removes every token from a URL, and nothing else", () => {
  expect(redact('{"url":"/set-password?a=b&token=abc","n":1}')).toBe(
    '{"url":"/set-password?a=b&token=[token]","n":1}',
  );
});

it.each([
  [`svc_test_0123456789abcdef:${"x".repeat(43)}`, "svc_test_0123456789abcdef:[secret]"],
  [makeSecret(), "[secret]"],
  [`ptr_${randomBytes(48).toString("base64url")}`, "[token]"],
  [makeOpaqueToken("prs"), "[token]"],
  [`/oauth/link/${makeOpaqueToken("lnk")}`, "/oauth/link/[token]"],
  [`?code=${makeOpaqueToken("oac")}&state=x`, "?code=[token]&state=x"],
  [makeOpaqueToken("oat"), "[token]"],
  [makeOpaqueToken("inv"), "[token]"],
  [makeOpaqueToken("svk"), "[token]"],
  [`/oauth/consent/${"x-_9".repeat(11).slice(1)}`, "/oauth/consent/[token]"],
  [
    `urn:ietf:params:oauth:request_uri:${"x-_9".repeat(11).slice(1)}`,
    "urn:ietf:params:oauth:request_uri:[token]",
  ],
  [`Basic ${Buffer.from("a-bank:its-key").toString("base64")}`, "Basic [secret]"],
  ["$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", "[hash]"],
  [
    "postgres://points:pass-word@db.example:5432/points",
    "postgres://points:[secret]@db.example:5432/points",
  ],
  ["smtp://:pass@mail.example", "smtp://:[secret]@mail.example"],
  ["Pat.O'Neil+tag@mail.example.com", "Pat.O'[email]"],
  ["/users/pat%40example.com/x", "/users/[email]/x"],
])("removes %s, and keeps the rest of the line", (secret, shown) => {
  expect(redact(`{"msg":"before ${secret} after"}`)).toBe(`{"msg":"before ${shown} after"}`);
});

const SECRETS: [string, () => Promise<string> | string][] = [
  ["a signed token", () => signToken("embed-session", {}, new Date(Date.now() + 60_000))],
  ["an encrypted token", () => encryptToken("recovery-codes", {}, 60)],
  ["a refresh token", () => `ptr_${randomBytes(48).toString("base64url")}`],
  ["a password link's token", () => makeOpaqueToken("prs")],
  ["a link's handle", () => makeOpaqueToken("lnk")],
  ["a code", () => makeOpaqueToken("oac")],
  ["a webhook's secret", makeSecret],
  ["an email address", () => `${makeOpaqueToken("Pat.O'Neil+")}@mail.example.com`],
  ["an email address that doesn't begin with a letter", () => "-+@mail.example.com"],
];
it.each(SECRETS)("removes %s from multi-line text, which stays valid JSON", async (_what, make) => {
  for (let n = 0; n < 20 * REPEAT; n++) {
    const secret = await make();
    const rest = secret.slice(-30);
    for (const msg of [`it is:\n${secret}\nand`, `\t${secret}`, `a "${secret}"`, `\\${secret}`]) {
      const shown = JSON.parse(redact(JSON.stringify({ msg }))).msg;
      expect(shown, msg).not.toContain(rest);
      expect(shown.slice(0, msg.indexOf(secret)), msg).toBe(msg.slice(0, msg.indexOf(secret)));
    }
    expect(redact(`?next=%2Fx%3D${encodeURIComponent(secret)}&x=1`)).not.toContain(rest);
  }
});

it("keeps text that only looks like a secret", () => {
  const line =
    '{"level":"error","time":"2026-11-22T02:00:00.000Z","donation_id":"01989a60-1f2e-7c11-8d3a-0c5b6f7a8e91",' +
    '"stack":"Error\\n at /srv/node_modules/@hono/node-server/dist/index.mjs:1:2","url":"https://bank.example:8443/hooks"}';
  expect(redact(line)).toBe(line);
});

it("runs in time linear in the line's length", () => {
  for (const line of [
    "a.".repeat(200_000),
    `${"a".repeat(50)}@`.repeat(8_000),
    `x@${"a.".repeat(200_000)}`,
    "\\neyJ".repeat(80_000),
    "://a:".repeat(100_000),
    "eyJ".repeat(100_000),
  ]) {
    // CPU time, not elapsed time: other processes may be busy.
    const started = process.cpuUsage();
    redact(line);
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  }
});

afterEach(() => {
  process.env.LOG_LEVEL = "silent";
  rereadEnv();
});

it("removes the rows that database errors quote, with every client", async () => {
  process.env.LOG_LEVEL = "debug";
  rereadEnv();
  const lines = new PassThrough();
  openLog(lines);
  const { bankId } = await makeBank();
  const name = "a private name";
  const byPg = pool().query("insert into bank (id, name) values ($1, $2)", [bankId, name]);
  const byPrisma = db().bank.create({ data: { id: bankId, name } });
  for (const failing of [byPg, byPrisma]) {
    const error = await failing.then(
      () => expect.unreachable(),
      (thrown: Error) => thrown,
    );
    log().error({ err: error }, "request failed");
  }
  const twice = pool().query(
    `insert into cardholder (id, email, email_key)
     select gen_random_uuid(), $1, $1 from generate_series(1, 2)`,
    ["pat@example.com"],
  );
  log().error({ err: await twice.catch((error) => error) }, "request failed");
  const written = String(lines.read());
  expect(written.match(/request failed/g)).toHaveLength(3);
  expect(written).toContain('"detail":"[row]"');
  expect(written).not.toContain(name);
  expect(written).not.toContain(bankId);
  expect(written).not.toContain("pat@example.com");
});
