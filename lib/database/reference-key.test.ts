import { describe, expect, it } from "vitest";
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
    "select reference_key(t) as key from unnest($1::text[]) with ordinality u(t, n) order by n";
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
