import type { Giving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { firstNameOf } from "./first-name.ts";

const dollars = (usd: number) => formatDollars(toCents(usd));

/** The amount in the display face, as on a ticket. */
function BigAmount({ usd, isAlone }: { usd: number; isAlone: boolean }) {
  const digits = dollars(usd).replace("$", "");
  return (
    <strong
      className={`amount mt-1.5 mb-[0.14em] forced-colors:mt-4 ${isAlone ? "[--amount-max:11.5rem]" : "[--amount-max:8.25rem]"}`}
      data-digits={digits.length}
    >
      <span className="currency">$</span>
      <span>{digits}</span>
    </strong>
  );
}

type Heading = {
  giving: Giving;
  name: string | null;
  /** Whether nothing is beside it. */
  isAlone: boolean;
};

/** "You've given $1,240 to 3 schools", and what is on its way. */
export function GivingHeading({ giving, name, isAlone }: Heading) {
  const { givenUsd, schools, pendingUsd } = giving;
  const greeting = name ? `${firstNameOf(name)}, ` : "";
  const isFirst = givenUsd === 0;
  return (
    <div className="@container">
      <h1 className="figures text-lead">
        {greeting}
        {isFirst
          ? `${greeting ? "your" : "Your"} first gift is on its way: `
          : `${greeting ? "you’ve" : "You’ve"} given `}
        <BigAmount usd={isFirst ? pendingUsd : givenUsd} isAlone={isAlone} />
      </h1>
      {/* Stays mounted while its text changes, so that screen readers announce the change. */}
      <p role="status" className="figures text-lead">
        {!isFirst && `to ${schools} ${schools === 1 ? "school" : "schools"}.`}
        {!isFirst && pendingUsd > 0 && (
          <span className="text-quiet"> {dollars(pendingUsd)} more is on its way.</span>
        )}
      </p>
    </div>
  );
}
