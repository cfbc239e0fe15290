import { expect, it } from "vitest";
import { formatDay, formatMoment } from "./dates.ts";

it("formats dates and times like the rest of the product, with spaces that every typeface has", () => {
  expect(formatDay("2026-11-21")).toBe("Nov 21, 2026");
  expect(formatMoment(new Date("2026-11-21T14:06:00.000Z"))).toBe("Nov 21, 2026, 2:06 PM UTC");
});
