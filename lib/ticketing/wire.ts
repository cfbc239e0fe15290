/**
 * What we and a `rest` platform say to one another, as JSON over HTTPS:
 *
 *   POST {base}/fans     {email}        → 200 or 201 {fan_account_id}; the same for the same address
 *   POST {base}/credits  an instruction → 200 or 201 {credit_id, status, partner_reference, amount}
 *
 * Both carry `Authorization: Bearer …`. A credit carries its partner reference as `Idempotency-Key`
 * too; asked for again it answers with the same credit, whatever has happened since. 422 with
 * `{error: {code, message}}` is the one answer that refuses for good; so a reference that has been
 * credited must never get it, and an adapter for a platform that cannot promise this has to look for
 * the credit before it believes a refusal.
 */
import { z } from "zod";
import type { CreditInstruction } from "./adapter.ts";

const shortText = z.string().min(1).max(255);

export const fanAnswer = z.object({ fan_account_id: shortText });

export const creditAnswer = z.object({
  credit_id: shortText,
  status: shortText,
  partner_reference: z.string(),
  amount: z.object({ value: z.string(), currency: z.literal("USD") }),
});

export const refusalAnswer = z.object({ error: z.object({ code: shortText, message: shortText }) });

/** The instruction as it is sent. */
export function creditRequest(instruction: CreditInstruction) {
  const { fanMetadata } = instruction;
  return {
    fan_account_id: instruction.fanAccountId,
    amount: instruction.amount,
    reason: instruction.reason,
    attraction_id: instruction.attractionId,
    venue_id: instruction.venueId,
    partner_reference: instruction.partnerReference,
    source: instruction.source,
    fan_metadata: {
      bank_transaction_ref: fanMetadata.bankTransactionRef,
      loyalty_program: fanMetadata.loyaltyProgram,
      points_redeemed: fanMetadata.pointsRedeemed,
      cardholder_message: fanMetadata.cardholderMessage,
    },
    notify: instruction.notify,
    fan_email: instruction.fanEmail,
  };
}
