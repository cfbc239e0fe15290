import type { Giving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";

const dollars = (usd: number) => formatDollars(toCents(usd));

/** "You have given $1,240 to 3 schools", and the pending amount. */
export function GivingHeading({ giving }: { giving: Giving }) {
  const { givenUsd, schools, pendingUsd } = giving;
  const onItsWay = pendingUsd > 0 && (
    <p className="figures mt-1 text-quiet">
      {givenUsd > 0 ? `${dollars(pendingUsd)} more is` : `${dollars(pendingUsd)} is`} accepted and
      on its way.
    </p>
  );
  if (givenUsd === 0 && pendingUsd === 0) {
    return (
      <>
        <h1 className="mt-0.5 font-strong text-title">You have not given yet</h1>
        <p className="mt-1 text-lead text-quiet">
          Your credit-card points can become a donation to a university’s athletic foundation: your
          bank converts them, the school receives the dollars, and you get its confirmation and a
          receipt.
        </p>
      </>
    );
  }
  return (
    <>
      <h1 className="figures mt-0.5 text-lead">
        You have given <strong className="block text-display">{dollars(givenUsd)}</strong>{" "}
        {givenUsd > 0 && `to ${schools} ${schools === 1 ? "school" : "schools"}`}
      </h1>
      {/* Stays mounted while its text changes, so that screen readers announce the change. */}
      <div role="status">{onItsWay}</div>
    </>
  );
}
