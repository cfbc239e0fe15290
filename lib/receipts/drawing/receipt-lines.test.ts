import { expect, it } from "vitest";
import { longDate, longTime } from "./receipt-lines.ts";

it("writes dates and times as everywhere, with spaces that the main typeface has", () => {
  expect(longDate("2026-11-21")).toBe("Nov 21, 2026");
  expect(longTime("2026-11-21T14:06:00.000Z")).toBe("Nov 21, 2026, 2:06 PM UTC");
});
