/** Converts rows to donations as the API and webhooks show them. */

import { serialize } from "../database/serialize.ts";
import { asCents, type Cents, toDollars } from "../money.ts";
import {
  type CardholderDonation,
  cardholderDonation,
  type Donation,
  donation,
} from "./contract.ts";
import { sharingOf } from "./sharing.ts";
import type { CardholderDonationRow, DonationWithCredit } from "./sql.ts";

/** As SQL computes it. */
const countedCents = ({ status, amountCents, reversedCents }: DonationWithCredit): Cents =>
  asCents(status === "failed" || status === "canceled" ? 0 : amountCents - reversedCents);

const fieldsOf = (row: DonationWithCredit) => ({
  donation_id: row.id,
  service_user_id: row.accountId ?? undefined,
  dollar_amount: toDollars(row.amountCents),
  reversed_usd: toDollars(row.reversedCents),
  net_usd: toDollars(countedCents(row)),
  metadata: row.metadata as Donation["metadata"],
  school_confirmation_id: row.platformCreditId,
  held: row.status === "pending" && row.heldAt !== null,
  remitted_on: row.remittedOn ?? null,
  cleared_on: row.clearedOn ?? null,
  authorization:
    row.authorizationId === null
      ? null
      : { authorization_id: row.authorizationId, hold_reference: row.holdReference },
});

export const serializeDonation = (row: DonationWithCredit): Donation =>
  serialize(donation, row, {
    ...fieldsOf(row),
    statement_id: row.statementId ?? null,
    flagged: row.pointsMismatch,
    flag_reason: row.pointsMismatch ? "points_mismatch" : null,
  });

/** A donation as its giver sees it. Flags are only for the bank. */
export const serializeCardholderDonation = (row: CardholderDonationRow): CardholderDonation =>
  serialize(cardholderDonation, row, {
    ...fieldsOf(row),
    receipt_available: row.status === "completed" && row.hasReceipt,
    share_with_school: sharingOf(row.shareWithSchool),
  });
