/** The package as a bank installs it in an empty folder, its README's samples, and what tools say of it. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "../../lib/database/prisma.ts";
import { push } from "../../test/attempts.ts";
import { makeBank, makeSchool } from "../../test/factories.ts";
import { decide, serveAuthorization } from "../../test/oauth.ts";
import { eventually } from "../../test/process/application.ts";
import { makePerson } from "../../test/sign-in.ts";
import { signWebhook } from "./index.ts";
import { findingsIn } from "./test/api-report.ts";

const run = promisify(execFile);
const folder = import.meta.dirname;
const repository = join(folder, "..", "..");
const NAME = "@points-to-donation/bank-client";
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const readme = readFileSync(join(folder, "README.md"), "utf8");
/** File name → text. */
const samples = Object.fromEntries(
  Array.from(readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms), ([, name, text]) => [
    name,
    text,
  ]),
) as Record<string, string>;

/** The folder of a bank's project that has installed the package, and its package. */
let [bank, packed]: string[] = [];
const installed = () => join(bank as string, "node_modules", NAME);

/** Runs a program. Its output is the reason if it fails. */
const inBank = async (program: string, ...args: string[]) => {
  const { stdout } = await run(program, args, { cwd: bank as string }).catch(({ stdout, stderr }) =>
    expect.unreachable(`${stdout}\n${stderr}`),
  );
  return stdout;
};

beforeAll(async () => {
  bank = mkdtempSync(join(tmpdir(), "points-bank-"));
  // The README's own commands.
  const [, pack = ""] = /```sh\n(npm pack .*)\n```/.exec(readme) ?? [];
  const [program = "", ...args] = pack.split(" ");
  await run(program, [...args, "--pack-destination", bank], { cwd: repository });
  const [, install = ""] = /\$ (npm install .*)\n/.exec(readme) ?? [];
  packed = join(bank, install.split("/").at(-1) as string);
  writeFileSync(join(bank, "package.json"), '{ "type": "module" }');
  await inBank("npm", ...install.split(" ").slice(1), "--offline", "--no-audit", "--no-fund");
  symlinkSync(join(repository, "node_modules/@types"), join(bank, "node_modules/@types"));
});

it("has a license, no dependencies, and the version that it says it is", async () => {
  expect(readFileSync(join(installed(), "LICENSE"), "utf8")).toContain("MIT License");
  const manifest = JSON.parse(readFileSync(join(installed(), "package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
  expect(readFileSync(join(installed(), "dist/client.js"), "utf8")).toContain(
    `VERSION = "${version}"`,
  );
});

it("is loaded by import and by require, with the same names", async () => {
  const print = "console.log(Object.keys(all).sort().join())";
  writeFileSync(join(bank as string, "use.mjs"), `import * as all from "${NAME}"; ${print}`);
  writeFileSync(join(bank as string, "use.cjs"), `const all = require("${NAME}"); ${print}`);
  const [imported, required] = await Promise.all(
    ["use.mjs", "use.cjs"].map((file) => inBank(process.execPath, file)),
  );
  expect(imported).toContain("createBankClient");
  expect(required).toBe(imported);
});

it("exports what its report says: if a change is meant, run `npm run client:types`", () => {
  expect(findingsIn(false)).toEqual([]);
});

it("publint and attw find nothing", async () => {
  const { messages } = await publint({ pkgDir: installed(), pack: false, strict: true });
  expect(messages).toEqual([]);
  const attw = join(repository, "node_modules/@arethetypeswrong/cli/dist/index.js");
  expect(await inBank(process.execPath, attw, packed as string)).toContain("No problems found");
});

it("is small if it only donates and verifies", async () => {
  const contents = `export { createBankClient, submitDonation, verifyWebhook } from "${NAME}";`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: bank as string },
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "node" },
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? "").length;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(12_000);
});

/** What compiles, and what must not. */
const TYPES = `
import { type BankClient, isServiceError, itemsOf, pagesOf, reconcile, verifyWebhook } from "${NAME}";
declare const client: BankClient;
declare const maybe: string | undefined;
export async function right() {
  const { data, meta, headers } = await client.GET("/v1/schools");
  const [name, total, limit]: [string | undefined, number, string | null] =
    [data[0]?.name, meta.total, headers.get("RateLimit")];
  const query = { status: "failed", school_id: maybe } as const;
  for await (const one of itemsOf(client, "/v1/donations", { params: { query } })) one.donation_id satisfies string;
  const body = { bank_transaction_ref: "a", dollar_amount: 1, school_id: "b", fund_designation: "c" };
  await client.POST("/v1/donations/request", { body: { ...body, service_user_id: maybe }, signal: undefined });
  const path = { service_user_id: "a" };
  (await client.DELETE("/v1/accounts/{service_user_id}", { params: { path } })).data.status satisfies string;
  const mine = [{ bank_transaction_ref: "a", dollar_amount: 1, status: "pending" as const, row: 7 }];
  const { discrepancies } = await reconcile(client, { date: "2026-11-21" }, mine);
  for (const one of discrepancies) if (one.kind === "different") one.entry.row satisfies number;
  return [name, total, limit];
}
export function narrow(error: unknown) {
  if (!isServiceError(error)) return;
  error.requestId satisfies string | undefined;
  switch (error.code) {
    case "DONATION_DUPLICATE": return error.details.same_request satisfies boolean;
    case "ACCOUNT_ALREADY_LINKED": return error.details.service_user_id satisfies string;
    // @ts-expect-error: no such code
    case "NOTHING": return;
  }
}
export async function wrong() {
  // @ts-expect-error: it needs a path
  await client.GET("/v1/schools/{school_id}");
  // @ts-expect-error: there is no such path
  await client.GET("/v1/nothing");
  // @ts-expect-error: it needs a body
  await client.POST("/v1/donations/request");
  // @ts-expect-error: it has none
  await client.GET("/v1/schools", { body: {} });
  // @ts-expect-error: it isn't a list
  pagesOf(client, "/v1/schools/{school_id}", { params: { path: { school_id: "a" } } });
  // @ts-expect-error: there is no such status
  await client.GET("/v1/donations", { params: { query: { status: "nothing" } } });
  // @ts-expect-error: an account has none
  (await client.GET("/v1/accounts/linked")).data[0]?.nothing;
  const event = verifyWebhook("", {}, "");
  // @ts-expect-error: not every event has it
  event.data.school_confirmation_id;
  if (event.type === "donation.completed") event.data.school_confirmation_id;
}
`;

