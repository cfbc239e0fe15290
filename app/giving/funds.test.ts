import { describe, expect, it } from "vitest";
import type { Fund } from "#lib/schools/contract.ts";
import { firstFund, fundOption, fundOptions } from "./funds.ts";

const fund = (fund_id: string, name: string): Fund => ({
  fund_id,
  name,
  description: "",
  deductibility: "full",
  good_faith_value_usd: null,
  minimum_donation_usd: null,
});
const school = { funds: [fund("annual-fund", "Annual Fund"), fund("rowing", "Rowing")] };
const valuesOf = (defaults: Parameters<typeof fundOptions>[1]) =>
  fundOptions(school, defaults).map(({ value }) => value);

describe("the funds to choose from", () => {
  it("are the school's", () => {
    expect(valuesOf({})).toEqual(["annual-fund", "rowing"]);
    expect(valuesOf({ offered: "ROWING" })).toEqual(["annual-fund", "rowing"]);
  });

  it("start with the bank's own text if it names none of them", () => {
    expect(valuesOf({ offered: "Band trip" })).toEqual(["Band trip", "annual-fund", "rowing"]);
  });

  it("are only the locked one", () => {
    expect(valuesOf({ offered: "Rowing", isLocked: true })).toEqual(["rowing"]);
    expect(valuesOf({ offered: "Band trip", isLocked: true })).toEqual(["Band trip"]);
  });
});

it("the default is the bank's fund, then the preferred one, then the school's first", () => {
  expect(firstFund(school, { offered: "rowing", preferred: "annual-fund" })).toBe("rowing");
  expect(firstFund(school, { preferred: "Rowing" })).toBe("rowing");
  expect(firstFund(school, { preferred: "gone" })).toBe("annual-fund");
  expect(firstFund({ funds: [] }, {})).toBe("Where it’s needed most");
});

it("text that names no fund makes no claim about taxes", () => {
  expect(fundOption(school.funds, "Band trip")).toMatchObject({ tax: null, taxDetail: null });
});
