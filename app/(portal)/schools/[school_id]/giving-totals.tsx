import type { Giving } from "#lib/donations/history/cardholder-giving.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

const dollars = (usd: number) => formatDollars(toCents(usd));

/** The reader's total here, linked to those donations. Nothing if there is none. */
function CardholderTotal({ school, own }: { school: SchoolDetail; own: Giving }) {
  const { givenUsd, donations, pendingUsd } = own;
  if (givenUsd === 0 && pendingUsd === 0) return null;
  const given = `You have given ${dollars(givenUsd)} here in ${donations === 1 ? "one donation" : `${donations} donations`}`;
  const waiting = `${dollars(pendingUsd)}${givenUsd > 0 ? " more" : ""} is accepted and on its way`;
  const said = [givenUsd > 0 && given, pendingUsd > 0 && waiting].filter(Boolean).join(". ");
  return (
    <p className="figures">
      <a href={`/donations?school=${school.school_id}`} className="link">
        {said}
      </a>
      .
    </p>
  );
}

/** The school's totals: the reader's, and everybody's. */
export function GivingTotals({ school, own }: { school: SchoolDetail; own: Giving }) {
  return (
    <div className="grid gap-0.5">
      <CardholderTotal school={school} own={own} />
      {school.total_raised_usd > 0 && (
        <p className="figures text-quiet">
          Everyone together has given {dollars(school.total_raised_usd)} here.
        </p>
      )}
    </div>
  );
}
