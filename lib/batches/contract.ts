/** A school's gifts and batches, for its team and its programs. */
import { z } from "zod";
import { contract, listContract } from "../contract.ts";
import { checkPlaceholder, confirmationNumber } from "../donations/confirmation-number.ts";
import { EXAMPLE, paymentDates, STATUSES } from "../donations/contract.ts";
import * as field from "../fields.ts";

const TAG = "School (extension)";

const NUMBER = "G-Q43KRF0HBRQBN";

const giftFields = z.object({
  gift_number: z
    .string()
    .describe("Our short number for the gift, unique and at most 20 characters."),
  donation_id: field.responseUuid.describe("The donation's ID."),
  status: z.enum(STATUSES).describe("The gift's status. `completed` and `failed` are final."),
  donor_name: field.nullableText.describe(
    "The donor's name, or their email address. Null if the bank gave, or the donor stays anonymous.",
  ),
  donor_email: field.nullableText.describe(
    "The donor's email address. Null if the bank gave, or the donor stays anonymous.",
  ),
  bank_name: z.string().describe("The bank whose points were given."),
  fund_id: field.nullableText.describe(
    "The fund that the designation matches. Null if it matches none.",
  ),
  fund_designation: z.string().describe("The fund as the donor or the bank named it."),
  fund_name: field.nullableText.describe("The fund's name. Null if it's none of yours."),
  dollar_amount: field.responseDollars,
  net_usd: field.responseDollars.describe(
    "What counts of it: the amount less what was reversed, and nothing if it was canceled.",
  ),
  correction_asked: z
    .enum(["cancel", "reverse", "redirect"])
    .nullable()
    .describe("What you are asked to agree to. Null if nothing."),
  cardholder_message: field.nullableText.describe("The donor's message to your school."),
  batch_id: field.nullableUuid.describe("The batch it's in. Null if it's in none."),
  school_confirmation_id: field.nullableText.describe(
    "Your confirmation number for it. Null until completed.",
  ),
  failure_reason: field.nullableText.describe("Why it was refused. Null unless failed."),
  held: z
    .boolean()
    .describe("Whether it's waiting for a review by its bank or the operator: don't book it yet."),
  created_at: field.responseTime.describe("When it was accepted."),
  estimated_confirmation_at: field.responseTime.describe(
    "When the donor was told to expect you to confirm.",
  ),
  completed_at: field.nullableTime.describe("When it was confirmed. Null until then."),
  gift_date: z.iso
    .date()
    .nullable()
    .describe(
      "The date of the gift, as its receipt states it, in your time zone. Null until confirmed.",
    ),
  failed_at: field.nullableTime.describe("When it was refused. Null unless failed."),
  ...paymentDates,
});

const [donor_name, donor_email] = ["Pat Sample", "pat@example.com"];
const [bank_name, fund_name] = ["Harbor", "Annual Fund"];

const GIFT = giftFields.parse({
  ...EXAMPLE,
  gift_number: NUMBER,
  donor_name,
  donor_email,
  bank_name,
  fund_name,
  correction_asked: null,
  batch_id: "01989a64-9c00-7f3d-8b1e-6d5c4b3a2f10",
  estimated_confirmation_at: "2026-11-24T22:00:00.000Z",
  gift_date: null,
});

const TOLD = {
  number: NUMBER,
  acceptedAt: GIFT.created_at,
  date: "2026-11-21",
  donor: { number: "C-7K3M9QX2V5TD6", name: donor_name, email: donor_email },
  bank: { number: "C-1Q8ZB4N7XW3RK", name: bank_name },
  fund: { id: EXAMPLE.fund_id, name: fund_name },
  reference: EXAMPLE.bank_transaction_ref,
  message: null,
};

export const schoolGift = giftFields.meta({ id: "SchoolGift", examples: [GIFT] });
export type SchoolGift = z.infer<typeof schoolGift>;

const party = z.object({
  number: z.string().describe("Its number at your school, the same for each of its gifts."),
  name: z.string().describe("Its name."),
});

/** A gift as its school's files show it: recorded when it entered its batch. */
const giftRecord = z.object({
  number: z.string().describe("The gift number."),
  acceptedAt: field.responseTime.describe("When the gift was accepted."),
  date: z.iso.date().describe("The day of that, in your time zone."),
  donor: party
    .extend({ email: z.string().describe("The donor's email address.") })
    .nullable()
    .describe("The donor. Null if the bank gave, or the donor stays anonymous."),
  bank: party.describe("The bank."),
  fund: z
    .object({
      id: field.nullableText.describe("The fund's ID. Null if it's none of yours."),
      name: z.string().describe("The fund's name, or the designation."),
    })
    .describe("The fund."),
  reference: z.string().describe("The bank's reference."),
  message: field.nullableText.describe("The donor's message."),
});

