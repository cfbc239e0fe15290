/** The amounts that a donation form offers, and the one that was chosen. */
import type { AmountEntry, AmountOption } from "#components/giving/amount-tiles.tsx";
import { type Balance, balanceTexts } from "#components/giving/balance.ts";
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

/** The value of the "Other" tile. */
const OTHER = "other";

/**
 * The amounts to offer, smallest first, between the school's minimum and the maximum.
 * @param preset the bank's amount, always included if it's within the limits
 */
export function amountsToOffer(min: Cents, max: Cents, preset: Cents | null = null): Cents[] {
  const usual = LADDER.filter((cents) => cents >= min && cents <= max && cents !== preset);
  const isPresetValid = preset !== null && preset >= min && preset <= max;
  const amounts = isPresetValid ? [preset, ...usual.slice(0, TILES - 1)] : usual.slice(0, TILES);
  return amounts.sort((one, other) => one - other);
}

/** Tiles for these amounts, with their points. @param rate points per dollar */
export const tilesOf = (amounts: Cents[], rate: number): AmountOption[] =>
  amounts.map((cents) => ({
    value: String(toDollars(cents)),
    dollars: formatDollars(cents),
    points: formatPoints(pointsFor(cents, rate)),
  }));

/** The entry of a submitted form. Text without a chosen tile counts as the other amount. */
export function readAmount(fields: URLSearchParams): AmountEntry {
  const otherAmount = fields.get("other_amount")?.trim() ?? "";
  const amount = fields.get("amount")?.trim() || (otherAmount ? OTHER : "");
  return { amount, otherAmount };
}

/** The number of dollars; the raw text if it isn't a valid amount; undefined if nothing was entered. */
export function dollarsOf({ amount, otherAmount }: AmountEntry): number | string | undefined {
  const text = amount === OTHER ? otherAmount : amount;
  return text ? (parseDollars(text) ?? text) : undefined;
}

/** The entry for these tiles: an amount without a tile moves to the other-amount field. */
export function entryForTiles(offered: Cents[], entry: AmountEntry): AmountEntry {
  const { amount } = entry;
  const isShown = amount === "" || amount === OTHER;
  if (isShown || offered.some((cents) => String(toDollars(cents)) === amount)) return entry;
  const money = ticketMoney(dollarsOf(entry), 1);
  return { amount: OTHER, otherAmount: money ? money.amount.slice(1) : amount };
}

/** A ticket's amount and points; null for an invalid or missing amount. @param rate points per dollar */
export function ticketMoney(
  usd: number | string | undefined,
  rate: number,
  balance: Balance | null = null,
): TicketMoney | null {
  if (typeof usd !== "number" || usd <= 0 || !isWholeCents(usd)) return null;
  const cents = toCents(usd);
  if (!Number.isSafeInteger(cents)) return null;
  return {
    amount: formatDollars(cents),
    points: balanceTexts(balance, pointsFor(cents, rate)).taken,
  };
}
