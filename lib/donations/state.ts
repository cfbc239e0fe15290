/** The internal form of a donation, and its state machine. */

import type { Credit, Donation as DonationRow } from "../../generated/prisma/client.ts";
import { asCents, type Cents } from "../money.ts";

/**
 * pending → completed when the platform has confirmed the credit; pending → failed when it has definitely
 * refused. Completed and failed are final. Every change is one guarded update (`where status = 'pending'`),
 * so that only one of several callers succeeds.
 */
export type DonationStatus = "pending" | "completed" | "failed";

/** A donation with its credit, as read from the database. */
export type DonationWithCredit = DonationRow & { credit: Credit | null };

/** The public fields of a donation. */
export type ShownDonation = Omit<
  DonationRow,
  | "requestHash"
  | "cardholderId"
  | "notifyCardholder"
  | "recurrenceDueAt"
  | "limitDay"
  | "countedKeyId"
  | "attributed"
  | "idempotencyKey"
  | "amountCents"
  | "pointsRedeemed"
> & {
  amountCents: Cents;
  pointsRedeemed: number;
  credit:
    | (Pick<Credit, "platformCreditId" | "platformStatus"> & {
        /** A string where it was read as JSON. */
        heldAt: Date | string | null;
      })
    | null;
};

/** Converts a donation that Prisma Client has read: its bigints become cents and numbers. */
export const fromPrisma = <Row extends Pick<DonationRow, "amountCents" | "pointsRedeemed">>(
  row: Row,
) => ({
  ...row,
  amountCents: asCents(row.amountCents),
  pointsRedeemed: Number(row.pointsRedeemed),
});

/** What a push has found or decided. */
export type PushStatus = DonationStatus | "superseded" | "held";

/** The platform's decision about a credit. */
export type Settlement =
  | { status: "completed"; creditId: string; platformStatus: string }
  | { status: "failed"; reason: string };