export type GiftRecord = z.infer<typeof giftRecord>;

export const schoolGiftDetail = giftFields
  .extend({
    donor_postal_address: field.nullableText.describe(
      "The donor's postal address, if they shared it.",
    ),
    told: giftRecord
      .nullable()
      .describe(
        "What your batch says about it, as recorded when it entered the batch. Null if it's in none.",
      ),
    decided_at: field.nullableTime.describe(
      "When you confirmed or refused it. It settles right after that, unless it's held.",
    ),
  })
  .meta({
    id: "SchoolGiftDetail",
    examples: [{ ...GIFT, donor_postal_address: null, told: TOLD, decided_at: null }],
  });

export type SchoolGiftDetail = z.infer<typeof schoolGiftDetail>;

const giftQuery = z.object({
  donor: field.textFilter.describe(
    "Only gifts whose donor's name or email address contains this text, ignoring case.",
  ),
  gift: field.textFilter.describe("Only the gift with this gift number or donation ID."),
  status: z.enum(STATUSES).optional().describe("Only gifts in this status."),
  fund_id: field.textFilter.describe(
    "Only gifts to this fund. `-` for those whose designation matches none of your funds.",
  ),
  batch_id: field.uuid.optional().describe("Only gifts in this batch."),
  bank_id: field.uuid.optional().describe("Only gifts of this bank's points."),
  dollar_amount: field.amountFilter
    .optional()
    .describe("Only gifts of exactly this amount in US dollars."),
  date: z
    .enum(["created_at", "gift_date", "completed_at", "failed_at"])
    .optional()
    .describe(
      "Which date `from` and `to` are about. If omitted, `created_at`. A `gift_date` counts as the beginning of that day.",
    ),
  from: field.time.optional().describe("Only gifts of this time or later."),
  to: field.time.optional().describe("Only gifts before this time."),
  format: z
    .enum(["json", "csv"])
    .optional()
    .describe(
      "`csv` returns all matching gifts as one file. If omitted, the `Accept` header decides.",
    ),
  ...field.paging(50),
});

export type GiftFilters = z.output<typeof giftQuery>;

export const listSchoolGifts = listContract({
  id: "listSchoolGifts",
  path: "/v1/school/gifts",
  tag: TAG,
  auth: "school",
  action: "gifts.read",
  summary: "List your school's gifts, newest first",
  description:
    "`Accept: text/csv` or `format=csv` returns every matching gift as one file, regardless of `limit` and " +
    "`cursor`; it takes the role processor, finance, or admin. A value that a spreadsheet might run as a formula is prefixed with an apostrophe.",
  query: giftQuery,
  data: schoolGift,
  alternative: "text/csv",
});

export const getSchoolGift = contract({
  id: "getSchoolGift",
  path: "/v1/school/gifts/{gift}",
  tag: TAG,
  auth: "school",
  action: "gifts.read",
  summary: "Retrieve a gift, with everything your platform was told",
  params: z.object({
    gift: field.text({ max: 100 }).meta({
      description: "The gift number, or the donation's ID.",
      examples: [NUMBER],
    }),
  }),
  data: schoolGiftDetail,
  errors: ["DONATION_NOT_FOUND"],
});

const EXAMPLE_SCHOOL_BATCH = {
  batch_id: GIFT.batch_id,
  number: 12,
  status: "closed" as const,
  opened_at: "2026-11-21T14:05:10.910Z",
  closed_at: "2026-11-22T10:00:02.150Z",
  gift_count: 214,
  reversal_count: 0,
  dollar_amount: 10_350.5,
  undecided_count: 214,
  refused_count: 0,
};

