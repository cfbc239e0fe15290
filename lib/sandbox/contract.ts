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
  })
  .meta({
    id: "AdvancedDonation",
    examples: [
      {
        donation_id: "01989a64-8d20-7b1c-9a44-2f7f0f6f5a10",
        pushes: 0,
        corrections: 0,
        deliveries: 1,
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
    "the schedule: each one is worth the wait before the next attempt. What is under way, held, or done isn't changed, and " +
    "counts 0.",
  params: z.object({ donation_id: uuid.describe("The donation's ID.") }),
  data: advanced,
  errors: ["DONATION_NOT_FOUND"],
});
