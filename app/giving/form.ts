/** The form of a gift: what was entered, and what is shown, in the portal and in the embedded flow alike. */
import type { ShownSchool } from "#app/find-schools.ts";
import type { AmountEntry } from "#components/giving/amount-tiles.tsx";
import { type Allowance, mostNow } from "#lib/donations/accept/limits.ts";
import { env } from "#lib/env.ts";
import { asCents, type Cents, formatDollars, toCents } from "#lib/money.ts";
import {
  amountsToOffer,
  dollarsOf,
  entryAmong,
  readAmount,
  ticketMoney,
  tilesOf,
} from "./amounts.ts";
import { type FundDefaults, fundOption, fundOptions } from "./funds.ts";

/** What was entered: kept as it is, and validated at every step. */
export type Entered = { fund: string | null; entry: AmountEntry; note: string; notify: boolean };

/** The values of a submitted form. It submits line breaks as CRLF. */
export const readEntered = (fields: URLSearchParams): Entered => ({
  fund: fields.get("fund_designation")?.trim() || null,
  entry: readAmount(fields),
  note: fields.get("cardholder_message")?.replaceAll("\r\n", "\n").trim() ?? "",
  notify: fields.has("notify_by_email"),
});

/** The same as form fields, without the fund. */
export const toFields = ({
  entry,
  note,
  notify,
}: Omit<Entered, "fund">): Record<string, string> => ({
  amount: entry.amount,
  other_amount: entry.otherAmount,
  cardholder_message: note,
  ...(notify ? { notify_by_email: "on" } : {}),
});

/** The request as entered, not yet validated. */
export const requestOf = ({ fund, entry, note, notify }: Entered, schoolId: string | null) => ({
  school_id: schoolId ?? undefined,
  fund_designation: fund ?? undefined,
  dollar_amount: dollarsOf(entry),
  cardholder_message: note || null,
  notify_by_email: notify,
});

/** The most that the form takes: ours, or what the account can give now. @param allowance null: no limits apply */
export function mostOf(allowance: Allowance | null | undefined): Cents {
  const { maxDonationCents: most } = env();
  return allowance ? asCents(Math.min(most, mostNow(allowance))) : most;
}

/** "Maximum gift: $1,000", or what is left today if that is less; null without limits. */
export function limitFact(allowance: Allowance | null | undefined): string | null {
  if (!allowance) return null;
  const { maxGiftCents, leftCents } = allowance;
  if (leftCents === 0) return "You’ve reached your limit for today";
  return leftCents < maxGiftCents
    ? `You can give up to ${formatDollars(leftCents)} more today`
    : `Maximum gift: ${formatDollars(maxGiftCents)}`;
}

type Shown = {
  entry: AmountEntry;
  fund: string;
  defaults: FundDefaults;
  errors: Record<string, string>;
  /** Points per dollar, and the limits, of the account that is chosen. */
  rate: number;
  allowance: Allowance | null | undefined;
  /** The bank's amount, among the others or instead of them. */
  offeredCents?: Cents | null;
  lockedUsd?: number | undefined;
};

/** The ticket, the fields, and the button of the form. */
export function showForm(school: ShownSchool, shown: Shown) {
  const { entry, fund, defaults, errors, rate, allowance, offeredCents, lockedUsd } = shown;
  const least = toCents(school.minimum_donation_usd);
  const offered = amountsToOffer(least, mostOf(allowance), offeredCents);
  // Nothing is printed for an amount that was refused.
  const usd = lockedUsd ?? (errors.dollar_amount ? undefined : dollarsOf(entry));
  const money = ticketMoney(usd, rate);
  return {
    ticket: {
      school,
      money,
      rate,
      fund: fundOption(school.funds, fund),
      isDraft: lockedUsd === undefined,
    },
    fields: {
      school: { name: school.name, minimum: formatDollars(least) },
      errors,
      amounts: lockedUsd === undefined ? tilesOf(offered, rate) : null,
      entry: entryAmong(offered, entry),
      funds: fundOptions(school, defaults),
      fund,
    },
    action: money ? `Review gift of ${money.amount}` : "Review your gift",
  };
}
