/** The donation form's input and props, shared by the portal and the embedded flow. */
import type { ShownSchool } from "#app/find-schools.ts";
import type { AmountEntry } from "#components/giving/amount-tiles.tsx";
import { type Balance, balanceTexts } from "#components/giving/balance.ts";
import type { SharingOptions } from "#components/giving/give-fields.tsx";
import { type Allowance, maxGiftNow } from "#lib/donations/accept/limits.ts";
import {
  defaultSharing,
  SHARED,
  SHARING,
  type Sharing,
  type SharingTerms,
} from "#lib/donations/sharing.ts";
import { env } from "#lib/env.ts";
import { asCents, type Cents, formatDollars, pointsFor, toCents } from "#lib/money.ts";
import {
  amountsToOffer,
  dollarsOf,
  entryForTiles,
  readAmount,
  ticketMoney,
  tilesOf,
} from "./amounts.ts";
import { type FundDefaults, fundOption, fundOptions } from "./funds.ts";

/** The raw input. It's validated at every step. */
export type GiftInput = {
  fund: string | null;
  entry: AmountEntry;
  note: string;
  notify: boolean;
  /** What to share with the school; null for the default. */
  share: string | null;
};

/** What a donation form that comes back contains. Its errors are collected at each step. */
export const GIFT_FIELDS = {
  amount: {},
  other_amount: {},
  fund_designation: {},
  loyalty_account_id: {},
  cardholder_message: {},
  share_with_school: {},
  notify_by_email: {},
};

/** Reads a submitted form, in which line breaks are CRLF. */
export const readGiftInput = (fields: URLSearchParams): GiftInput => ({
  fund: fields.get("fund_designation")?.trim() || null,
  entry: readAmount(fields),
  note: fields.get("cardholder_message")?.replaceAll("\r\n", "\n").trim() ?? "",
  notify: fields.has("notify_by_email"),
  share: fields.get("share_with_school"),
});

/** The input as form fields, without the fund. */
export const toFields = ({
  entry,
  note,
  notify,
  share,
}: Omit<GiftInput, "fund">): Record<string, string> => ({
  amount: entry.amount,
  other_amount: entry.otherAmount,
  cardholder_message: note,
  ...(share ? { share_with_school: share } : {}),
  ...(notify ? { notify_by_email: "on" } : {}),
});

/** The donation request, not validated yet. */
export const requestOf = (
  { fund, entry, note, notify, share }: GiftInput,
  schoolId: string | null,
) => ({
  school_id: schoolId ?? undefined,
  fund_designation: fund ?? undefined,
  dollar_amount: dollarsOf(entry),
  cardholder_message: note || null,
  notify_by_email: notify,
  share_with_school: share,
});

/** The largest gift, by our own maximum and the account's allowance. @param allowance null if no limits apply */
export function maxCentsFor(allowance: Allowance | null | undefined): Cents {
  const { maxDonationCents: max } = env();
  return allowance ? asCents(Math.min(max, maxGiftNow(allowance))) : max;
}

/** "Maximum gift: $1,000", or what is left today if that's less; null without limits. */
export function limitText(allowance: Allowance | null | undefined): string | null {
  if (!allowance) return null;
  const { maxGiftCents, leftCents } = allowance;
  if (leftCents === 0) return "You’ve reached your limit for today";
  return leftCents < maxGiftCents
    ? `${formatDollars(leftCents)} left today`
    : `Maximum gift: ${formatDollars(maxGiftCents)}`;
}

type GiftFormInput = {
  entry: AmountEntry;
  fund: string;
  defaults: FundDefaults;
  errors: Record<string, string>;
  /** The chosen account's points per dollar, the largest gift that it allows now, and its points. */
  rate: number;
  maxCents: Cents;
  balance: Balance | null;
  /** The bank's amount: one of the tiles, or locked. */
  offeredCents?: Cents | null;
  lockedUsd?: number | undefined;
  /** The entered choice, and what can be chosen. */
  share: string | null;
  sharing: SharingTerms;
};

const sharingOption = (value: Sharing) => ({ value, text: SHARED[value] });

/** What the donor can share with the school. @param entered the submitted choice */
function sharingOptions(entered: string | null, terms: SharingTerms): SharingOptions {
  const { hasAddress } = terms;
  const chosen = SHARING.find((one) => one === entered) ?? defaultSharing(terms);
  const offered = SHARING.filter((one) => one !== "address" || hasAddress || chosen === one);
  return { options: offered.map(sharingOption), chosen: sharingOption(chosen), hasAddress };
}

/** The props of the form's ticket, fields, and button. */
export function buildGiftForm(school: ShownSchool, input: GiftFormInput) {
  const { entry, fund, defaults, errors, rate, maxCents, balance, offeredCents, lockedUsd } = input;
  const schoolMin = toCents(school.minimum_donation_usd);
  const min = fundOption(school.funds, fund).minCents ?? schoolMin;
  const offered = amountsToOffer(min, maxCents, offeredCents);
  // The ticket doesn't show an invalid amount.
  const usd = lockedUsd ?? (errors.dollar_amount ? undefined : dollarsOf(entry));
  const money = ticketMoney(usd, rate, balance);
  return {
    ticket: {
      school,
      money,
      rate,
      pointsAge: balance?.age,
      fund: fundOption(school.funds, fund),
      isDraft: lockedUsd === undefined,
    },
    fields: {
      school: { name: school.name, minCents: schoolMin },
      minCents: min,
      errors,
      amounts: lockedUsd === undefined ? tilesOf(offered, rate) : null,
      entry: entryForTiles(offered, entry),
      overBalance:
        money && typeof usd === "number"
          ? balanceTexts(balance, pointsFor(toCents(usd), rate)).over
          : "",
      funds: fundOptions(school, defaults),
      fund,
      sharing: sharingOptions(input.share, input.sharing),
    },
    action: money ? `Review gift of ${money.amount}` : "Review your gift",
  };
}
