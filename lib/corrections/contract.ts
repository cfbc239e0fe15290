/** Corrections: what banks request, and what the API and webhooks show. */
import { z } from "zod";
import { contract, listContract, type WebhookContract } from "../contract.ts";
import * as field from "../fields.ts";
import { sampleMark, webhook } from "../webhooks/event-types.ts";

export const KINDS = ["cancel", "reverse", "redirect"] as const;
const STATUSES = ["pending", "succeeded", "refused"] as const;
const LEG_STATES = ["not_needed", "pending", "told", "done", "refused"] as const;
const PARTIES = ["bank", "foundation", "platform", "operator", "donor", "service"] as const;

/** Who did something, as far as every side may know. */
export type Party = (typeof PARTIES)[number];

const EXAMPLE_LEG = { state: "not_needed", at: null, by: null };
const AT = "2026-11-23T09:31:07.412Z";
const DONE_LEG = { state: "done", at: AT, by: "service" };

const EXAMPLE = {
  correction_id: "01989b7a-6c11-7f52-8a0e-94c1d5a7b320",
  donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
  kind: "reverse",
  correction_ref: "case-8831",
  status: "succeeded",
  reason: "The customer chose the wrong amount",
  dollar_amount: 10,
  refusal_reason: null,
  awaits_approval: false,
  awaits_foundation: false,
  legs: {
    platform_credit: { ...DONE_LEG, by: "platform" },
    books: DONE_LEG,
    receipt: EXAMPLE_LEG,
    file: EXAMPLE_LEG,
    points: { state: "told", at: AT, by: "service" },
  },
  points_due: 1000,
  points_returned: null,
  points_reference: null,
  school_id: null,
  fund_designation: null,
  new_donation_id: null,
  created_at: "2026-11-23T09:31:06.902Z",
  decided_at: AT,
};

const correctionRef = field
  .line({ min: 1, max: 255 })
  .describe(
    "Your own reference, which is also the idempotency key: the same request again returns the first correction.",
  );

const EXAMPLE_CORRECTION_REQUEST = {
  kind: "reverse",
  correction_ref: EXAMPLE.correction_ref,
  reason: EXAMPLE.reason,
  dollar_amount: EXAMPLE.dollar_amount,
};

export const correctionRequest = field.component(
  "CorrectionRequest",
  [EXAMPLE_CORRECTION_REQUEST],
  {
    kind: z
      .enum(KINDS)
      .describe(
        "`cancel` ends a pending donation. `reverse` takes back a completed one, or a part. `redirect` reverses it and makes a " +
          "new donation of the same amount.",
      ),
    correction_ref: correctionRef,
    reason: field
      .line({ min: 1, max: 500 })
      .describe("Why, for you, the school, and the operator."),
    dollar_amount: field.dollarAmount
      .nullish()
      .describe("The part to reverse or redirect. Omit it for all that is left."),
    school_id: field
      .text({ min: 1, max: 255 })
      .nullish()
      .describe("Only for `redirect`: the school that it goes to. Omit it for the same one."),
    fund_designation: field
      .text({ min: 1, max: 255 })
      .nullish()
      .describe("For `redirect`, the fund's ID or name, as in a donation."),
  },
);

export type CorrectionRequest = z.output<typeof correctionRequest>;

const leg = z.object({
  state: z.enum(LEG_STATES).describe("`told`: your endpoint has accepted the event."),
  at: field.nullableTime.describe("Since when. Null if it isn't needed."),
  by: z.enum(PARTIES).nullable().describe("Who brought it there. Null if nobody has yet."),
});

const fields = z.object({
  correction_id: field.responseUuid.describe(
    "The correction's ID. That of a dry run belongs to no correction.",
  ),
  donation_id: field.responseUuid.describe("The donation that it corrects."),
  kind: z.enum(KINDS).describe("What was asked for."),
  correction_ref: z
    .string()
    .describe("Your own reference, or one that begins with `service:` if another party asked."),
  status: z
    .enum(STATUSES)
    .describe(
      "`succeeded`: the credit was voided or never made, and the books say so. `refused`: nothing changed, and its " +
        "amount is free for another one.",
    ),
  reason: z.string().describe("The reason that was sent."),
  dollar_amount: field.responseDollars.describe("The part of the donation that it takes back."),
  refusal_reason: field.nullableText.describe("Why it was refused. Null unless refused."),
  awaits_approval: z.boolean().describe("Whether a second person has to approve it first."),
  awaits_foundation: z
    .boolean()
    .describe(
      "Whether the foundation must agree: to what is in a closed batch, paid for, or at a former platform.",
    ),
  legs: z
    .object({
      platform_credit: leg.describe("The school's credit. It decides: the others follow."),
      books: leg.describe("What your bank owes the foundation."),
      receipt: leg.describe("The donor's receipt."),
      file: leg.describe("The foundation's file, for a school that imports files."),
      points: leg.describe("The customer's points: your own part."),
    })
    .describe("Where each part of it is. After a refusal, all but the first are `not_needed`."),
  points_due: z
    .int()
    .describe(
      "The points to give back for it: an estimate until it has succeeded. Add up `points_to_return` of events, not this.",
    ),
  points_returned: z
    .int()
    .nullable()
    .describe("The points that you say you have given back. Null until you say so."),
  points_reference: field.nullableText.describe("Your reference for that. Null until you say so."),
  school_id: field.nullableText.describe(
    "Of a redirect: the school that it goes to. Null otherwise.",
  ),
  fund_designation: field.nullableText.describe("Of a redirect: the fund. Null otherwise."),
  new_donation_id: field.nullableUuid.describe(
    "Of a redirect: the donation that it makes. Null otherwise.",
  ),
  created_at: field.responseTime.describe("When it was requested."),
  decided_at: field.nullableTime.describe("When it succeeded or was refused. Null until then."),
});

