/** The interface to ticketing platforms, and their two kinds of failure. */
import type { Cents } from "../money.ts";

/** A gift as a foundation books it, for platforms that don't know its donors or funds. */
export type GiftRecord = {
  /** Our number for it, short enough for every program. */
  number: string;
  acceptedAt: string;
  /** The day it was accepted, in the foundation's time zone: `2026-11-21`. */
  date: string;
  /** Null if the donor stays anonymous, or the bank didn't say who gave. The number is the donor's at this foundation. */
  donor: { number: string; name: string; email: string } | null;
  bank: { number: string; name: string };
  /** The fund's ID, if it's one of the foundation's, and its name or the text that was sent. */
  fund: { id: string | null; name: string };
  /** The bank's reference, and the donor's message to the school. */
  reference: string;
  message: string | null;
};

/** Everything a platform receives about a gift. */
export type CreditInstruction = {
  fanAccountId: string;
  /** Decimal string and currency, as platforms expect them. */
  amount: { value: string; currency: "USD" };
  reason: string;
  /** The fund's scope on the platform, if it has one. */
  attractionId: string | null;
  venueId: string | null;
  /** Our donation ID, with which both sides prevent double credits. */
  partnerReference: string;
  source: "points-to-donation";
  fanMetadata: {
    bankTransactionRef: string;
    loyaltyProgram: string | null;
    pointsRedeemed: number;
    cardholderMessage: string | null;
  };
  notify: boolean;
  fanEmail: string | null;
  /** What the donor lets the school know about them; null if they stay anonymous. */
  donor: { name: string | null; email: string | null; postalAddress: string | null } | null;
  gift: GiftRecord;
};

/** A platform's response to an accepted credit. */
export type PlatformCredit = { creditId: string; status: string };

/** The platform has taken the instruction, and decides later: it isn't asked again until the promised time has passed. */
export const ON_ITS_WAY = "on its way";

/** A credit in the platform's ledger, to compare with ours. */
export type BookedCredit = PlatformCredit & {
  partnerReference: string;
  amountCents: Cents;
  createdAt: Date;
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
   * Asks the platform whether it answers and accepts our access, and changes nothing there. Omitted if there is nothing to
   * ask.
   * @throws PlatformUnavailable, PlatformMisconfigured
   */
  check?(access: PlatformAccess): Promise<void>;
  /** Whether requests to the platform are paused in this process, since it has failed repeatedly. */
  isPaused?(access: PlatformAccess): boolean;
  /** The fan's account ID, found by email address or created. Omitted if the platform has no such accounts. */
  findOrCreateFan?(access: PlatformAccess, email: string): Promise<string>;
  /**
   * Credits the fan once per partner reference; a repeated call returns the same credit.
   * @throws PlatformRefusal, PlatformUnavailable
   */
  pushCredit(
    access: PlatformAccess,
    instruction: CreditInstruction,
  ): Promise<PlatformCredit | typeof ON_ITS_WAY>;
  /**
   * Identifies the ledger that this access reads: schools on one platform may share it. Null if the platform has none that
   * we can read; then nothing is listed or found.
   */
  ledgerKeyOf(access: PlatformAccess): string | null;
  /**
   * Every credit of ours that the platform made in a period, page by page.
   * @throws PlatformUnavailable
   */
  listCredits(access: PlatformAccess, period: Period): AsyncIterable<BookedCredit[]>;
  /** Every credit with this partner reference, from any time. @throws PlatformUnavailable */
  findCredits(access: PlatformAccess, partnerReference: string): Promise<BookedCredit[]>;
};

/** A platform that decides at once, and has accounts and a ledger. */
export type LivePlatform = Required<
  Omit<TicketingAdapter, "pushCredit" | "ledgerKeyOf" | "isPaused">
> & {
  isPaused?(access: PlatformAccess): boolean;
  pushCredit(access: PlatformAccess, instruction: CreditInstruction): Promise<PlatformCredit>;
  ledgerKeyOf(access: PlatformAccess): string;
};

/** The platform has definitely refused: no credit exists and none will. Final. */
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