export const schoolBatch = field.component("SchoolBatch", [EXAMPLE_SCHOOL_BATCH], {
  batch_id: field.responseUuid.describe("The batch's ID."),
  number: z.int().describe("Its number at your school, counted from 1."),
  status: z
    .enum(["open", "closed"])
    .describe("`open`: gifts still enter it. `closed`: it never changes anymore."),
  opened_at: field.responseTime.describe("When its first gift entered it."),
  closed_at: field.nullableTime.describe("When it was closed. Null while it's open."),
  gift_count: z.int().describe("The number of its gifts."),
  reversal_count: z
    .int()
    .describe("The number of its reversals: lines that take back some of an earlier gift."),
  dollar_amount: z
    .number()
    .describe("The total of its gifts less its reversals, in US dollars. It may be negative."),
  undecided_count: z
    .int()
    .describe("How many of these lines you have neither confirmed nor refused."),
  refused_count: z.int().describe("How many of them you have refused."),
});

export type SchoolBatch = z.infer<typeof schoolBatch>;

const batchList = z.object(field.paging(50));
export type BatchFilters = z.output<typeof batchList>;

export const listSchoolBatches = listContract({
  id: "listSchoolBatches",
  path: "/v1/school/batches",
  tag: TAG,
  auth: "school",
  action: "batches.read",
  summary: "List your school's batches, newest first",
  query: batchList,
  data: schoolBatch,
});

