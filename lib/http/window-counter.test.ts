import { expect, it } from "vitest";
import { WindowCounter } from "./window-counter.ts";

it("keeps at most the given number of windows, and evicts the oldest first", () => {
  const windows = new WindowCounter(60, 100);
  for (let n = 0; n < 10_000; n++) windows.add(`2001:db8:0:${n.toString(16)}::`);
  expect(windows.size).toBe(100);
  expect(windows.find("2001:db8:0:0::")).toBeUndefined();
  expect(windows.add(`2001:db8:0:${(9_999).toString(16)}::`).count).toBe(2);
});

it("starts at zero once a window has ended, and evicts ended windows", () => {
  const windows = new WindowCounter(0, 100);
  for (let n = 0; n < 50; n++) expect(windows.add(`key-${n}`).count).toBe(1);
  expect(windows.add("key-0").count).toBe(1);
  expect(windows.size).toBe(1);
});
