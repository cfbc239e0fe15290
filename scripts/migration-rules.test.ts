import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#installation/project-root.ts";
import { findViolations } from "./migration-rules.ts";

const folder = join(projectRoot, "prisma", "migrations");
const migrations = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, sql: readFileSync(join(folder, name, "migration.sql"), "utf8") }));

describe("the migrations of this project", () => {
  it("are unchanged since they landed, and all are listed", () => {
    // In sha256sum's format, so that it can check them, too.
    const lines = migrations.map(({ name, sql }) => {
      const sum = createHash("sha256").update(sql).digest("hex");
      return `${sum}  ${name}/migration.sql`;
    });
    const landed = readFileSync(join(folder, "landed.sha256"), "utf8").trimEnd().split("\n");
    expect(lines).toEqual(landed);
  });

  it.each(migrations)("$name is compatible with the previous release", ({ sql }) => {
    expect(findViolations(sql)).toEqual([]);
  });
});

describe("a migration is rejected that", () => {
  it.each([
    ["drops a table", "drop table gift;"],
    ["drops a column", 'ALTER TABLE "gift" DROP COLUMN "note";'],
    ["drops a default", "alter table gift alter column note drop default;"],
    ["renames", "alter table gift rename column note to remark;"],
    ["changes a type", 'alter table gift alter column "note" set data type varchar(9);'],
    ["forbids null", "alter table gift alter column note set not null;"],
    ["requires a value that nobody sets", "alter table gift add column note text not null;"],
    ["checks all rows", "alter table gift add constraint few check (length(note) < 9);"],
    ["blocks writes to create an index", "create index gift_note on gift (note);"],
    ["changes rows", "update gift set note = '';"],
    ["hides it among other statements", "create table other (id int);\ndrop table gift;"],
  ])("%s", (_, sql) => {
    expect(findViolations(sql)).toHaveLength(1);
  });
});

describe("a migration may", () => {
  it.each([
    [
      "add a table with its indexes",
      "create table gift (id int not null);\ncreate index g on gift (id);",
    ],
    [
      "alter a table that it creates",
      "create table gift (id int); alter table gift alter column id set not null;",
    ],
    ["add columns", "alter table gift add column a text, add column b int not null default 0;"],
    ["create an index concurrently", "create index concurrently g on gift (note);"],
    [
      "add a constraint for new rows",
      "alter table gift add constraint few check (a < 9) not valid;",
    ],
    [
      "replace a function",
      "create or replace function f() returns int language sql as $$ update g set a = 1; select 1 $$;",
    ],
    [
      "break a rule with a stated reason",
      "-- safe: unused since the release before last.\nalter table gift drop column note;",
    ],
    ["mention it in a comment", "-- We only talk about drop table.\ncreate table gift (id int);"],
  ])("%s", (_, sql) => {
    expect(findViolations(sql)).toEqual([]);
  });
});
