/** The states of a donation, and how it settles. */

/**
 * pending → completed once the platform confirms the credit; pending → failed once it definitely refuses; pending → canceled
 * if a correction ends it first. All three are final: what is reversed later leaves the donation completed. Every change is one guarded update (`where status = 'pending'`), so only one
 * of several concurrent callers succeeds.
 */
export type DonationStatus = "pending" | "completed" | "failed" | "canceled";

/** The platform's decision about a credit. */
export type Settlement =
  | { status: "completed"; platformCreditId: string; platformStatus: string }
  | { status: "failed"; reason: string };

/** A gift as its platform's credit says that it ended, or as a correction ended it. */
export type Ending = Settlement["status"] | "canceled";
