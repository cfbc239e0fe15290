/** Transfers, as events and statements show them. */
import { z } from "zod";
import { component, nullableUuid, responseTime, responseUuid } from "../fields.ts";

/** The accounts of a pair of bank and foundation. They mirror each other: both are memoranda. */
export type AccountKind = "due_from_bank" | "due_to_foundation";

export const TRANSFER_KINDS = [
  "gift",
  "reversal",
  "payment",
  "payment_return",
  "refund",
  "write_off",
] as const;

export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const TRANSFER_EXAMPLE = {
  transfer_id: "01989a65-0b7e-7c41-8f0a-6d2b7d1f9a10",
  kind: "gift",
  school_id: "ohio-state",
  bank_effect_cents: 2500,
  corrects: null,
  posted_at: "2026-11-21T14:05:11.020Z",
} as const;

export const transfer = component("Transfer", [TRANSFER_EXAMPLE], {
  transfer_id: responseUuid.describe(
    "The transfer's ID. The same transfer always has the same one.",
  ),
  kind: z.enum(TRANSFER_KINDS).describe("Why it was posted."),
  school_id: z.string().describe("The school whose foundation is owed."),
  bank_effect_cents: z
    .int()
    .describe(
      "What it adds to what the bank owes the foundation, in cents. Negative if it lowers it.",
    ),
  corrects: nullableUuid.describe("The transfer that it corrects. Null if it corrects none."),
  posted_at: responseTime.describe(
    "When it was posted, which decides the statement that it is on.",
  ),
});

export type WireTransfer = z.infer<typeof transfer>;
