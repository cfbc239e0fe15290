/** What every ticketing platform is to us: one interface, two kinds of bad news. */
import type { Cents } from "../money.ts";

/** All that a platform is told about a gift. */
export type CreditInstruction = {
  fanAccountId: string;
  /** Decimal string value and currency, as platforms take it. */
  amount: { value: string; currency: "USD" };
  reason: string;
  /** Scope at the platform, where the fund has one. */
  attractionId: string | null;
  venueId: string | null;
  /** Our donation id: the platform's guard, and ours, against crediting twice. */
  partnerReference: string;
  source: "points-to-donation";
  fanMetadata: {
    bankTransactionRef: string;
    loyaltyProgram: string | null;
    pointsRedeemed: number;
    /** What the fan wants to say to the school. */
    cardholderMessage: string | null;
  };
  notify: boolean;
  fanEmail: string | null;
};

/** What a platform answers to an accepted credit. */
export type PlatformCredit = { creditId: string; status: string };

/** A credit as it stands in the platform's books, to be held against ours. */
export type BookedCredit = PlatformCredit & {
  partnerReference: string;
  amountCents: Cents;
  createdAt: Date;
};

/** From its first instant on, and before `to`. */
export type Period = { from: Date; to: Date };

/** A school's access to its platform, opened. Never leaves the process that pushes. */
export type PlatformAccess = {
  schoolId: string;
  /** Receives gifts that are tied to no linked account. */
  houseAccountId: string;
  /** Where the platform is and how we are known there; the `rest` adapter needs both. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
};

/** One kind of ticketing platform. Every call may be repeated without a second effect. */
export type TicketingAdapter = {
  /** The fan's account id, found by e-mail or created. */
  findOrCreateFan(access: PlatformAccess, email: string): Promise<string>;
  /**
   * Credits the fan once per partner reference; a repeated call answers with the same credit.
   * @throws PlatformRefusal, PlatformUnavailable
   */
  pushCredit(access: PlatformAccess, instruction: CreditInstruction): Promise<PlatformCredit>;
  /** Names the books that this access opens: schools on one platform may share them. */
  ledgerKeyOf(access: PlatformAccess): string;
  /**
   * Every credit of ours in the platform's books that it made in a period, page after page.
   * @throws PlatformUnavailable
   */
  listCredits(access: PlatformAccess, period: Period): AsyncIterable<BookedCredit[]>;
  /** Every credit under a partner reference, whenever it was made. @throws PlatformUnavailable */
  findCredits(access: PlatformAccess, partnerReference: string): Promise<BookedCredit[]>;
};

/** The platform has definitely refused: no credit exists and none will. Final. */
export class PlatformRefusal extends Error {
  override name = "PlatformRefusal";
}

/** Whether the platform has credited is not known, or it could not: try again. Never final. */
export class PlatformUnavailable extends Error {
  override name = "PlatformUnavailable";
}

/** Our own configuration for the school cannot be used: an operator has to look. */
export class PlatformMisconfigured extends PlatformUnavailable {
  override name = "PlatformMisconfigured";
}
