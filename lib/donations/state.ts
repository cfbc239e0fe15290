/** What a donation is inside the product, and the one way its status goes. */

import type { Credit, Donation as DonationRow } from "../../generated/prisma/client.ts";
import { asCents, type Cents } from "../money.ts";

/**
 * pending → completed, when the platform has named its credit; pending → failed, when the platform
 * has definitely refused. Nothing leaves completed or failed. Every change is one guarded update
 * (`where status = 'pending'`), so that of two that try, one does.
 */
export type DonationStatus = "pending" | "completed" | "failed";

/** A donation with its credit, as the database gives it. */
export type DonationWithCredit = DonationRow & { credit: Credit | null };

/** What is shown of a donation. */
export type ShownDonation = Omit<
  DonationRow,
  | "requestHash"
  | "cardholderId"
  | "notifyCardholder"
  | "recurrenceDueAt"
  | "amountCents"
  | "pointsRedeemed"
> & {
  amountCents: Cents;
  pointsRedeemed: number;
  credit: Pick<Credit, "platformCreditId" | "platformStatus"> | null;
};

/** A donation that Prisma Client has read, with its bigints as the numbers that everybody else has. */
export const fromPrisma = <Row extends Pick<DonationRow, "amountCents" | "pointsRedeemed">>(
  row: Row,
) => ({
  ...row,
  amountCents: asCents(row.amountCents),
  pointsRedeemed: Number(row.pointsRedeemed),
});

/** One attempt to push, as its run sees it. */
export type PushRun = {
  /** Which request for this push the run is. */
  generation: number;
  /** When the next attempt follows if this one comes to nothing. */
  nextWaitMs: number;
  /** True once the schedule has run out: an operator has to look. It is retried all the same. */
  flag: boolean;
};

/** What the platform has decided about a credit. */
export type Settlement =
  | { status: "completed"; creditId: string; platformStatus: string }
  | { status: "failed"; reason: string };
