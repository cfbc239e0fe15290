/**
 * What we and a `rest` platform say to one another, as JSON over HTTPS:
 *
 *   POST {base}/fans     {email}        → 200 or 201 {fan_account_id}; the same for the same address
 *   POST {base}/credits  an instruction → 200 or 201 {credit_id, status, partner_reference, amount}
 *   GET  {base}/credits?from=…&to=…&limit=…&cursor=…   → 200 {credits, next_cursor}
 *   GET  {base}/credits?partner_reference=…            → 200 {credits, next_cursor}
 *
 * All carry `Authorization: Bearer …`. A credit carries its partner reference as `Idempotency-Key`
 * too; asked for again it answers with the same credit, whatever has happened since. 422 with
 * `{error: {code, message}}` is the one answer that refuses for good; so a reference that has been
 * credited must never get it, and an adapter for a platform that cannot promise this has to look for
 * the credit before it believes a refusal.
 *
 * The last two read the platform's books, to hold them against ours: every credit that was made with
 * our key, from `from` on and before `to` by the platform's own clock, or all under one reference. Each
 * is as above with `created_at` (RFC 3339). `next_cursor` goes back as `cursor` until it is null.
 */
import { z } from "zod";
import { toCents } from "../money.ts";
import type { BookedCredit, CreditInstruction } from "./adapter.ts";

const shortText = z.string().min(1).max(255);

export const fanAnswer = z.object({ fan_account_id: shortText });

export const creditAnswer = z.object({
  credit_id: shortText,
  status: shortText,
  partner_reference: z.string(),
  amount: z.object({ value: z.string(), currency: z.literal("USD") }),
});

const bookedCredit = z.object({
  credit_id: shortText,
  status: shortText,
  // Credits that are not ours may have any reference.
  partner_reference: z.string().max(255),
  amount: z.object({
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
    currency: z.literal("USD"),
  }),
  created_at: z.iso.datetime({ offset: true }),
});

export const booksAnswer = z.object({
  credits: z.array(bookedCredit),
  next_cursor: z.string().min(1).max(2048).nullish(),
});

/** A credit of the ledger, as the product represents it. */
export function readBooked(credit: z.infer<typeof bookedCredit>): BookedCredit {
  return {
    creditId: credit.credit_id,
    status: credit.status,
    partnerReference: credit.partner_reference,
    amountCents: toCents(Number(credit.amount.value)),
    createdAt: new Date(credit.created_at),
  };
}

export const refusalAnswer = z.object({ error: z.object({ code: shortText, message: shortText }) });

/** The request body of a credit. */
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
