import { expect, it } from "vitest";
import { rateFlag } from "./flags.ts";

it.each(["1e21", "1000001", "0", "-1", "NaN", "Infinity", "0.0000001"])(
  "no points are counted at a rate of %s",
  (rate) => {
    expect(() => rateFlag(rate)).toThrow("It must be greater than 0 and at most 1000000");
  },
);

it("a rate may have six decimals", () => {
  expect(rateFlag("0.000001")).toBe(0.000001);
});
