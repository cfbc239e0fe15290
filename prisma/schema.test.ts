import { readFileSync } from "node:fs";
import path from "node:path";
import { type Field, getSchema, type Model, type Schema, type View } from "@mrleebo/prisma-ast";
import { beforeAll, describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";

const schema: Schema = getSchema(
  readFileSync(path.resolve(import.meta.dirname, "schema.prisma"), "utf8"),
);
const models = schema.list.filter((block): block is Model => block.type === "model");
const views = schema.list.filter((block): block is View => block.type === "view");
const modelNames = new Set(models.map((model) => model.name));

/** The text of an attribute's argument: `@map("x")` and `@@index(…, map: "x")`. */
function mapOf(attributes: unknown[] | undefined, names: string[]): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: the parser's tree has many shapes.
  return ((attributes ?? []) as any[]).flatMap((attribute) => {
    if (!names.includes(attribute.name)) return [];
    const named = attribute.args?.find(
      (arg: { value: { key?: string } }) => arg.value?.key === "map",
    );
    const text =
      named?.value.value ?? (attribute.name === "map" ? attribute.args?.[0]?.value : null);
    return typeof text === "string" ? [text.replaceAll('"', "")] : [];
  });
}

const properties = (model: Model | View) =>
  model.properties as unknown as (Field & { name: string })[];
const tableOf = (model: Model | View) =>
  mapOf(
    properties(model).filter((p) => (p.type as string) === "attribute"),
    ["map"],
  )[0];
const fieldsOf = (model: Model | View) =>
  properties(model).filter(
    (p) => p.type === "field" && !modelNames.has(String((p as Field).fieldType)),
  );

const SQL_TYPE: Record<string, string> = {
  String: "text",
  Int: "int4",
  BigInt: "int8",
  Float: "float8",
  Boolean: "bool",
  DateTime: "timestamptz",
  Json: "jsonb",
  Bytes: "bytea",
};

const NATIVE_TYPE: Record<string, string> = { Uuid: "uuid", SmallInt: "int2", Date: "date" };

function columnOf(field: Field): string {
  const name = mapOf(field.attributes, ["map"])[0] ?? field.name;
  const native = (field.attributes ?? []).find((a) => a.group === "db")?.name;
  const base = NATIVE_TYPE[native ?? ""] ?? SQL_TYPE[String(field.fieldType)];
  return `${name} ${field.array ? `_${base}` : base} ${field.optional ? "null" : "not null"}`;
}

/** One side of a relation between two tables has the columns. */
const isForeignKey = ({ name, args }: { name: string; args?: { value: unknown }[] }) =>
  name === "relation" && args?.some(({ value }) => (value as { key?: string }).key === "fields");

type Column = { table_name: string; column_name: string; udt_name: string; is_nullable: string };

describe("the schema file and the migrated database agree", () => {
  const columns = new Map<string, string[]>();
  let indexes: { table: string; name: string; unique: boolean; partial: boolean }[];

  beforeAll(async () => {
    const { rows } = await pool().query<Column>(
      `select table_name, column_name, udt_name, is_nullable from information_schema.columns
       where table_schema = 'public' and table_name <> '_prisma_migrations'`,
    );
    for (const row of rows) {
      const nullable = row.is_nullable === "YES" ? "null" : "not null";
      const column = `${row.column_name} ${row.udt_name} ${nullable}`;
      columns.set(row.table_name, [...(columns.get(row.table_name) ?? []), column]);
    }
    indexes = (
      await pool().query(
        `select t.relname as table, i.relname as name, x.indisunique as unique,
           (x.indpred is not null or x.indexprs is not null) as partial
         from pg_index x join pg_class i on i.oid = x.indexrelid
         join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
         where n.nspname = 'public' and not x.indisprimary and t.relname <> '_prisma_migrations'`,
      )
    ).rows;
  });

  it("on the tables and views", () => {
    expect([...models, ...views].map(tableOf).sort()).toEqual([...columns.keys()].sort());
  });

  it.each(views.map((view) => [view.name, view] as const))("on the columns of %s", (_, view) => {
    // PostgreSQL doesn't know which columns of a view may be null.
    const expected = fieldsOf(view).map((field) => columnOf({ ...field, optional: true } as Field));
    expect(expected.sort()).toEqual((columns.get(tableOf(view) ?? "") ?? []).sort());
  });

  it.each(models.map((model) => [model.name, model] as const))(
    "on the columns of %s",
    (_, model) => {
      const expected = fieldsOf(model).map((field) => columnOf(field as Field));
      expect(expected.sort()).toEqual((columns.get(tableOf(model) ?? "") ?? []).sort());
    },
  );

  it("on indexes and unique keys (partial and expression indexes are only in the migrations)", () => {
    const named = models.flatMap((model) => [
      ...mapOf(properties(model), ["index"]).map((name) => `${tableOf(model)} ${name}`),
      ...mapOf(properties(model), ["unique"]).map((name) => `${tableOf(model)} ${name} unique`),
      ...fieldsOf(model).flatMap((field) =>
        mapOf((field as Field).attributes, ["unique"]).map((n) => `${tableOf(model)} ${n} unique`),
      ),
    ]);
    const actual = indexes
      .filter(({ partial }) => !partial)
      .map(({ table, name, unique }) => `${table} ${name}${unique ? " unique" : ""}`);
    expect(named.sort()).toEqual(actual.sort());
  });

  it("on foreign keys", async () => {
    const { rows } = await pool().query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to
       from pg_constraint where contype = 'f'`,
    );
    const actual = rows.map(({ from, to }) => `${from} → ${to}`);
    const tables = new Map(models.map((model) => [model.name, tableOf(model)]));
    const relations = models.flatMap((model) =>
      properties(model)
        .filter((p) => p.attributes?.some((attribute) => isForeignKey(attribute)))
        .map((p) => `${tableOf(model)} → ${tables.get(String((p as Field).fieldType))}`),
    );
    expect(relations.sort()).toEqual(actual.sort());
  });
});
