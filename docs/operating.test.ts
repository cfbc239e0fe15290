/** The operator's guide matches the product; its shell blocks run in test/process/guides.long.test.ts. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SETTING_NAMES } from "#lib/env.ts";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

it("its table has every setting, with the default that .env.example shows", () => {
  const rows = [...read("docs/settings.md").matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`)? ?\|/gm)];
  const table = Object.fromEntries(rows.map(([, name, value = ""]) => [name, value]));
  const example = [...read(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)];
  const defaults = Object.fromEntries(example.map(([, name, value]) => [name, value]));
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, defaults[name]]));
  expect(Object.fromEntries(Object.entries(table).filter(([name]) => name in settings))).toEqual(
    settings,
  );
});
