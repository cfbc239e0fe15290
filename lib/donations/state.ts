/** The internal form of a donation, and its state machine. */

/**
 * pending → completed when the platform has confirmed the credit; pending → failed when it has definitely
 * refused. Completed and failed are final. Every change is one guarded update (`where status = 'pending'`),
 * so that only one of several callers succeeds.
 */
export type DonationStatus = "pending" | "completed" | "failed";

/** What a push has found or decided. */
export type PushStatus = DonationStatus | "superseded" | "held";

/** The platform's decision about a credit. */
export type Settlement =
  | { status: "completed"; creditId: string; platformStatus: string }
  | { status: "failed"; reason: string };
