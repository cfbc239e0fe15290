/** The guide for foundations matches the files. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { NPSP_COLUMNS } from "#lib/batches/formats/npsp.ts";
import { OWN_COLUMNS } from "#lib/batches/formats/own.ts";
import { CONSTITUENT_COLUMNS, GIFT_COLUMNS } from "#lib/batches/formats/raisers-edge.ts";
import { giftNumberOf, parseGiftNumber } from "#lib/donations/gift-number.ts";

const guide = readFileSync(path.join(import.meta.dirname, "batches.md"), "utf8");

it("describes each column of our own file, in order", () => {
  const [, table = ""] = guide.split("| Column | What it is |\n|---|---|\n");
  const rows = (table.split("\n\n")[0] ?? "").split("\n");
  const described = Object.entries(OWN_COLUMNS).map(
    ([name, { about }]) => `| \`${name}\` | ${about} |`,
  );
  expect(rows).toEqual(described);
});

it("names each column of the import formats, in order", () => {
  const named = (from: string) =>
    [...(guide.split(from)[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const isIn = (columns: readonly string[]) => (name?: string) => columns.includes(name ?? "");
  const once = (names: (string | undefined)[]) => [...new Set(names)];
  expect(once(named("- Constituents:").filter(isIn(CONSTITUENT_COLUMNS)))).toEqual([
    ...CONSTITUENT_COLUMNS,
  ]);
  expect(once(named("- Gifts:").filter(isIn(GIFT_COLUMNS)))).toEqual([...GIFT_COLUMNS]);
  expect(once(named("SalesforceFoundation/NPSP").filter(isIn(NPSP_COLUMNS)))).toEqual([
    ...NPSP_COLUMNS,
  ]);
});

it("shows gift numbers that exist", () => {
  const [number = ""] = /G-Q\w+/.exec(guide) ?? [];
  expect(parseGiftNumber(number)).not.toBeNull();
  expect(number).toBe(giftNumberOf("01989a64-8d20-7b1c-9a44-2f7f0f6f5a10"));
});
