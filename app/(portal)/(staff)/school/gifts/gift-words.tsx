/** How gifts are shown to their school. */
import type { ReactNode } from "react";
import { StandaloneLink } from "#components/ui/button.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import type { SchoolGift } from "#lib/batches/contract.ts";
import { type Cents, formatDollarsAndCents, toCents } from "#lib/money.ts";
import { formatCount } from "#lib/text.ts";
import { GIFTS } from "./gift-filter.ts";

export const STATUS_WORDS: Record<SchoolGift["status"], { tone: Tone; word: string }> = {
  pending: { tone: "waiting", word: "Waiting" },
  completed: { tone: "completed", word: "Confirmed" },
  failed: { tone: "failed", word: "Refused" },
};

export function GiftStatus({ status, held }: Pick<SchoolGift, "status" | "held">) {
  const { tone, word } = STATUS_WORDS[status];
  return <Status tone={tone}>{held ? "In review" : word}</Status>;
}

export const amountOf = ({ dollar_amount }: Pick<SchoolGift, "dollar_amount">) =>
  formatDollarsAndCents(toCents(dollar_amount));

/** In a table, by its number. */
export const giftLink = (number: string) => (
  <StandaloneLink href={`${GIFTS}/${number}`} className="whitespace-nowrap font-mono text-fine">
    {number}
  </StandaloneLink>
);

type TotalsProps = { count: number; cents: Cents; className: string; children: ReactNode };

/** Above a list: "12 gifts, $300.00", and a link to its file. */
export const GiftTotals = ({ count, cents, className, children }: TotalsProps) => (
  <div className={`${className} flex flex-wrap items-baseline gap-x-2`}>
    <p className="figures">
      <span className="font-strong">{formatCount(count, "gift")}</span>,{" "}
      {formatDollarsAndCents(cents)}
    </p>
    {children}
  </div>
);

/** The donor as the school may know them. */
export const DonorName = ({ name }: { name: string | null }) =>
  name === null ? <span className="text-quiet">Anonymous</span> : <bdi>{name}</bdi>;

export const fundOf = ({ fund_name, fund_designation }: SchoolGift) =>
  fund_name ?? fund_designation;
