import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { expect, it } from "vitest";
import { createDatabase } from "../../../test/database.ts";
import { openPool } from "./harness.ts";

const README = path.resolve(import.meta.dirname, "..", "README.md");

const DEFINITIONS = `
  select format('column %s %s not null: %s default: %s', attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as definition
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = 'executor_run'::regclass and attnum > 0 and not attisdropped
  union all select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'executor_run'::regclass and contype <> 'n'
  union all select indexdef from pg_indexes where tablename = 'executor_run'
  union all select unnest(reloptions) from pg_class where oid = 'executor_run'::regclass
  order by 1`;

const definitionsIn = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query<{ definition: string }>(DEFINITIONS)).rows.map((row) => row.definition);

it("the README's table matches the migrations", async () => {
  const ddl = /```sql\n(create table.+?)```/is.exec(readFileSync(README, "utf8"))?.[1] ?? "";
  const [migrated, documented] = [await createDatabase(), await createDatabase("template0")];
  const pools = [openPool(migrated.url), openPool(documented.url)] as const;
  await pools[1].query(ddl);
  const expected = await definitionsIn(pools[0]);
  expect(expected.length).toBeGreaterThan(20);
  expect(await definitionsIn(pools[1])).toEqual(expected);
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all([migrated.drop(), documented.drop()]);
});
