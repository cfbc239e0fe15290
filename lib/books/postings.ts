/**
 * The posting rules, for accountants. Per pair of bank and foundation there are two accounts, which mirror each other:
 * the service neither holds nor owes the money, so both are memoranda.
 *
 * `due_from_bank`: what the foundation may expect from the bank. A debit raises it.
 * `due_to_foundation`: what the bank owes the foundation. A credit raises it.
 */
import type { AccountKind, TransferKind, WireTransfer } from "../ledger/contract.ts";

type Posting = { debit: AccountKind; credit: AccountKind };

const RAISES = { debit: "due_from_bank", credit: "due_to_foundation" } as const;
const LOWERS = { debit: "due_to_foundation", credit: "due_from_bank" } as const;

export const POSTINGS: Record<TransferKind, Posting> = {
  /** The foundation has confirmed a gift. */
  gift: RAISES,
  /** A gift was reversed, whole or in part, whether or not it was paid. */
  reversal: LOWERS,
  /** The foundation has received a payment. What a bank says it has sent isn't posted. */
  payment: LOWERS,
  /** A payment came back. */
  payment_return: RAISES,
  /** The foundation has paid a credit back to the bank. */
  refund: RAISES,
  /** The foundation gives up what is due, which takes two people. */
  write_off: LOWERS,
};

/** What a transfer adds to what the bank owes. */
export const bankEffectOf = (kind: TransferKind, cents: number): number =>
  POSTINGS[kind] === RAISES ? cents : -cents;

type Posted = {
  id: string;
  kind: TransferKind;
  schoolId: string;
  cents: number;
  correctsId: string | null;
  postedAt: Date;
};

/** A transfer as events and statements show it. */
export const wireTransfer = ({ id, kind, schoolId, ...of }: Posted): WireTransfer => ({
  transfer_id: id,
  kind,
  school_id: schoolId,
  bank_effect_cents: bankEffectOf(kind, of.cents),
  corrects: of.correctsId,
  posted_at: of.postedAt.toISOString(),
});
