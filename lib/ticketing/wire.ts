/**
 * The API of a `rest` platform, JSON over HTTPS:
 *
 *   POST {base}/fans     {email}        → 200 or 201 {fan_account_id}; the same for the same address
 *   POST {base}/credits  an instruction → 200 or 201 {credit_id, status, partner_reference, amount}
 *   POST {base}/credits/{credit_id}/voids  {correction_reference, …}  → 200 or 201 {void_id, correction_reference, amount}
 *   GET  {base}/credits?from=…&to=…&limit=…&cursor=…   → 200 {credits, next_cursor}
 *   GET  {base}/credits?partner_reference=…            → 200 {credits, next_cursor}
 *
 * A credit request's `donor` has a name, an email address, and a postal address, each null unless the donor shares it. It's
 * null if the donor stays anonymous: `fan_email` is null too then, and `fan_account_id` is the house account.
 *
 * All requests have `Authorization: Bearer …`. A credit request also sends its partner reference as `Idempotency-Key`;
 * repeated, it returns the same credit, whatever has happened since. Only 422 with `{error: {code, message}}` is a final
 * refusal, so a reference that has been credited must never get it. An adapter for a platform that can't guarantee this
 * has to look for the credit before it trusts a refusal.
 *
 * A void takes back an amount up to what is left of the credit. It sends its correction reference as `Idempotency-Key`;
 * repeated, it returns the same void. Only 422 is a final refusal, as above.
 *
 * The last two read the platform's ledger for reconciliation: every credit made with our key, from `from`, inclusive, to
 * `to`, exclusive, by the platform's own clock, or all with one reference. Each is as above with `created_at` (RFC 3339) and, where something
 * was voided, how much in all as `voided_amount`.
 * `next_cursor` is sent back as `cursor` until it's null.
 */
import { z } from "zod";
import { toCents, toDecimalString } from "../money.ts";
import { printable } from "../text.ts";
import type { BookedCredit, CreditInstruction, VoidInstruction } from "./adapter.ts";

const visible = (text: string) => printable(text.toWellFormed());
/** A credit that was made counts, whatever its ID: what can't be stored or seen is escaped, in the ledger too. */
const shortText = z.string().min(1).max(255).transform(visible);

export const fanResponse = z.object({ fan_account_id: shortText });

export const creditResponse = z.object({
  credit_id: shortText,
  status: shortText,
  partner_reference: z.string(),
  amount: z.object({ value: z.string(), currency: z.literal("USD") }),
});

export const voidResponse = z.object({
  void_id: shortText,
  correction_reference: z.string(),
  amount: z.object({ value: z.string(), currency: z.literal("USD") }),
});

const amount = z.object({
  value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
  currency: z.literal("USD"),
});

const bookedCredit = z.object({
  credit_id: shortText,
  status: shortText,
  // Credits that aren't ours may have any reference.
  partner_reference: z.string().max(255),
  amount,
  voided_amount: amount.nullish(),
  created_at: z.iso.datetime({ offset: true }),
});

export const ledgerPage = z.object({
  credits: z.array(bookedCredit),
  next_cursor: z.string().min(1).max(2048).nullish(),
});

export function parseBookedCredit(credit: z.infer<typeof bookedCredit>): BookedCredit {
  return {
    creditId: credit.credit_id,
    status: credit.status,
    partnerReference: credit.partner_reference,
    amountCents: toCents(Number(credit.amount.value)),
    voidedCents: toCents(Number(credit.voided_amount?.value ?? 0)),
    createdAt: new Date(credit.created_at),
  };
}

export const refusalResponse = z.object({
  error: z.object({ code: shortText, message: shortText }),
});

export function creditRequest(instruction: CreditInstruction) {
  const { fanMetadata, donor } = instruction;
  return {
    fan_account_id: instruction.fanAccountId,
    amount: { value: toDecimalString(instruction.amountCents), currency: "USD" },
    reason: instruction.reason,
    attraction_id: instruction.attractionId,
    venue_id: instruction.venueId,
    partner_reference: instruction.partnerReference,
    source: "points-to-donation",
    fan_metadata: {
      bank_transaction_ref: fanMetadata.bankTransactionRef,
      loyalty_program: fanMetadata.loyaltyProgram,
      points_redeemed: fanMetadata.pointsRedeemed,
      cardholder_message: fanMetadata.cardholderMessage,
    },
    notify: instruction.notify,
    fan_email: donor?.email ?? null,
    donor: donor && {
      name: donor.name,
      email: donor.email,
      postal_address: donor.postalAddress,
    },
  };
}

export const voidRequest = (instruction: VoidInstruction) => ({
  correction_reference: instruction.correctionId,
  partner_reference: instruction.partnerReference,
  amount: { value: toDecimalString(instruction.amountCents), currency: "USD" },
  reason: instruction.reason,
});
