import { expect, it } from "vitest";
import { asCents } from "../money.ts";
import { type Giving, wordingOf } from "./wording.ts";

const giving = (changes: Partial<Giving>): Giving => ({
  amountCents: asCents(12_550),
  deductibility: "full",
  goodFaithValueCents: null,
  foundation: "Buckeye Fund",
  designation: "Annual Fund",
  ...changes,
});

const REBATE = "may be treated as a rebate; please ask a tax adviser.";

it("says of a full one that nothing was given in return", () => {
  const wording = wordingOf(giving({}));
  expect(wording).toMatchObject({
    deductibility: "full",
    goods_or_services_value_usd: 0,
    deductible_amount_usd: 125.5,
  });
  expect(wording.statement).toContain("No goods or services were provided in exchange");
});

it("takes off what the donor got back, and says whose estimate that is", () => {
  const wording = wordingOf(
    giving({ deductibility: "quid_pro_quo", goodFaithValueCents: asCents(4_005) }),
  );
  expect(wording).toMatchObject({
    goods_or_services_value_usd: 40.05,
    deductible_amount_usd: 85.45,
  });
  expect(wording.statement).toContain(
    "Buckeye Fund estimates their value in good faith at $40.05.",
  );
  expect(wording.statement).toContain("is deductible: $85.45.");
});

it("never lets less than nothing be deducted", () => {
  const wording = wordingOf(
    giving({
      amountCents: asCents(1_000),
      deductibility: "quid_pro_quo",
      goodFaithValueCents: asCents(4_000),
    }),
  );
  expect(wording.deductible_amount_usd).toBe(0);
  expect(wording.statement).toContain("is deductible: $0.00.");
});

it("says of a right to buy seats that nothing is deductible", () => {
  const wording = wordingOf(giving({ deductibility: "none" }));
  expect(wording).toMatchObject({ goods_or_services_value_usd: null, deductible_amount_usd: 0 });
  expect(wording.statement).toContain("no part of it is stated to be deductible");
  expect(wording.statement).not.toContain("No goods or services");
});

it("claims nothing where the designation names no fund", () => {
  const wording = wordingOf(giving({ deductibility: null, designation: "For the band" }));
  expect(wording).toMatchObject({
    deductibility: null,
    goods_or_services_value_usd: null,
    deductible_amount_usd: null,
  });
  expect(wording.statement).toContain("“For the band”. Buckeye Fund decides");
  expect(wording.statement).not.toContain("No goods or services");
});

it.each(["full", "quid_pro_quo", "none", null] as const)("warns of points: %s", (deductibility) => {
  expect(wordingOf(giving({ deductibility })).statement).toContain(REBATE);
});
