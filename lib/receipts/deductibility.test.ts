import { expect, it } from "vitest";
import { asCents } from "../money.ts";
import { type Contribution, taxFieldsOf } from "./deductibility.ts";

const contribution = (changes: Partial<Contribution>): Contribution => ({
  amountCents: asCents(12_550),
  deductibility: "full",
  goodFaithValueCents: null,
  foundation: "Buckeye Fund",
  designation: "Annual Fund",
  ...changes,
});

const REBATE = "may be treated as a rebate. Please ask a tax advisor.";

it("states for a fully deductible contribution that nothing was provided in exchange", () => {
  const fields = taxFieldsOf(contribution({}));
  expect(fields).toMatchObject({
    deductibility: "full",
    goods_or_services_value_usd: 0,
    deductible_amount_usd: 125.5,
  });
  expect(fields.statement).toContain("No goods or services were provided in exchange");
});

it("subtracts the benefits' value, and names whose estimate it is", () => {
  const fields = taxFieldsOf(
    contribution({ deductibility: "quid_pro_quo", goodFaithValueCents: asCents(4_005) }),
  );
  expect(fields).toMatchObject({
    goods_or_services_value_usd: 40.05,
    deductible_amount_usd: 85.45,
  });
  expect(fields.statement).toContain(
    "Buckeye Fund’s good-faith estimate of their value is $40.05.",
  );
  expect(fields.statement).toContain("minus that value: $85.45.");
});

it("never makes the deductible amount negative", () => {
  const fields = taxFieldsOf(
    contribution({
      amountCents: asCents(1_000),
      deductibility: "quid_pro_quo",
      goodFaithValueCents: asCents(4_000),
    }),
  );
  expect(fields.deductible_amount_usd).toBe(0);
  expect(fields.statement).toContain("minus that value: $0.00.");
});

it("states for seat-purchase rights that nothing is deductible", () => {
  const fields = taxFieldsOf(contribution({ deductibility: "none" }));
  expect(fields).toMatchObject({ goods_or_services_value_usd: null, deductible_amount_usd: 0 });
  expect(fields.statement).toContain("no part of it is stated to be deductible");
  expect(fields.statement).not.toContain("No goods or services");
});

it("claims nothing if the designation names no fund", () => {
  const fields = taxFieldsOf(contribution({ deductibility: null, designation: "For the band" }));
  expect(fields).toMatchObject({
    deductibility: null,
    goods_or_services_value_usd: null,
    deductible_amount_usd: null,
  });
  expect(fields.statement).toContain("“For the band”. Buckeye Fund decides");
  expect(fields.statement).not.toContain("No goods or services");
});

it.each(["full", "quid_pro_quo", "none", null] as const)(
  "includes the note on points: %s",
  (deductibility) => {
    expect(taxFieldsOf(contribution({ deductibility })).statement).toContain(REBATE);
  },
);
