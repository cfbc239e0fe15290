import { expect, it } from "vitest";
import { formPath, readChoices } from "./choices.ts";

const FUND = { fund_id: "annual-fund", name: "Annual Fund", description: "", tax_deductible: true };
const school = { funds: [{ ...FUND, benefit_value_usd: null }] } as never;

const read = (query: string) => readChoices(school, Object.fromEntries(new URLSearchParams(query)));

it("reads what a path says", () => {
  const path = formPath("ohio-state", { amount: 31.5, fund: "annual-fund", account: "a" });
  expect(path).toBe("/give/ohio-state?amount=31.5&fund=annual-fund&account=a");
  expect(read(path.split("?")[1] as string)).toEqual({
    amount: "31.5",
    fund_designation: "annual-fund",
    loyalty_account_id: "a",
  });
  expect(read("amount=1,240.50&fund=Annual+Fund")).toEqual({
    amount: "1240.5",
    fund_designation: "annual-fund",
  });
});

it.each(["", "amount=0", "amount=-5", "amount=19.999", "amount=1e3", "amount=99999999999"])(
  "ignores what nobody can give: %s",
  (query) => expect(read(query)).toEqual({}),
);

it("ignores a fund that isn't the school's", () => expect(read("fund=Send+it+to+me")).toEqual({}));
