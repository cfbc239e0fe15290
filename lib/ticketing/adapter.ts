/** The interface to ticketing platforms, and their two kinds of failure. */
import type { Cents } from "../money.ts";

/**
 * What a school without an API has in place of an adapter. Its gifts await its foundation, whose team imports them as files
 * and confirms them (lib/batches).
 */
export const NO_API = "batch";

/** What a donor lets the school know about them. */
export type Donor = { name: string | null; email: string; postalAddress: string | null };

/** Everything a platform receives about a gift. */
export type CreditInstruction = {
  fanAccountId: string;
  amountCents: Cents;
  reason: string;
  /** The fund's scope on the platform, if it has one. */
  attractionId: string | null;
  venueId: string | null;
  /** Our donation ID, with which both sides prevent double credits. */
  partnerReference: string;
  fanMetadata: {
    bankTransactionRef: string;
    loyaltyProgram: string | null;
    pointsRedeemed: number;
    cardholderMessage: string | null;
  };
  notify: boolean;
  /** Null if they stay anonymous. */
  donor: Donor | null;
};

/** A platform's response to an accepted credit. */
export type PlatformCredit = { creditId: string; status: string };

/** A credit in the platform's ledger, to compare with ours. */
export type BookedCredit = PlatformCredit & {
  partnerReference: string;
  /** As it was made, and what was voided of it since. */
  amountCents: Cents;
  voidedCents: Cents;
  createdAt: Date;
};

/** What is to be voided of a credit: all of it, or a part. */
export type VoidInstruction = {
  /** With which both sides prevent double voids. */
  correctionId: string;
  creditId: string;
  partnerReference: string;
  amountCents: Cents;
  reason: string;
};

/** From `from`, inclusive, to `to`, exclusive. */
export type Period = { from: Date; to: Date };

/** A school's decrypted platform configuration. Never leaves the process. */
export type PlatformAccess = {
  schoolId: string;
  /** Receives gifts without a linked account. */
  houseAccountId: string;
  /** The platform's URL and our key; required by the `rest` adapter. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  /** Aborts the requests of one attempt, which share a time limit. */
  signal?: AbortSignal;
};

/** A kind of ticketing platform. Every call is idempotent. */
export type TicketingAdapter = {
  /** Why this environment can't use a configuration, or null if it can. */
  problemWith(access: PlatformAccess): string | null;
  /**
   * Asks the platform whether it answers and accepts our access, and changes nothing there.
   * @throws PlatformUnavailable, PlatformMisconfigured
   */
  check(access: PlatformAccess): Promise<void>;
  /** Whether requests to the platform are paused in this process, since it has failed repeatedly. */
  isPaused?(access: PlatformAccess): boolean;
  /** The fan's account ID, found by email address or created. */
  findOrCreateFan(access: PlatformAccess, email: string): Promise<string>;
  /**
   * Credits the fan once per partner reference; a repeated call returns the same credit.
   * @throws PlatformRefusal, PlatformUnavailable
   */
  pushCredit(access: PlatformAccess, instruction: CreditInstruction): Promise<PlatformCredit>;
  /**
   * Takes back a credit, or a part of it, once per correction: repeating the call changes nothing.
   * @throws PlatformRefusal, PlatformUnavailable
   */
  voidCredit(access: PlatformAccess, instruction: VoidInstruction): Promise<void>;
  /** Identifies the ledger that this access reads: schools on one platform may share it. */
  ledgerKeyOf(access: PlatformAccess): string;
  /**
   * Every credit of ours that the platform made in a period, page by page.
   * @throws PlatformUnavailable
   */
  listCredits(access: PlatformAccess, period: Period): AsyncIterable<BookedCredit[]>;
  /** Every credit with this partner reference, from any time. @throws PlatformUnavailable */
  findCredits(access: PlatformAccess, partnerReference: string): Promise<BookedCredit[]>;
};

/** The platform has definitely refused: no credit or void exists and none will. Final. */
export class PlatformRefusal extends Error {
  override name = "PlatformRefusal";
}

/** The outcome is unknown, or the platform was unavailable: retry. Never final. */
export class PlatformUnavailable extends Error {
  override name = "PlatformUnavailable";
  /** Whether the platform certainly made no credit: it wasn't reached, or turned the request away unread. */
  readonly isUncredited: boolean;

  constructor(message: string, { isUncredited = false } = {}) {
    super(message);
    this.isUncredited = isUncredited;
  }
}

/** The school's platform configuration cannot be used: an operator has to fix it. */
export class PlatformMisconfigured extends PlatformUnavailable {
  override name = "PlatformMisconfigured";

  constructor(message: string, { isUncredited = true } = {}) {
    super(message, { isUncredited });
  }
}
