import type { ReactNode } from "react";
import { TextLink } from "#components/ui/button.tsx";
import type { Giving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";
import { areTotalsRounded } from "#lib/schools/totals.ts";

const dollars = (usd: number) => formatDollars(toCents(usd));

/** @param more whether it is at least so much */
function Total({ usd, more, children }: { usd: number; more?: boolean; children: ReactNode }) {
  return (
    <p className="figures min-w-0">
      <strong className="display mb-1 block text-d56">{`${dollars(usd)}${more ? "+" : ""}`}</strong>
      {children}
    </p>
  );
}

type OwnGiving = Pick<Giving, "givenUsd" | "donations" | "pendingUsd">;

const NOTHING: OwnGiving = { givenUsd: 0, donations: 0, pendingUsd: 0 };

/** What the reader has given here, and everybody. Nothing where there is nothing yet. */
export function GivingTotals({ school, own }: { school: SchoolDetail; own: OwnGiving | null }) {
  const { givenUsd, donations, pendingUsd } = own ?? NOTHING;
  const gifts = donations === 1 ? "1 gift" : `${donations} gifts`;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      {givenUsd > 0 && (
        <Total usd={givenUsd}>
          <TextLink href={`/donations?school=${school.school_id}`}>
            You’ve given in {gifts}
          </TextLink>
        </Total>
      )}
      {pendingUsd > 0 && (
        <Total usd={pendingUsd}>
          <TextLink href={`/donations?school=${school.school_id}`}>On its way from you</TextLink>
        </Total>
      )}
      {school.total_raised_usd > 0 && (
        <Total usd={school.total_raised_usd} more={areTotalsRounded()}>
          Donors have given here
        </Total>
      )}
    </div>
  );
}
