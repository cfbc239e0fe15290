import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { migrate } from "#installation/migrate.ts";
import { projectRoot } from "#installation/project-root.ts";
import { createDatabase } from "#test/database.ts";
import { seeded } from "#test/random.ts";
import { pool } from "./pool.ts";

/** The same form, by the properties that Unicode names. */
const canonicalForm = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")
    .normalize("NFC") || text;

async function keysOf(texts: string[]): Promise<string[]> {
  const sql =
    "select reference_key(t, true) as key from unnest($1::text[]) with ordinality u(t, n) order by n";
  const { rows } = await pool().query<{ key: string }>(sql, [texts]);
  return rows.map(({ key }) => key);
}

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code));

/** Characters that combine, vanish, or stay, depending on what is next to them. */
const PARTS = [
  "a",
  "A",
  " ",
  "\u00a0",
  "\u2028",
  "\t",
  "\r\n",
  "\u200b",
  "\u034f",
  "\ufeff",
  "e\u0301",
].concat(["\u00e9", "\u0323", "\u0307", "\u1100\u1161", "\uac00", "\u2001", "\u{e0101}", "\u0301"]);

describe("a reference's key", () => {
  it("follows Unicode's properties for every character", async () => {
    const texts: string[] = [];
    for (let start = 0; start < CHARACTERS.length; start += 5_000) {
      texts.push(CHARACTERS.slice(start, start + 5_000).join("x"));
    }
    expect(await keysOf(texts)).toEqual(texts.map(canonicalForm));
  });

  it("follows them at the ends, and alone", async () => {
    const characters = CHARACTERS.filter((c) =>
      /[\p{Z}\p{Cc}\p{Cf}\p{DI}\p{M}\p{White_Space}]/u.test(c),
    );
    const texts = characters.flatMap((character) => [character, `${character}x${character}`]);
    expect(await keysOf(texts)).toEqual(texts.map(canonicalForm));
  });

  it(
    "is its own key, and ignores whatever nobody sees, in any order",
    seeded(async ({ pick, below }) => {
      const texts = Array.from({ length: 3_000 }, () =>
        Array.from({ length: 1 + below(8) }, () => pick(PARTS)).join(""),
      );
      const keys = await keysOf(texts);
      expect(keys).toEqual(texts.map(canonicalForm));
      expect(await keysOf(keys)).toEqual(keys);
    }),
  );
});

/** A database of the release before canonical forms, with this release's migrations still to come. */
async function earlierDatabase() {
  const database = await createDatabase("template0");
  const folder = mkdtempSync(join(tmpdir(), "points-earlier-"));
  const migrations = join(projectRoot, "prisma", "migrations");
  for (const name of readdirSync(migrations).filter((name) => name < "20261130000060")) {
    cpSync(join(migrations, name), join(folder, name), { recursive: true });
  }
  await migrate(database.url, { folder });
  rmSync(folder, { recursive: true });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    client,
    url: database.url,
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.drop();
    },
  };
}

const BANK = "01989a64-1c5a-7d3e-8f21-000000000001";

describe("an upgrade", () => {
  it("keeps earlier donations and accounts that look the same, and takes no further ones", async () => {
    await using database = await earlierDatabase();
    const { client } = database;
    // Without the tables that these refer to.
    await client.query("set session_replication_role = replica");
    const add = (reference: string) =>
      client.query(
        `insert into donation (id, bank_id, school_id, fund_designation, amount_cents, points_redeemed,
           bank_transaction_ref, request_hash, channel, notify_cardholder, recurring, status, created_at,
           estimated_confirmation_at)
         values (gen_random_uuid(), $1, 's', 'f', 100, 0, $2, '', 'bank', true, false, 'pending',
           clock_timestamp(), now()) on conflict do nothing`,
        [BANK, reference],
      );
    const link = (user: string) =>
      client.query(
        `insert into account (id, bank_id, bank_user_id, cardholder_id, email, display_name,
           loyalty_program_id, status, linked_at, last_active_at)
         values (gen_random_uuid(), $1, $2, $1, 'p@example.test', 'P', 'gold', 'active', clock_timestamp(), now())
         on conflict do nothing`,
        [BANK, user],
      );
    const earlier = ["inv-1", "inv-1 ", "\u200binv-1", " inv-2", "inv-2\n", "\u200b"];
    for (const text of earlier) await Promise.all([await add(text), await link(text)]);
    await migrate(database.url);

    const texts = async (table: string, column: string) => {
      const { rows } = await client.query(`select ${column} as text from ${table} order by 1`);
      return rows.map(({ text }) => text).sort();
    };
    expect(await texts("donation", "bank_transaction_ref")).toEqual([...earlier].sort());
    // As processes of the earlier release insert, which name no key.
    for (const text of ["inv-1", "inv-1\ufeff", "inv-2", "\ninv-2", "inv-2\n", "\u200b"]) {
      expect((await add(text)).rowCount, JSON.stringify(text)).toBe(0);
      expect((await link(text)).rowCount, JSON.stringify(text)).toBe(0);
    }
    expect((await add("inv-3")).rowCount).toBe(1);
    expect((await add("inv-3\u00a0")).rowCount).toBe(0);
    expect(await texts("account", "bank_user_id")).toEqual([...earlier].sort());
  });
});
