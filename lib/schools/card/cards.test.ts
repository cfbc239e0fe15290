import { expect, it, vi } from "vitest";
import data from "#prisma/data/schools.json" with { type: "json" };
import { drawCard, nameSize } from "./cards.ts";
import { widthOf } from "./drawing.ts";

const SCHOOL = {
  school_id: "test-state",
  name: "Test State",
  foundation_name: "Test State Athletics Fund",
  colors: ["#ba0c2f", "#a7b1b7"],
  motif: "pennants" as const,
};

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer);
  return [view.getUint32(16), view.getUint32(20)];
};

it("every school's name fits on one or two lines", () => {
  for (const { name } of data.schools) {
    const size = nameSize(name);
    expect.soft(size, name).toBeGreaterThan(100);
    const width = widthOf("display", name) * size;
    expect.soft(width, name).toBeLessThan(2 * 664);
    if (size > 164) expect.soft(width, name).toBeLessThanOrEqual(664.1);
  }
});

it("names that are too long get the smallest size, and the card clips them", () => {
  expect(nameSize("x".repeat(255))).toBe(60);
  expect(nameSize("word ".repeat(51))).toBe(60);
});

it("draws accents and the okina, and omits characters that the typeface lacks", () => {
  const width = (text: string) => widthOf("display", text);
  expect(width("San José")).toBeCloseTo(width("San Jose"), 1);
  expect(width("Hawaiʻi")).toBeGreaterThan(width("Hawaii"));
  expect(width("明🎟️")).toBe(0);
});

it("a card is a PNG of 1200 × 630, drawn without the network", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const brandName = "明🎟️ Giving ©";
  const school = { ...SCHOOL, monogram: "TS" };
  const hostile = `"><script>&amp;</script>${"明🎟️".repeat(20)} ${"x".repeat(200)}`;
  const cards = await Promise.all([
    drawCard({ kind: "school", brandName, school: SCHOOL }),
    drawCard({ kind: "landing", brandName, schools: [school, school] }),
    drawCard({ kind: "school", brandName: "", school: { ...SCHOOL, name: "" } }),
    drawCard({
      kind: "school",
      brandName: hostile,
      school: { ...SCHOOL, name: hostile, foundation_name: hostile, colors: [hostile] },
    }),
  ]);
  const addresses = fetched.mock.calls.map(([address]) => String(address));
  fetched.mockRestore();
  expect(addresses.filter((address) => !address.startsWith("data:"))).toEqual([]);
  for (const png of cards) expect(sizeOf(png)).toEqual([1200, 630]);
});
