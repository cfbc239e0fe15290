import { FirstTicket } from "#components/portal/first-ticket.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

/** The history of a cardholder who has not given yet. */
export function NoDonationsYet() {
  return (
    <div className="mt-3 grid items-start gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        <p className="text-lead text-quiet">
          You haven’t given yet. Each gift appears here as a ticket, and its confirmation number is
          printed on it once the school confirms.
        </p>
        <ButtonLink href="/give" className="mt-3">
          Pick your school
        </ButtonLink>
      </div>
      <FirstTicket />
    </div>
  );
}
