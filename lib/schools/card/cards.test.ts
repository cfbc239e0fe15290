import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { drawCard } from "./draw-card.ts";
import { drawSchoolCard } from "./school-card.ts";

type Listed = { school_id: string; name: string; foundation_name: string; colors: string[] };

const directory = JSON.parse(
  readFileSync(new URL("../../../prisma/data/schools.json", import.meta.url), "utf8"),
);
const schools: Listed[] = Array.isArray(directory) ? directory : directory.schools;

const SCHOOL = {
  school_id: "test-state",
  name: "Test State",
  foundation_name: "Test State Athletics Fund",
  colors: ["#ba0c2f", "#a7b1b7"],
};

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer);
  return [view.getUint32(16), view.getUint32(20)];
};

it("every school's name is drawn whole", () => {
  for (const school of schools) {
    const card = drawSchoolCard({ kind: "school", brandName: "Points to Giving", school });
    expect.soft(card, school.name).not.toContain("NaN");
    expect.soft(card.length, school.name).toBeLessThan(120_000);
  }
});

it("no text of a school ends up in the drawing's markup", () => {
  const hostile = '"><script>&amp;</script>';
  const card = drawSchoolCard({
    kind: "school",
    brandName: hostile,
    school: { ...SCHOOL, name: hostile, foundation_name: hostile },
  });
  expect(card).not.toMatch(/script|amp;/);
});

it("a card is a PNG of 1200 × 630, made without the network", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const brandName = "明🎟️ Giving ©";
  const school = { ...SCHOOL, monogram: "TS" };
  const cards = await Promise.all([
    drawCard({ kind: "school", brandName, school: SCHOOL }),
    drawCard({ kind: "landing", brandName, schools: [school, school] }),
  ]);
  const addresses = fetched.mock.calls.map(([address]) => String(address));
  fetched.mockRestore();
  expect(addresses.filter((address) => !address.startsWith("data:"))).toEqual([]);
  for (const png of cards) expect(sizeOf(png)).toEqual([1200, 630]);
});
