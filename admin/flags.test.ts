import { expect, it } from "vitest";
import { dollarsFlag, rateFlag, timeZoneFlag } from "./flags.ts";

it.each(["1e21", "1000001", "0", "-1", "NaN", "Infinity", "0.0000001"])(
  "a rate can't be %s",
  (rate) => {
    expect(() => rateFlag(rate)).toThrow("It must be greater than 0 and at most 1000000");
  },
);

it("a rate can have six decimals", () => {
  expect(rateFlag("0.000001")).toBe(0.000001);
});

it.each(["0", "-1", "1e3", "10.001", "9999999999", ""])("a limit can't be %s dollars", (usd) => {
  expect(() => dollarsFlag(usd)).toThrow("It must be an amount in dollars");
});

it("a limit can have cents", () => {
  expect(dollarsFlag("999.50")).toBe(99_950);
});

it("a time zone must exist", () => {
  expect(timeZoneFlag("America/Chicago")).toBe("America/Chicago");
  expect(() => timeZoneFlag("Ohio")).toThrow("It must be a time zone");
});