it("the README's samples compile with the strictest options, as do CommonJS and ES modules", async () => {
  expect(Object.keys(samples).length).toBeGreaterThan(8);
  const files = { ...samples, "types.mts": TYPES, "types.cts": TYPES };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(bank as string, name), text);
  const options = [
    ...["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes"],
    ...["--noUncheckedIndexedAccess", "--allowImportingTsExtensions", "--noUnusedLocals"],
    ...["--module", "nodenext", "--target", "es2022", "--types", "node"],
  ];
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  await inBank(process.execPath, compiler, ...options, ...Object.keys(files));
});

let service: Awaited<ReturnType<typeof serveAuthorization>>;
beforeAll(async () => {
  service = await serveAuthorization();
});
afterAll(() => service.close());

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Runs the samples as a bank would, and asks for the URL that a customer returned to. */
const driver = (authorization: string) => `
import { once } from "node:events";
import { createInterface } from "node:readline";
await import("./donate.ts");
const { tryToDonate } = await import("./errors.ts");
const request = { bank_transaction_ref: "tx-1", dollar_amount: 26, school_id: "ohio-state", fund_designation: "annual-fund" };
console.log("duplicate", await tryToDonate(request));
console.log("invalid", (await tryToDonate({ ...request, dollar_amount: -1 }).catch((error) => error)).status);
for (const name of ["one-attempt", "lists", "reconcile", "test-webhooks"]) {
  console.log(name);
  await import(\`./\${name}.ts\`);
}
const { decide } = await import("./approve.ts");
const { headers, body } = ${authorization};
console.log(decide(headers, body).decision);
const { connect, returned } = await import("./link.ts");
const { url, session } = await connect();
console.log("visit", url);
const [back] = await once(createInterface(process.stdin), "line");
console.log(await returned(new URL(back), undefined));
console.log(await returned(new URL(back), session));
console.log(await returned(new URL(back), session));
process.exit();
`;

it("the README's samples run against the service", async () => {
  const registered = await makeBank();
  const { bankId } = registered;
  const known = await db().school.findUnique({ where: { id: "ohio-state" } });
  if (!known) await makeSchool({ id: "ohio-state", name: "Ohio State" });
  const data = { authorization_id: "a-1", points: 2_500 };
  const body = JSON.stringify({ type: "donation.authorization_requested", data });
  const authorization = JSON.stringify({ headers: signWebhook(SECRET, body), body });
  for (const [name, text] of Object.entries({ ...samples, "driver.ts": driver(authorization) })) {
    writeFileSync(join(bank as string, name), text);
  }
  const secrets = { WEBHOOK_SECRET: SECRET, AUTHORIZATION_SECRET: SECRET };
  const child = spawn(process.execPath, ["driver.ts"], {
    cwd: bank as string,
    env: {
      ...{ ...process.env, ...secrets },
      ...{ SERVICE_URL: service.base, API_KEY: registered.key, BANK_ID: bankId },
    },
  });
  const [lines, warnings]: [string[], string[]] = [[], []];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  createInterface(child.stderr).on("line", (line) => warnings.push(line));
  const ended = once(child, "close").then(() =>
    expect.unreachable([...lines, ...warnings].join("\n")),
  );
  const until = <Found>(find: () => Promise<Found | undefined> | Found | undefined, what: string) =>
    Promise.race([eventually(find, what), ended]);
  const accepted = async () =>
    (await db().donation.findFirst({ where: { bankId, status: "pending" } })) ?? undefined;
  const { id } = await until(accepted, "the donation is accepted");
  await push(id);
  const visit = () => lines.find((line) => line.startsWith("visit "));
  const url = (await until(visit, "the customer is sent to the service")).replace("visit ", "");
  const { scope } = await makePerson();
  child.stdin.write(`${await decide(service.base, { url }, scope)}\n`);
  await once(child, "close");
  const account = await db().account.findFirstOrThrow({ where: { bankId } });
  expect(lines).toEqual([
    `${id} pending`,
    expect.stringMatching(/^completed \S+$/),
    `duplicate ${id}`,
    "invalid 422",
    ...["one-attempt", expect.stringMatching(/^Ohio( State)? /)],
    ...["lists", expect.stringMatching(/^donation_id,/), expect.stringContaining(id), ""],
    ...["reconcile", "1 1", "not_accepted"],
    ...["test-webhooks", "204 400"],
    "approved",
    `visit ${url}`,
    ...["Not linked: not_this_customer", `Linked: ${account.id}`, "Not linked: code_refused"],
  ]);
  expect(account.status).toBe("active");
  // The sample's log: a duplicate, an invalid amount with its violation, and a code that was redeemed before.
  expect(warnings.map((line) => /"status":(\d+)/.exec(line)?.[1] ?? line)).toEqual([
    ...["409", "422", "body.dollar_amount greater_than", "400"],
  ]);
});
