/** A report certifies its bank only if the sandbox has signed it, and it says so. */
import { CompactSign, generateKeyPair } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { signReport } from "#lib/certification/report.ts";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import { loadSigningKeys } from "#lib/oauth/keys.ts";
import { type Bank, makeBank } from "#test/factories.ts";
import { fileWith } from "#test/process/application.ts";
import { makeProgram } from "./main.ts";

const ISSUER = "https://sandbox.example";
const DAY_MS = 86_400_000;
let bank: Bank;
let name: string;

beforeAll(async () => {
  bank = await makeBank();
  ({ name } = await db().bank.findUniqueOrThrow({ where: { id: bank.bankId } }));
  // The sandbox, which publishes its keys.
  const keys = (await loadSigningKeys()).map(({ kty, n, e, kid, alg, use }) => ({
    ...{ kty, n, e, kid, alg, use },
  }));
  vi.stubGlobal("fetch", async () => Response.json({ keys }));
});
beforeEach(() => use({ SANDBOX_BASE_URL: ISSUER }));
afterEach(() => {
  vi.useRealTimers();
  use({ SANDBOX_BASE_URL: "", PUBLIC_BASE_URL: "" });
});
afterAll(() => vi.unstubAllGlobals());

function use(settings: Record<string, string>) {
  Object.assign(process.env, settings);
  rereadEnv();
}

async function admin(...words: string[]) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const say = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await makeProgram(() => undefined).parseAsync(words, { from: "user" });
    return JSON.parse(write.mock.calls.map(([text]) => text).join(""));
  } finally {
    write.mockRestore();
    say.mockRestore();
  }
}

type Changes = { iss?: string } & Partial<Parameters<typeof signReport>[0]>;

/** A report as the sandbox signs it. */
async function report({ iss = ISSUER, ...changes }: Changes = {}): Promise<string> {
  use({ PUBLIC_BASE_URL: iss });
  return signReport({
    bank: { id: "of-the-sandbox", name },
    certification_id: "01989c13-5b7e-7d10-9c42-3f8a6e2b9d72",
    ...{ seed: 7, client_version: "a/1", steps: [], passed: true, complete: true },
    ...changes,
  });
}

const certify = (text: string) =>
  admin("bank", "certify", "--bank", bank.bankId, "--file", fileWith(text));
const find = () => db().bankCertification.findUnique({ where: { bankId: bank.bankId } });

/** What is signed by no key of the sandbox's. */
async function forgery(): Promise<string> {
  const [, payload = ""] = (await report()).split(".");
  const { privateKey } = await generateKeyPair("RS256");
  const [key] = await loadSigningKeys();
  return new CompactSign(Buffer.from(payload, "base64url"))
    .setProtectedHeader({ alg: "RS256", kid: key?.kid as string, typ: "certification+jwt" })
    .sign(privateKey);
}

async function edited(): Promise<string> {
  const [head, payload = "", signature] = (await report({ passed: false })).split(".");
  const text = Buffer.from(payload, "base64url").toString();
  const passed = Buffer.from(text.replace('"passed":false', '"passed":true')).toString("base64url");
  return [head, passed, signature].join(".");
}

async function old(): Promise<string> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 91 * DAY_MS });
  const text = await report();
  vi.useRealTimers();
  return text;
}

it.each<[string, () => Promise<string>, RegExp]>([
  ["a forged one", forgery, /changed after it was signed/],
  ["an edited one", edited, /changed after it was signed/],
  ["another bank's", () => report({ bank: { id: "x", name: "Other" } }), /about Other, not about/],
  ["another issuer's", () => report({ iss: "https://else.example" }), /from https:\/\/else/],
  ["an old one", old, /older than 90 days/],
  ["a partial one", () => report({ complete: false }), /Not all steps were tried/],
  ["a failed one", () => report({ passed: false }), /Not all steps were passed/],
  ["anything else", async () => "report", /isn’t a report/],
])("%s is refused with its reason", async (_, make, reason) => {
  await expect(certify(await make())).rejects.toThrow(reason);
  expect(await find()).toBeNull();
});

it("a genuine one is recorded, and the bank isn't named as uncertified anymore", async () => {
  await db().apiKey.updateMany({
    where: { bankId: bank.bankId },
    data: { environment: "production" },
  });
  const isNamed = async () => {
    const { uncertified } = await admin("status");
    return uncertified.some((one: { bank_id: string }) => one.bank_id === bank.bankId);
  };
  expect(await isNamed()).toBe(true);
  expect(await certify(await report())).toMatchObject({ bank_id: bank.bankId, seed: 7 });
  expect(await isNamed()).toBe(false);
  const recorded = { tenant: `bank:${bank.bankId}`, action: "certification.record" };
  expect(await db().auditEntry.count({ where: recorded })).toBe(1);
  const old = new Date(Date.now() - 91 * DAY_MS);
  await db().bankCertification.updateMany({ data: { certifiedAt: old } });
  expect(await isNamed()).toBe(true);
});
