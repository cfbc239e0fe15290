/** What a bank's developers do to the sandbox's time. */
import { z } from "zod";
import { contract } from "../contract.ts";
import { responseUuid, uuid } from "../fields.ts";

export const advanced = z
  .object({
    donation_id: responseUuid.describe("The donation's ID."),
    pushes: z.int().describe("1 if the push to the school's platform was waiting."),
    corrections: z.int().describe("How many corrections of it were waiting."),
    deliveries: z.int().describe("How many webhooks about it were waiting."),
    recurrences: z
      .int()
      .describe("1 if it recurs: `donation.recurrence_due` announces its next date now."),
  })
  .meta({
    id: "AdvancedDonation",
    examples: [
      {
        donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
        pushes: 0,
        corrections: 0,
        deliveries: 1,
        recurrences: 0,
      },
    ],
  });

export type Advanced = z.infer<typeof advanced>;

export const advanceDonation = contract({
  id: "advanceSandboxDonation",
  method: "POST",
  path: "/v1/sandbox/donations/{donation_id}/advance",
  tag: "Sandbox (extension)",
  summary: "Do a donation’s next retries now",
  description:
    "Only in the sandbox: elsewhere, the response is 404. What waits for its next attempt, the donation's push to the school's " +
    "platform, its corrections, and its webhooks, is attempted now, and counts as usual. Repeat the request to walk through all of " +
    "the schedule: each one is worth the wait before the next attempt. A recurring donation's next date is today. What is under way, held, or done isn't changed, and " +
    "counts 0.",
  params: z.object({ donation_id: uuid.describe("The donation's ID.") }),
  data: advanced,
  errors: ["DONATION_NOT_FOUND"],
});

/** The statements that a bank may close itself, by UTC day. */
export const MAX_CLOSED_A_DAY = 20;

export const closeStatement = contract({
  id: "closeSandboxStatement",
  method: "POST",
  path: "/v1/sandbox/statements/close",
  tag: "Sandbox (extension)",
  summary: "Close your open statement now",
  description:
    "Only in the sandbox: elsewhere, the response is 404. The statement has what was posted until now, and `statement.closed` " +
    `announces it; the next one begins. At most ${MAX_CLOSED_A_DAY} a day, in UTC.`,
  data: z
    .object({
      statement_ids: z
        .array(responseUuid)
        .describe(
          "The statements that were closed: that of an earlier period, too, if it was open.",
        ),
    })
    .meta({
      id: "ClosedStatements",
      examples: [{ statement_ids: ["01989a70-1c3e-7a52-9d07-5e8f1b6a4c33"] }],
    }),
});
