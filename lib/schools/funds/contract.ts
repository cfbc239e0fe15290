/** A school's own funds, for its team and its programs. */
import { z } from "zod";
import { contract, listContract } from "../../contract.ts";
import * as field from "../../fields.ts";
import { DEDUCTIBILITY, EXAMPLE_FUND, fundFields } from "../contract.ts";

/** Funds of one school, retired ones included. */
export const MAX_FUNDS = 100;

const EXAMPLE = {
  ...EXAMPLE_FUND,
  minimum_donation_usd: 50,
  platform_code: "ATH-ANNUAL",
  attraction_id: null,
  venue_id: null,
  retired_at: null,
};

const TERMS =
  "Changes apply to gifts accepted afterward. Receipts of earlier gifts state the tax class and the value of benefits as " +
  "they were when the gift was accepted, and receipts already issued never change.";

export const schoolFund = fundFields
  .extend({
    minimum_donation_usd: field.responseDollars
      .nullable()
      .describe(
        "The fund's own minimum, in US dollars. A gift must be at least this and the school's minimum. Null for none.",
      ),
    platform_code: field.nullableText.describe(
      "The fund's code in your own gift records, for files that you import. Null for none.",
    ),
    attraction_id: field.nullableText.describe(
      "The fund's attraction on your ticketing platform, sent with each gift. Null for none.",
    ),
    venue_id: field.nullableText.describe(
      "The fund's venue on your ticketing platform, sent with each gift. Null for none.",
    ),
    retired_at: field.nullableTime.describe(
      "When the fund was retired: it takes no new gifts. Null while it's in use.",
    ),
  })
  .meta({ id: "SchoolFund", examples: [EXAMPLE] });

export type SchoolFund = z.infer<typeof schoolFund>;

const name = field
  .line({ min: 1, max: 100 })
  .describe("The fund's name, unique among the school's funds in use, ignoring case.");
const description = field.line({ max: 500 }).describe("What the fund supports.");
const deductibility = fundFields.shape.deductibility;
const goodFaithValue = field.dollarAmount
  .nullish()
  .describe(
    "The estimated value of benefits the donor receives, in US dollars. Required for `quid_pro_quo`, and allowed " +
      "for nothing else.",
  );
const codes = {
  minimum_donation_usd: field.dollarAmount
    .nullish()
    .describe("The fund's own minimum, in US dollars. Null for none."),
  platform_code: field
    .line({ min: 1, max: 100 })
    .nullish()
    .describe("The fund's code in your own gift records. Null for none."),
  attraction_id: field
    .line({ min: 1, max: 255 })
    .nullish()
    .describe("The fund's attraction on your ticketing platform. Null for none."),
  venue_id: field
    .line({ min: 1, max: 255 })
    .nullish()
    .describe("The fund's venue on your ticketing platform. Null for none."),
};

export const newFund = field.component(
  "SchoolFundRequest",
  [{ name: "Annual Fund", deductibility: "full" as const }],
  {
    name,
    description: description.default(""),
    deductibility,
    good_faith_value_usd: goodFaithValue,
    ...codes,
  },
);

export type NewFund = z.output<typeof newFund>;

/** What changes; omitted fields stay as they are. */
export const fundChanges = field.component("SchoolFundChanges", [{ retired: true }], {
  name: name.optional(),
  description: description.optional(),
  deductibility: z
    .enum(DEDUCTIBILITY)
    .optional()
    .describe(
      "The fund's tax class. Unless it's `quid_pro_quo`, a change of it also clears `good_faith_value_usd`.",
    ),
  good_faith_value_usd: goodFaithValue,
  ...codes,
  retired: z
    .boolean()
    .optional()
    .describe(
      "`true` retires the fund: it's no longer offered, and gifts that name it reach you without a fund. `false` " +
        "puts it back in use.",
    ),
});

export type FundChanges = z.output<typeof fundChanges>;

const shared = { tag: "School (extension)", auth: "school", data: schoolFund } as const;

export const listFunds = listContract({
  ...shared,
  id: "listSchoolFunds",
  path: "/v1/school/funds",
  action: "funds.read",
  summary: "List your school's funds",
  description: `In your own order, retired ones last. Returns a single page with all of them, at most ${MAX_FUNDS}.`,
});

export const createFund = contract({
  ...shared,
  id: "createSchoolFund",
  method: "POST",
  path: "/v1/school/funds",
  action: "funds.change",
  summary: "Create a fund",
  description:
    "Its ID is made from its name, and never changes. A fund is never deleted, but it can be retired. A school can have " +
    `${MAX_FUNDS} funds, retired ones included; beyond that, returns 409 \`TOO_MANY_FUNDS\`.`,
  body: newFund,
  status: 201,
  errors: ["TOO_MANY_FUNDS", "STEP_UP_REQUIRED"],
});

export const changeFund = contract({
  ...shared,
  id: "changeSchoolFund",
  method: "PATCH",
  path: "/v1/school/funds/{fund_id}",
  action: "funds.change",
  summary: "Change or retire a fund",
  description: `${TERMS} A school keeps at least one fund in use: retiring the last one returns 409 \`LAST_FUND\`.`,
  params: z.object({ fund_id: field.text({ min: 1, max: 255 }).describe("The fund's ID.") }),
  body: fundChanges,
  errors: ["FUND_NOT_FOUND", "LAST_FUND", "STEP_UP_REQUIRED"],
});
