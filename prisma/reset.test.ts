import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bankScopeOf } from "#lib/auth/api-keys.ts";
import { verifyPassword } from "#lib/auth/passwords/hashing.ts";
import { systemScope } from "#lib/auth/scopes.ts";
import { createBank } from "#lib/banks/mutations.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { transaction } from "#lib/database/transaction.ts";
import { DEMO_BANK_ID, type DemoCredentials, readDemo } from "#lib/sandbox/demo-bank.ts";
import { issueApiKey } from "#lib/staff/api-keys.ts";
import { isolateDatabase } from "#test/private-database.ts";
import { ProductionFound, resetSandbox } from "./reset.ts";
import { seedSandbox } from "./seed.ts";

const scope = systemScope("test");
const dataDir = mkdtempSync(path.join(tmpdir(), "points-reset-"));
const quiet = () => {};
isolateDatabase();

beforeAll(async () => {
  await seedSandbox(dataDir, quiet);
});

afterAll(async () => {
  rmSync(dataDir, { recursive: true });
});

/** The number of rows of each table, except usage, which is counted up to a second later. */
async function contents(): Promise<Record<string, number>> {
  const { rows } = await pool().query<{ name: string; n: number }>(
    `select tablename as name, (xpath('/row/n/text()', query_to_xml(
       format('select count(*) as n from %I', tablename), false, true, '')))[1]::text::int as n
     from pg_tables where schemaname = 'public' and tablename <> 'bank_usage' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

const demo = () => readDemo(dataDir) as DemoCredentials;

it("leaves only what a first start creates, without other banks", async () => {
  const first = await contents();
  const credentials = demo();
  const other = await createBank(scope, { name: "Another Bank" });
  const { apiKey } = await issueApiKey(scope, other.id);
  await pool().query("update cardholder set password_hash = 'changed', display_name = 'Changed'");
  await pool().query("update school set name = 'Changed'; update account set donation_count = 99");
  const url = "http://127.0.0.1:3999/sandbox/inbox";
  await db().webhookEndpoint.updateMany({ data: { url } });

  await resetSandbox(scope, dataDir, quiet);

  // The audit log begins with the reset itself, and without the keys, which are kept.
  const { audit_entry: _, ...others } = first;
  expect(await contents()).toMatchObject(others);
  const [{ action } = {}] = await db().auditEntry.findMany({ orderBy: { id: "asc" }, take: 1 });
  expect(action).toBe("demo.reset");
  await expect(bankScopeOf(apiKey)).rejects.toThrow();
  expect(demo()).toEqual(credentials);
  expect((await bankScopeOf(credentials.api_key)).bankId).toBe(DEMO_BANK_ID);
  const person = await db().cardholder.findUniqueOrThrow({
    where: { emailKey: credentials.email },
  });
  expect(person.displayName).not.toBe("Changed");
  expect(await verifyPassword(person.passwordHash, credentials.password)).toBe(true);
  expect(await db().school.count({ where: { name: "Changed" } })).toBe(0);
  const { rows } = await pool().query(
    `select (select sum(donated_cents) from school_total) as of_schools,
       (select sum(lifetime_donated_cents) from account) as of_accounts,
       (select sum(count) from tally where list = 'donations') as tallied,
       (select count(*) from donation) as donations`,
  );
  expect(rows[0].of_schools).toBe(rows[0].of_accounts);
  expect(rows[0].tallied).toBe(String(rows[0].donations));
  expect(await db().webhookEndpoint.findMany({ select: { url: true } })).toEqual([{ url }]);
});

it("refuses a database that production has used", async () => {
  const { id } = await createBank(scope, { name: "A Real Bank" });
  const { keyId } = await issueApiKey(scope, id);
  await db().apiKey.update({ where: { keyId }, data: { environment: "production" } });
  const before = await contents();
  await expect(resetSandbox(scope, dataDir, quiet)).rejects.toThrow(ProductionFound);
  expect(await contents()).toEqual(before);
  await db().apiKey.delete({ where: { keyId } });
});

it("waits for transactions that use a table", async () => {
  let reset: Promise<void> | undefined;
  let isDone = false;
  await transaction(async (tx) => {
    await tx.query("update donation set metadata = '{}'");
    reset = resetSandbox(scope, dataDir, quiet).then(() => {
      isDone = true;
    });
    await tx.query("select pg_sleep(1)");
    expect(isDone).toBe(false);
  });
  await reset;
  expect(await db().donation.count({ where: { metadata: { equals: {} } } })).toBe(0);
});
