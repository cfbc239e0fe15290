/** The amounts that a donation form offers, and the one that a person has chosen. */

import type { AmountEntry, AmountOption } from "#components/giving/amount-tiles.tsx";
import type { TicketMoney } from "#components/giving/ticket.tsx";
import {
  asCents,
  type Cents,
  formatDollars,
  formatPoints,
  isWholeCents,
  parseDollars,
  pointsFor,
  toCents,
  toDollars,
} from "#lib/money.ts";

/** Five of these and "Other" make six tiles: two even rows on a phone, one on a wide screen. */
const LADDER = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000].map((usd) =>
  asCents(usd * 100),
);
const TILES = 5;

/** The value of the tile for an amount of one's own. */
const OTHER = "other";

/**
 * The amounts to offer, smallest first, within the school's minimum and our maximum.
 * @param offered the bank's amount, which is always among them if it is within the limits
 */
export function amountsToOffer(least: Cents, most: Cents, offered: Cents | null = null): Cents[] {
  const usual = LADDER.filter((cents) => cents >= least && cents <= most && cents !== offered);
  const isTaken = offered !== null && offered >= least && offered <= most;
  const amounts = isTaken ? [offered, ...usual.slice(0, TILES - 1)] : usual.slice(0, TILES);
  return amounts.sort((one, other) => one - other);
}

/** The tiles for these amounts, with their points at a rate. */
export const tilesOf = (amounts: Cents[], rate: number): AmountOption[] =>
  amounts.map((cents) => ({
    value: String(toDollars(cents)),
    dollars: formatDollars(cents),
    points: formatPoints(pointsFor(cents, rate)),
  }));

/** The entry of a submitted form. Text without a chosen tile can only be an amount of one's own. */
export function readAmount(fields: URLSearchParams): AmountEntry {
  const otherAmount = fields.get("other_amount")?.trim() ?? "";
  const amount = fields.get("amount")?.trim() || (otherAmount ? OTHER : "");
  return { amount, otherAmount };
}

/** The number of dollars; the text if it is not a valid amount; undefined if nothing was entered. */
export function dollarsOf({ amount, otherAmount }: AmountEntry): number | string | undefined {
  const written = amount === OTHER ? otherAmount : amount;
  return written ? (parseDollars(written) ?? written) : undefined;
}

/** The entry as these tiles show it: an amount that has no tile of its own is another amount. */
export function entryAmong(offered: Cents[], entry: AmountEntry): AmountEntry {
  const { amount } = entry;
  const isShown = amount === "" || amount === OTHER;
  if (isShown || offered.some((cents) => String(toDollars(cents)) === amount)) return entry;
  const money = ticketMoney(dollarsOf(entry), 1);
  return { amount: OTHER, otherAmount: money ? money.amount.slice(1) : amount };
}

/** What a ticket shows for this many dollars; null for anything that is no amount yet. */
export function ticketMoney(usd: number | string | undefined, rate: number): TicketMoney | null {
  if (typeof usd !== "number" || usd <= 0 || !isWholeCents(usd)) return null;
  const cents = toCents(usd);
  if (!Number.isSafeInteger(cents)) return null;
  return { amount: formatDollars(cents), points: formatPoints(pointsFor(cents, rate)) };
}
