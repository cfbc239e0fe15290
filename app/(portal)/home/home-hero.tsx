import type { ReactNode } from "react";
import { FirstTicket } from "#components/portal/first-ticket.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { Giving } from "#lib/donations/history/cardholder-giving.ts";
import { NoAccount } from "../give/no-account.tsx";
import { firstNameOf } from "./first-name.ts";
import { GivingHeading } from "./giving-heading.tsx";

type Hero = {
  giving: Giving;
  name: string | null;
  email: string;
  /** Whether there is an account to give from. */
  canGive: boolean;
  /** Whether there is a link to accept first, which is above. */
  isAsked: boolean;
  /** The school of the last gift, if it accepts gifts. */
  again: { school_id: string; name: string } | null;
  /** Null while there is too little to compare. */
  chart: ReactNode;
};

/** Two columns where there is room. */
function Beside({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-8 gap-y-5 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      {children}
    </div>
  );
}

/** Before the first gift: what points can do, or how to link them. */
function FirstHero({ name, email, canGive, isAsked }: Hero) {
  return (
    <Beside>
      <div>
        {name && <p className="mb-1 text-lead">Welcome, {firstNameOf(name)}</p>}
        {canGive || isAsked ? (
          <>
            <h1 className="display text-balance text-d56 wide:text-d64">
              Turn your points into game day
            </h1>
            <p className="mt-2 text-lead text-quiet">
              Your bank converts your points, the school’s athletic foundation receives the dollars,
              and you get its confirmation and a receipt.
            </p>
            {canGive && (
              <ButtonLink href="/give" className="mt-3">
                Pick your school
              </ButtonLink>
            )}
          </>
        ) : (
          <NoAccount sources={[]} email={email} isPageTitle />
        )}
      </div>
      <FirstTicket />
    </Beside>
  );
}

/** What one's gifts amount to, by month beside it, and the way to the next one. */
export function HomeHero(hero: Hero) {
  const { giving, name, email, canGive, isAsked, again, chart } = hero;
  if (giving.givenUsd === 0 && giving.pendingUsd === 0) return <FirstHero {...hero} />;
  const heading = (
    <div className={chart ? "min-w-0 desk:sticky desk:top-4" : ""}>
      <GivingHeading giving={giving} name={name} isAlone={!chart} />
      {canGive && (
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink href="/give">Give</ButtonLink>
          {again && (
            <ButtonLink look="quiet" href={`/give/${again.school_id}`}>
              Give to {again.name} again
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
  return (
    <>
      {chart ? (
        <Beside>
          {heading}
          {chart}
        </Beside>
      ) : (
        heading
      )}
      {!canGive && !isAsked && (
        <div className="mt-5">
          <NoAccount sources={[]} email={email} />
        </div>
      )}
    </>
  );
}
