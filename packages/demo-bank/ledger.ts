/** The bank's own books: its customers' gifts, the points that it took and returned, and the events that it was told. */
import { randomUUID } from "node:crypto";
import { foldStatement, type WebhookEvent } from "#client/index.ts";

/** A gift that a customer has ordered. */
export type Order = {
  gift_id: string;
  service_user_id: string;
  school_id: string;
  fund_designation: string;
  dollar_amount: number;
  points_redeemed: number;
};

/** What an event about a donation makes of a gift. No other event changes its status or its points. */
const OUTCOMES = {
  "donation.completed": "completed",
  "donation.failed": "failed",
  "donation.canceled": "canceled",
  "donation.reversed": "reversed",
} as const;

type Outcome = Extract<WebhookEvent, { type: keyof typeof OUTCOMES }>;

export type Gift = Omit<Order, "dollar_amount"> & {
  /** The bank's own reference, stored before the first request. */
  reference: string;
  cents: number;
  donation_id: string | null;
  status: "pending" | (typeof OUTCOMES)[keyof typeof OUTCOMES];
  /** The highest `sequence` of its events. */
  sequence: number;
};

const isOutcome = (event: WebhookEvent): event is Outcome => Object.hasOwn(OUTCOMES, event.type);

/** Samples of events, which a bank can request, are about nothing. */
const isSample = ({ data }: WebhookEvent) => "test" in data && data.test === true;

/** 1999 → "19.99" */
const inDollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** In memory. Yours is a database: a method is a transaction, and a map is a table with a unique key. */
export class Ledger {
  /** By `gift_id`. */
  readonly gifts = new Map<string, Gift>();
  /** By `webhook-id`, for statements. */
  protected readonly events = new Map<string, WebhookEvent>();
  /** The points of customers that moved, by what moved them. */
  protected readonly moved = new Map<string, { gift_id: string; points: number }>();

  /** Stores a new gift, and takes its points. */
  order({ dollar_amount: dollars, ...ordered }: Order): Gift {
    const own = { reference: `gift-${randomUUID()}`, cents: this.centsOf(dollars) };
    const gift: Gift = { ...ordered, ...own, donation_id: null, status: "pending", sequence: 0 };
    this.gifts.set(gift.gift_id, gift);
    this.move(gift, "order", -gift.points_redeemed);
    return gift;
  }

  /** The service has accepted a gift for good, which isn't its outcome. */
  accept(gift: Gift, donationId: string): void {
    gift.donation_id = donationId;
  }

  /** The service has refused a gift, so there will be no events about it. */
  refuse(gift: Gift): void {
    gift.status = "failed";
    this.move(gift, "refusal", gift.points_redeemed);
  }

  /** Stores an event and acts on it, once per ID. @returns whether it is new */
  take(id: string, event: WebhookEvent): boolean {
    if (this.events.has(id)) return false;
    this.events.set(id, event);
    if (isOutcome(event) && !isSample(event)) this.book(event);
    return true;
  }

  /** Events arrive in any order: the newest one decides the status, and each has its points to return. */
  protected book({ type, data }: Outcome): void {
    const known = [...this.gifts.values()];
    const gift = known.find(({ reference }) => reference === data.bank_transaction_ref);
    if (!gift) return;
    gift.donation_id = data.donation_id;
    if (data.sequence > gift.sequence) gift.status = OUTCOMES[type];
    gift.sequence = Math.max(gift.sequence, data.sequence);
    const cause = "correction_id" in data ? data.correction_id : type;
    if ("points_to_return" in data) this.move(gift, cause, data.points_to_return);
  }

  /** Moves a customer's points, once per cause. */
  protected move({ gift_id }: Gift, cause: string, points: number): void {
    const key = `${gift_id} ${cause}`;
    if (!this.moved.has(key)) this.moved.set(key, { gift_id, points });
  }

  /** Whole cents, since sums of fractions aren't exact. */
  protected centsOf(dollars: number): number {
    return Math.round(dollars * 100);
  }

  /** What the bank believes, as the certification asks for it. */
  state() {
    const gifts = [...this.gifts.values()];
    const completed = gifts.filter(({ status }) => status === "completed");
    return {
      gifts: gifts.map((gift) => this.#describe(gift)),
      total_completed_usd: inDollars(sum(completed.map(({ cents }) => cents))),
      statements: this.#statements(),
    };
  }

  #describe({ gift_id, reference, donation_id, status, cents }: Gift) {
    const moved = [...this.moved.values()].filter((one) => one.gift_id === gift_id);
    const points = moved.map((one) => one.points);
    return {
      gift_id,
      bank_transaction_ref: reference,
      donation_id,
      status,
      dollar_amount: inDollars(cents),
      points_taken: -sum(points.filter((one) => one < 0)),
      points_returned: sum(points.filter((one) => one > 0)),
    };
  }

  /** The closed statements, from the bank's own events. */
  #statements() {
    const events = [...this.events.values()];
    return events.flatMap((event) => {
      if (event.type !== "statement.closed" || isSample(event)) return [];
      const { statement_id, number } = event.data;
      return [{ statement_id, digest: foldStatement(events, number).digest }];
    });
  }
}
