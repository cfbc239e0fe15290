import { ButtonLink } from "#components/ui/button.tsx";

/** The history of a cardholder who has not given yet. */
export function NoDonationsYet() {
  return (
    <>
      <p className="mt-2 text-lead text-quiet">
        You haven’t given yet. Each gift appears here as a ticket, and its confirmation number is
        printed on it once the school confirms.
      </p>
      <ButtonLink href="/give" className="mt-3">
        Give
      </ButtonLink>
    </>
  );
}

/** No donation matches the filters. */
export function NoMatchingDonations() {
  return (
    <div className="mt-4 border-line border-t pt-3">
      <p className="text-lead">No matching gifts</p>
      <a href="/donations" className="link-alone">
        Show all
      </a>
    </div>
  );
}