export const FILE_FORMATS = ["csv", "raisers_edge", "raisers_edge_constituents", "npsp"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const batchParams = z.object({ batch_id: field.uuid.describe("The batch's ID.") });

export const getSchoolBatch = contract({
  id: "getSchoolBatch",
  path: "/v1/school/batches/{batch_id}",
  tag: TAG,
  auth: "school",
  action: "batches.read",
  summary: "Retrieve a batch, or download its file",
  description:
    "With a `format` other than `json`, the response is the closed batch's file, the same bytes each time: " +
    "`csv` has all that we know of each gift, and columns for your confirmation numbers; a reversal is a line with a " +
    "negative amount. `raisers_edge` and " +
    "`raisers_edge_constituents` are for Raiser's Edge NXT, `npsp` for Salesforce's Nonprofit Success Pack: they have " +
    "no reversals, which neither program imports. " +
    "If the connection breaks, the file is incomplete. A file takes the role processor, finance, or admin.",
  params: batchParams,
  query: z.object({
    format: z
      .enum(["json", ...FILE_FORMATS])
      .optional()
      .describe("The format. If omitted, the `Accept` header decides between `json` and `csv`."),
  }),
  data: schoolBatch,
  alternative: "text/csv",
  errors: ["BATCH_NOT_FOUND", "BATCH_OPEN"],
});

export const closeSchoolBatch = contract({
  id: "closeSchoolBatch",
  method: "POST",
  path: "/v1/school/batches/{batch_id}/close",
  tag: TAG,
  auth: "school",
  action: "batches.close",
  summary: "Close a batch",
  description:
    "No gift enters it anymore, and its files can be downloaded. Later gifts enter the next batch. Closing a " +
    "closed batch changes nothing. A gift that is held leaves the batch, and enters another once it's released.",
  params: batchParams,
  data: schoolBatch,
  errors: ["BATCH_NOT_FOUND", "BATCH_EMPTY"],
});

/** For a check that says nothing new about invalid fields. */
const isValidSoFar = ({ issues }: { issues: unknown[] }) => issues.length === 0;

/** One gift's decision. The columns of a CSV have these names. */
export const giftDecision = z
  .object({
    gift: field
      .text({ min: 1, max: 100 })
      .describe("The gift number, or the donation's ID; of a reversal, its number in our file."),
    confirmation_number: confirmationNumber
      .nullish()
      .describe(
        "Your confirmation number, or for a reversal that of your adjustment: at most 40 letters (A to Z), digits, spaces, and `-/.#_`, and no placeholder. The " +
          "donor sees it.",
      ),
    refusal_reason: field
      .line({ min: 1, max: 500 })
      .check((context) => void checkPlaceholder(context))
      .nullish()
      .describe(
        "Why you refuse it, on one line of at most 500 characters. The bank sees it, and restores the points; a reversal " +
          "that you refuse doesn't happen.",
      ),
  })
  .refine(({ confirmation_number, refusal_reason }) => !confirmation_number !== !refusal_reason, {
    when: isValidSoFar,
    error: "Needs either a confirmation_number or a refusal_reason",
  });

export type GiftDecision = z.output<typeof giftDecision>;

/** Another confirmation number for a gift that has one. */
export const numberCorrection = z.object({
  confirmation_number: giftDecision.shape.confirmation_number.unwrap().unwrap(),
  reason: field.line({ min: 1, max: 500 }),
});

export type NumberCorrection = z.output<typeof numberCorrection>;

const MAX_FILE_BYTES = 1_048_576;

export const confirmationRequest = z
  .object({
    gifts: z
      .array(giftDecision)
      .max(2_000)
      .nullish()
      .describe("Gifts to confirm or refuse, at most 2,000."),
    csv: field
      .text({ max: MAX_FILE_BYTES })
      .nullish()
      .describe(
        "The same as a CSV file with a header line: `gift_number` or `donation_id`, `confirmation_number`, and " +
          "`refusal_reason`. If it has `amount`, `batch`, `line`, or `donor_number`, as in our own file, they must agree " +
          "with it. Other columns, and lines without a decision, are ignored. A JSON body is at most 64 KiB: send a larger " +
          "file as `text/csv`.",
      ),
    batch_id: field.uuid
      .nullish()
      .describe(
        "Confirms all gifts of this batch that are undecided. Its reversals are decided one by one.",
      ),
    confirmation_number: confirmationNumber
      .nullish()
      .describe(
        "With `batch_id`: each gift gets this number, a hyphen, and its line in the batch, at most 40 characters in all.",
      ),
  })
  .check((context) => {
    if (!isValidSoFar(context)) return;
    const { gifts, csv, batch_id, confirmation_number } = context.value;
    const ways = [gifts, csv, batch_id].filter((way) => way !== undefined && way !== null);
    if (ways.length !== 1) {
      field.addViolation(context, "value_error", "Send exactly one of gifts, csv, and batch_id");
    }
    if (!batch_id !== !confirmation_number) {
      field.addViolation(context, "value_error", "batch_id and confirmation_number go together");
    }
  })
  .meta({
    id: "ConfirmationRequest",
    examples: [{ gifts: [{ gift: NUMBER, confirmation_number: "OSU-26-118204" }] }],
  });

export type ConfirmationRequest = z.output<typeof confirmationRequest>;

const OUTCOMES = ["confirmed", "refused", "already_confirmed", "already_refused"] as const;

const EXAMPLE_CONFIRMATION_RESULT = {
  dry_run: false,
  confirmed: 1,
  refused: 0,
  already_decided: 0,
  results: [
    {
      gift_number: NUMBER,
      donation_id: GIFT.donation_id,
      outcome: "confirmed" as const,
      confirmation_number: "OSU-26-118204",
      repeats_number: false,
    },
  ],
};

export const confirmationResult = field.component(
  "ConfirmationResult",
  [EXAMPLE_CONFIRMATION_RESULT],
  {
    dry_run: z.boolean().describe("Whether nothing was changed."),
    confirmed: z.int().describe("How many gifts this request confirms."),
    refused: z.int().describe("How many gifts it refuses."),
    already_decided: z.int().describe("How many had been decided before, and stay as they are."),
    results: z
      .array(
        z.object({
          gift_number: z.string().describe("The gift number."),
          donation_id: field.responseUuid.describe(
            "The donation's ID; of a reversal, the correction's.",
          ),
          outcome: z
            .enum(OUTCOMES)
            .describe("What happens to the gift, or what had happened before."),
          confirmation_number: field.nullableText.describe(
            "The number that you sent for it. Null for a refusal.",
          ),
          repeats_number: z
            .boolean()
            .describe("Whether another gift in the request has the same number: check it."),
        }),
      )
      .describe("Each gift that the request names, in its order. Empty for a whole batch."),
  },
);

export type ConfirmationResult = z.infer<typeof confirmationResult>;

export const confirmGifts = contract({
  id: "confirmGifts",
  method: "POST",
  path: "/v1/school/confirmations",
  tag: TAG,
  auth: "school",
  action: "gifts.confirm",
  summary: "Confirm or refuse gifts",
  description:
    "Confirms or refuses gifts of closed batches: those that you name, or all undecided ones of a batch. Send JSON, or " +
    "a CSV file of up to 1 MiB as `text/csv`, one at a time. If anything is wrong, nothing changes, and the response names " +
    "the wrong lines, up to 100. Each gift is decided once: sending the same file again is safe, and reports `already_confirmed`. A confirmed gift " +
    "settles right after the response.",
  query: z.object({
    dry_run: field.flag.default(false).describe("Whether to only check what would happen."),
  }),
  body: confirmationRequest,
  maxCsvBytes: MAX_FILE_BYTES,
  data: confirmationResult,
  errors: ["BATCH_NOT_FOUND", "BATCH_OPEN"],
});
