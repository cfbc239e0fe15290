import { ButtonLink } from "#components/ui/button.tsx";

/** The history of a cardholder who has not given yet. */
export function NoDonationsYet() {
  return (
    <>
      <p className="mt-2 text-lead text-quiet">
        You have not given yet. Each donation appears here: first as accepted, then with the number
        under which the school has confirmed it.
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
      <p className="text-lead">None of your donations is like this.</p>
      <a href="/donations" className="link-alone">
        Show all
      </a>
    </div>
  );
}
