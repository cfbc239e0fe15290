import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "#test/database.ts";
import { migrate, requireCurrentSchema } from "./migrate.ts";

let folder: string;
let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "points-migrations-"));
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("drop schema public cascade; create schema public");
  writeMigration("20260101000000_first", "create table first (id int);");
  writeMigration(
    "20260102000000_second",
    "create table second (id int); insert into second values (1);",
  );
});

afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function writeMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

const run = (progress?: (line: string) => void) => migrate(database.url, { folder, progress });

async function record() {
  const { rows } = await client.query("select * from _prisma_migrations order by migration_name");
  return rows;
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

it("applies missing migrations once, in name order", async () => {
  const lines: string[] = [];
  expect(await run((line) => lines.push(line))).toEqual([
    "20260101000000_first",
    "20260102000000_second",
  ]);
  expect(lines).toHaveLength(2);
  expect(await run()).toEqual([]);
  writeMigration("20260103000000_third", "alter table second add column name text;");
  expect(await run()).toEqual(["20260103000000_third"]);
});

it("records them as Prisma does", async () => {
  await run();
  const [first] = await record();
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    checksum: createHash("sha256").update("create table first (id int);").digest("hex"),
    finished_at: expect.any(Date),
    migration_name: "20260101000000_first",
    logs: null,
    rolled_back_at: null,
    started_at: expect.any(Date),
    applied_steps_count: 1,
  });
});

it("lets any number of processes migrate concurrently", async () => {
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat()).toHaveLength(2);
  expect(await record()).toHaveLength(2);
});

it("rolls a failed migration back completely, and continues from there once it is fixed", async () => {
  writeMigration("20260103000000_third", "create table third (id int); select 1/0;");
  await expect(run()).rejects.toThrow(
    "Migration 20260103000000_third failed and was rolled back: division by zero.",
  );
  expect(await tables()).toEqual(["_prisma_migrations", "first", "second"]);
  expect(await record()).toHaveLength(2);
  writeMigration("20260103000000_third", "create table third (id int);");
  expect(await run()).toEqual(["20260103000000_third"]);
});

it("rejects a migration that was changed after it was applied", async () => {
  await run();
  writeMigration("20260101000000_first", "create table first (id bigint);");
  await expect(run()).rejects.toThrow(/20260101000000_first was changed/);
});

it("rejects a history that doesn't match the files", async () => {
  writeMigration("20260103000000_third", "create table third (id int);");
  await run();
  rmSync(join(folder, "20260102000000_second"), { recursive: true });
  await expect(run()).rejects.toThrow(/20260102000000_second has been applied, but isn't in/);
});

it("rejects a pre-release's database, whose migrations are older than the first one", async () => {
  await run();
  rmSync(join(folder, "20260101000000_first"), { recursive: true });
  const sentence = "This database was made by a pre-release and can't be upgraded: ";
  const elsewhere = `${sentence}create an empty one, and set DATABASE_URL to it.`;
  await expect(run()).rejects.toThrow(elsewhere);
  await expect(requireCurrentSchema(database.url, { folder })).rejects.toThrow(elsewhere);
  await expect(migrate(database.url, { folder, dataDir: "/srv/.data" })).rejects.toThrow(
    `${sentence}move or delete the folder /srv/.data, then start again.`,
  );
});

it("accepts a schema that a later release has already migrated, and reports it", async () => {
  await run();
  rmSync(join(folder, "20260102000000_second"), { recursive: true });
  const lines: string[] = [];
  expect(await run((line) => lines.push(line))).toEqual([]);
  expect(lines).toEqual([
    "Migration 20260102000000_second is from a later release. This release continues with it.",
  ]);
});

describe("a table in use", () => {
  let user: pg.Client;
  let other: pg.Client;

  beforeEach(async () => {
    await run();
    user = new pg.Client({ connectionString: database.url });
    other = new pg.Client({ connectionString: database.url });
    await Promise.all([user.connect(), other.connect()]);
    await user.query("begin");
    await user.query("insert into second values (2)");
  });

  afterEach(async () => {
    await Promise.all([user.end(), other.end()]);
  });

  it("is waited for without blocking other queries on it", async () => {
    writeMigration("20260103000000_third", "alter table second add column name text;");
    const lines: string[] = [];
    const applied = run((line) => lines.push(line));
    const reported = () =>
      lines.some((line) => line.includes("is waiting for locks on its tables"));
    // Queries succeed while the migration still waits; otherwise this would never reach the commit.
    for (let queries = 0; queries < 20 || !reported(); queries++) {
      await other.query("select count(*) from second");
    }
    await user.query("commit");
    expect(await applied).toEqual(["20260103000000_third"]);
    expect(lines).toHaveLength(2);
  });

  it("gets its index while others keep writing, also with another migrator waiting", async () => {
    const sql = 'create index concurrently "second_id" on "second" ("id");';
    writeMigration("20260103000000_third", `-- Asked for by id.\n${sql}\n`);
    const applied = Promise.all([run(), run()]);
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          "select indisvalid from pg_index where indexrelid = to_regclass('second_id')",
        );
        return rows;
      })
      .toEqual([{ indisvalid: false }]);
    await other.query("insert into second values (3)");
    await user.query("commit");
    expect((await applied).flat()).toEqual(["20260103000000_third"]);
    const { rows } = await other.query(
      "select indisvalid from pg_index where indexrelid = 'second_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it("loses an index while in use, also after an attempt was killed right after dropping it", async () => {
    await user.query("commit");
    await user.query('create index "second_id" on "second" ("id")');
    writeMigration("20260103000000_third", 'drop index concurrently "second_id";');
    await other.query("drop index second_id");
    expect(await run()).toEqual(["20260103000000_third"]);
    const { rows } = await other.query("select to_regclass('second_id') as index");
    expect(rows).toEqual([{ index: null }]);
  });

  it("gets its index even if an attempt was killed halfway", async () => {
    await user.query("commit");
    await user.query("insert into second values (2)");
    const sql = 'create unique index concurrently "second_id" on "second" ("id")';
    await expect(user.query(sql)).rejects.toThrow("could not create unique index");
    writeMigration("20260103000000_third", sql);
    await expect(run()).rejects.toThrow("was rolled back: could not create unique index");
    expect((await user.query("select to_regclass('second_id') as found")).rows).toEqual([
      { found: null },
    ]);
    await user.query(sql).catch(() => {});
    await user.query(
      "delete from second where ctid <> (select min(ctid) from second where id = 2) and id = 2",
    );
    expect(await run()).toEqual(["20260103000000_third"]);
  });
});

it("rejects a migration that another tool started and never finished", async () => {
  await run();
  await client.query(
    "update _prisma_migrations set finished_at = null where applied_steps_count = 1",
  );
  await expect(run()).rejects.toThrow(/never finished/);
});

it("reapplies a migration that was marked as rolled back", async () => {
  await run();
  await client.query("drop table second");
  await client.query(
    "update _prisma_migrations set rolled_back_at = now() where migration_name like '%second'",
  );
  expect(await run()).toEqual(["20260102000000_second"]);
});

it("reports which migration a database lacks, and applies nothing", async () => {
  const check = () => requireCurrentSchema(database.url, { folder });
  await expect(check()).rejects.toThrow(/lacks migration 20260101000000_first.*admin -- migrate/);
  expect(await tables()).toEqual([]);
  await run();
  await check();
  writeMigration("20260103000000_third", "create table third (id int);");
  await expect(check()).rejects.toThrow("lacks migration 20260103000000_third");
  await run();
  // An older release running next to this one.
  rmSync(join(folder, "20260103000000_third"), { recursive: true });
  await check();
});
