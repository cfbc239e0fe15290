/** The guide for foundations matches the files. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { OWN_COLUMNS } from "#lib/batches/formats/line.ts";
import npsp from "#lib/batches/formats/metadata/npsp.json" with { type: "json" };
import raisersEdge from "#lib/batches/formats/metadata/raisers-edge.json" with { type: "json" };
import { NPSP_COLUMNS } from "#lib/batches/formats/npsp.ts";
import { CONSTITUENT_COLUMNS, GIFT_COLUMNS } from "#lib/batches/formats/raisers-edge.ts";
import { giftNumberOf, parseGiftNumber } from "#lib/donations/gift-number.ts";

const guide = readFileSync(path.join(import.meta.dirname, "batches.md"), "utf8");

/** The columns that a table of the guide describes, in order. */
function describedAfter(heading: string) {
  const table = guide.split(heading)[1]?.split("|---|")[1]?.split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, text]) => ({ name, text }));
}

it.each([
  ["our own file", "## Our own file", OWN_COLUMNS],
  ["constituents", "### Constituents", CONSTITUENT_COLUMNS],
  ["gifts", "### Gifts", GIFT_COLUMNS],
  ["NPSP", "## Salesforce Nonprofit Success Pack", NPSP_COLUMNS],
])("describes each column of %s, in order", (_, heading, columns) => {
  expect(describedAfter(heading).map(({ name }) => name)).toEqual(Object.keys(columns));
});

const CITED = {
  npsp: npsp.fields,
  gifts: raisersEdge.gifts.fields,
  constituents: raisersEdge.constituents.fields,
};

it.each([
  ["### Constituents", CITED.constituents],
  ["### Gifts", CITED.gifts],
  ["## Salesforce Nonprofit Success Pack", CITED.npsp],
])("cites the source of each column after %s, and says which names are ours", (heading, fields) => {
  for (const { name = "", text = "" } of describedAfter(heading)) {
    const { source } = (fields as Record<string, { source: string }>)[name] ?? { source: "" };
    const [, article] = /Article\/(\d+)/.exec(source) ?? [];
    const [, file] = /(\w+)\.(?:field-meta|cls|md-meta)/.exec(source) ?? [];
    const cited = article ?? file ?? (source.includes("ours") ? "our name" : "public programs");
    expect(text, name).toContain(cited);
  }
});

it("shows gift numbers that exist", () => {
  const [number = ""] = /G-Q\w+/.exec(guide) ?? [];
  expect(parseGiftNumber(number)).not.toBeNull();
  expect(number).toBe(giftNumberOf("01989a64-8d20-7b1c-9a44-2f7f0f6f5a10"));
});
