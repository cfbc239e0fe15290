import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const document = read("docs/asvs.md");

/** The first cells of all rows that begin with a requirement. */
const firstCells = [...document.matchAll(/^\| (\d[\d., ]+) \|/gm)].map(([, cell]) => cell ?? "");

it("every requirement of levels 1 and 2 has its place, and one only", () => {
  const ids: string[] = JSON.parse(read("docs/asvs-5.0.0-ids.json"));
  const required = ids.flatMap((chapter) => chapter.split(" "));
  expect(required).toHaveLength(253);
  const listed = firstCells.flatMap((cell) => cell.split(", "));
  expect(listed.toSorted()).toEqual(required.toSorted());
});

it("every row says how it stands", () => {
  const rows = document.split("\n").filter((line) => /^\| (\d|API\d)/.test(line));
  expect(rows.length).toBeGreaterThan(150);
  for (const row of rows) {
    const cells = row.split(" | ");
    expect(["yes", "part", "no", "none"], row).toContain(cells[2]);
    // What is claimed has to be shown.
    if (cells[2] !== "none") expect(cells[3]?.replace(/[ |]/g, ""), row).not.toBe("");
  }
});

describe.each(["docs/security.md", "docs/asvs.md", "docs/threat-model.md"])("%s", (name) => {
  const text = read(name);
  const files = [...text.matchAll(/`([\w./()[\]-]+\.(?:tsx?|mjs|md|json|js))`/g)];

  it("names only files that are there", () => {
    expect(files.length).toBeGreaterThan(20);
    for (const [, path = ""] of files) expect.soft(existsSync(join(root, path)), path).toBe(true);
  });

  it("names only tests that are there, in the file before", () => {
    const named = [...text.matchAll(/`([\w./()[\]-]+\.tsx?)`\s“([^”]+)”/g)];
    expect(text.match(/“/g)?.length ?? 0).toBe(named.length);
    for (const [, path = "", title = ""] of named) {
      expect.soft(read(path).includes(title), `${title} in ${path}`).toBe(true);
    }
  });
});