export const correction = fields.meta({ id: "Correction", examples: [EXAMPLE] });

export type Correction = z.infer<typeof correction>;

const about = { tag: "Corrections (extension)", data: correction } as const;
const ofDonation = z.object({ donation_id: field.uuid.describe("The donation's ID.") });
const one = ofDonation.extend({ correction_id: field.uuid.describe("The correction's ID.") });

export const requestCorrection = contract({
  ...about,
  id: "requestCorrection",
  method: "POST",
  path: "/v1/donations/{donation_id}/corrections",
  summary: "Cancel, reverse, or redirect a donation",
  description:
    "Accepted immediately and carried out later, unless the donation can be canceled at once. The donation is never " +
    "changed: `net_usd` is what is left of it. The points are due only once the event says so. The same `correction_ref` " +
    "again returns the first correction with 200, or 422 if it asks for something else. Above a daily sum, a second person " +
    "has to approve it. In production, one of your admins has to allow corrections by API first.",
  params: ofDonation,
  query: z.object({
    dry_run: field.flag.default(false).describe("Whether to only say what would happen, with 200."),
  }),
  body: correctionRequest,
  status: 202,
  repeatStatus: 200,
  errors: [
    "DONATION_NOT_FOUND",
    "CORRECTIONS_DISABLED",
    "CORRECTION_NOT_POSSIBLE",
    "BANK_SUSPENDED",
  ],
});

export const listDonationCorrections = listContract({
  ...about,
  id: "listDonationCorrections",
  path: "/v1/donations/{donation_id}/corrections",
  summary: "List a donation's corrections, newest first",
  params: ofDonation,
  query: z.object({}),
  errors: ["DONATION_NOT_FOUND"],
});

export const getCorrection = contract({
  ...about,
  id: "getCorrection",
  path: "/v1/donations/{donation_id}/corrections/{correction_id}",
  summary: "Retrieve a correction",
  params: one,
  errors: ["CORRECTION_NOT_FOUND"],
});

const listQuery = z.object({
  status: z.enum(STATUSES).optional().describe("Only corrections in this status."),
  kind: z.enum(KINDS).optional().describe("Only corrections of this kind."),
  from: field.time.optional().describe("Only those requested at or after this time."),
  to: field.time.optional().describe("Only those requested before this time."),
  ...field.paging(50),
});

export type CorrectionFilters = z.output<typeof listQuery>;

export const listCorrections = listContract({
  ...about,
  id: "listCorrections",
  path: "/v1/corrections",
  summary: "List corrections, newest first",
  query: listQuery,
});

export const pointsReturned = field.component(
  "PointsReturned",
  [{ points: 1000, reference: "adj-55120" }],
  {
    points: field.integer.gte(0).describe("The points that you gave back."),
    reference: field.line({ min: 1, max: 255 }).describe("Your reference for that."),
  },
);

export type PointsReturned = z.output<typeof pointsReturned>;

export const recordPointsReturned = contract({
  ...about,
  id: "recordPointsReturned",
  method: "POST",
  path: "/v1/donations/{donation_id}/corrections/{correction_id}/points-returned",
  summary: "Say that you have given the points back",
  description: "Completes the points leg. The same again changes nothing.",
  params: one,
  body: pointsReturned,
  errors: ["CORRECTION_NOT_FOUND", "CORRECTION_NOT_POSSIBLE"],
});

export const correctionWebhooks: WebhookContract[] = [
  webhook(
    "correction.updated",
    "A correction was requested, or has changed",
    fields.extend(sampleMark),
    EXAMPLE,
    AT,
  ),
];
