import { expect, it } from "vitest";
import * as flag from "./flags.ts";

it.each(["1e21", "1000001", "0", "-1", "NaN", "Infinity", "0.0000001"])(
  "a rate can't be %s",
  (rate) => {
    expect(() => flag.rate(rate)).toThrow("It must be greater than 0 and at most 1000000");
  },
);

it("a rate can have six decimals", () => {
  expect(flag.rate("0.000001")).toBe(0.000001);
});

it.each(["0", "-1", "1e3", "10.001", "9999999999", ""])("a limit can't be %s dollars", (usd) => {
  expect(() => flag.dollars(usd)).toThrow("It must be an amount in dollars");
});

it("a limit can have cents", () => {
  expect(flag.dollars("999.50")).toBe(99_950);
});

it("a time zone must exist", () => {
  expect(flag.timeZone("America/Chicago")).toBe("America/Chicago");
  expect(() => flag.timeZone("Ohio")).toThrow("It must be a time zone");
});
