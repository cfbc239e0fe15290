import type { Giving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";

const dollars = (usd: number) => formatDollars(toCents(usd));
const digitsOf = (usd: number) => dollars(usd).length;

/** "You've given $1,240 to 3 schools", and what is on its way. */
export function GivingHeading({ giving, name }: { giving: Giving; name: string | null }) {
  const { givenUsd, schools, pendingUsd } = giving;
  const greeting = name ? `${name}, ` : "";
  if (givenUsd === 0 && pendingUsd === 0) {
    return (
      <>
        {name && <p className="text-lead">Welcome, {name}</p>}
        <h1 className="display mt-1 text-balance text-d40 wide:text-d64">
          Turn your points into game day
        </h1>
        <p className="mt-1.5 max-w-reading text-lead text-quiet">
          Your bank converts your points, the school’s athletic foundation receives the dollars, and
          you get its confirmation and a receipt.
        </p>
      </>
    );
  }
  const isFirst = givenUsd === 0;
  return (
    <>
      <h1 className="figures text-lead">
        {greeting}
        {isFirst
          ? `${greeting ? "your" : "Your"} first gift is on its way: `
          : `${greeting ? "you’ve" : "You’ve"} given `}
        <strong
          className="amount mt-1.5 [--amount-max:8.25rem]"
          data-digits={digitsOf(isFirst ? pendingUsd : givenUsd)}
        >
          {dollars(isFirst ? pendingUsd : givenUsd)}
        </strong>
      </h1>
      {/* Stays mounted while its text changes, so that screen readers announce the change. */}
      <p role="status" className="figures mt-1.5 text-lead">
        {!isFirst && `to ${schools} ${schools === 1 ? "school" : "schools"}.`}
        {!isFirst && pendingUsd > 0 && (
          <span className="text-quiet"> {dollars(pendingUsd)} more is on its way.</span>
        )}
      </p>
    </>
  );
}
