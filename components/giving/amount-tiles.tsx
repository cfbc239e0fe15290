import type { ReactNode } from "react";
import { errorBar, FieldError, focusOnError } from "#components/ui/field.tsx";
import { WarningShape } from "#components/ui/status.tsx";
import type { Cents } from "#lib/money.ts";
import type { Balance } from "./balance.ts";
import { digitsClass } from "./ticket.tsx";

export type AmountOption = {
  /** The number of dollars. */
  value: string;
  /** "$50" */
  dollars: string;
  /** "5,000 points" */
  points: string;
};

/** The input: a tile's value, or `other` with text. The selected tile decides which applies. */
export type AmountEntry = { amount: string; otherAmount: string };

/** A check mark, shown on the chosen tile. */
const CHECK = "M3 8.5 6.2 11.7 13 4.8";

type TileProps = {
  value: string;
  isChecked: boolean;
  label: string;
  detail: string;
};

function Tile({ value, isChecked, label, detail }: TileProps) {
  return (
    <label className="amount-tile @container relative flex min-h-10 min-w-0 cursor-pointer flex-col items-center rounded-box border-2 border-edge bg-sheet px-[4px] py-1.5 text-center has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-3 hover:border-ink forced-colors:has-checked:outline-3 forced-colors:has-checked:outline-[Highlight]">
      <input
        type="radio"
        name="amount"
        value={value}
        defaultChecked={isChecked}
        className="sr-only"
      />
      <svg
        viewBox="0 0 16 16"
        className="invisible absolute top-[4px] right-[4px] size-[11px] in-[.amount-tile:has(:checked)]:visible"
        aria-hidden="true"
      >
        <path d={CHECK} fill="none" stroke="currentcolor" strokeWidth="2.4" />
      </svg>
      <span
        // A small amount in a row is on the same line as the others.
        className={`display text-[min(94cqi/(var(--digits)*0.48+0.5),var(--text-d28))]/[var(--text-d28)] wide:text-[min(94cqi/(var(--digits)*0.48+0.5),var(--text-d40))]/[var(--text-d40)] ${digitsClass(label)}`}
      >
        {label}
      </span>
      {/* "15,625 points" fits on one line on a small phone; longer text wraps. */}
      <span
        className="figures mt-0.5 text-[clamp(0.75rem,13cqi,0.8125rem)]/[1.125rem]"
        data-tile-points
      >
        {detail}
      </span>
    </label>
  );
}

type AmountTilesProps = {
  amounts: AmountOption[];
  entry: AmountEntry;
  error: string | undefined;
  /** "Minimum gift: $20" and the rate, each an element. */
  facts: ReactNode;
  /** A hint if the points balance doesn't cover the amount. */
  overBalance: string;
  /** For the script that checks an amount as it's typed: points per dollar, the limits, and the points. */
  rate: number;
  minCents: Cents;
  schoolMinCents: Cents;
  maxCents: Cents;
  balance: Balance | null;
};

/**
 * The amounts as tiles. The "Other" tile reveals a text field, in CSS alone, so the selected tile always decides the
 * amount, with or without JavaScript.
 */
export function AmountTiles(props: AmountTilesProps) {
  const { amounts, entry, error, facts, overBalance, rate, minCents, maxCents, balance } = props;
  const { amount, otherAmount } = entry;
  const describedBy = error ? "dollar_amount-error" : undefined;
  const otherError = amount === "other" ? error : undefined;
  const choiceError = otherError === undefined ? error : undefined;
  return (
    <fieldset
      id="dollar_amount"
      tabIndex={-1}
      aria-describedby={describedBy}
      data-rate={rate.toFixed(9)}
      data-min={minCents}
      data-school-min={props.schoolMinCents}
      data-max={maxCents}
      data-balance={balance?.points}
      data-balance-age={balance?.age}
      {...focusOnError(choiceError)}
      className={`amounts min-w-0 ${errorBar(choiceError)}`}
    >
      <legend className="display text-d28 desk:text-d64">How much?</legend>
      {choiceError && <FieldError id="dollar_amount">{choiceError}</FieldError>}
      <div className="mt-1.5 desk:mt-2 grid grid-cols-3 gap-1 wide:gap-1.5">
        {amounts.map(({ value, dollars, points }) => (
          <Tile
            key={value}
            value={value}
            isChecked={value === amount}
            label={dollars}
            detail={points}
          />
        ))}
        <Tile value="other" isChecked={amount === "other"} label="Other" detail="You choose" />
      </div>
      <div
        className={`mt-2 in-[.amounts:not(:has([value=other]:checked))]:hidden ${errorBar(otherError)}`}
      >
        <label htmlFor="other_amount" className="block font-strong">
          Other amount
        </label>
        {otherError && <FieldError id="dollar_amount">{otherError}</FieldError>}
        <div className="relative mt-1">
          <span className="display pointer-events-none absolute top-1/2 left-1.5 -translate-y-1/2 text-d28">
            $
          </span>
          <input
            id="other_amount"
            name="other_amount"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={otherAmount}
            aria-describedby={describedBy}
            aria-invalid={otherError ? true : undefined}
            {...focusOnError(otherError)}
            className="display block h-7 w-full rounded-box border border-edge bg-sheet pr-1.5 pl-4 text-d28 aria-invalid:border-failed"
          />
        </div>
        {/* The points, or what is wrong. It keeps its height: a button below must not move as it's pressed. */}
        <p
          role="status"
          className="figures mt-0.5 min-h-[1lh] text-quiet text-small in-[.amounts:has([aria-invalid])]:text-failed"
          data-amount-note
        />
      </div>
      <div className="mt-1 flex gap-1 has-[[data-over-balance]:empty]:hidden">
        <WarningShape />
        <p role="status" className="figures" data-over-balance>
          {overBalance}
        </p>
      </div>
      <p className="figures dots mt-1.5 text-quiet text-small">{facts}</p>
    </fieldset>
  );
}
