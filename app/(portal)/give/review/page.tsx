import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Page } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findDrafted } from "#lib/donations/accept/drafts.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { openDraft } from "../draft-token.ts";
import { DraftReview } from "./draft-review.tsx";
import { ReviewUnavailable } from "./review-unavailable.tsx";

type Props = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props) => titleOf("Look it over", searchParams);

async function Content({
  scope,
  query,
}: {
  scope: CardholderScope;
  query: Record<string, string>;
}) {
  const draft = await openDraft(scope, query.draft);
  if (!draft) {
    return (
      <ReviewUnavailable title="This has to be filled in again" href="/give" link="Choose a school">
        What you entered is kept for an hour. If you had said yes to it, it is among your donations.
      </ReviewUnavailable>
    );
  }
  const donation = await findDrafted(scope, draft);
  if (donation) {
    const amount = formatDollars(toCents(donation.dollar_amount));
    return (
      <ReviewUnavailable
        title="You have given this already"
        href={`/donations/${donation.donation_id}`}
        link="See the donation"
      >
        Your donation of {amount} to {donation.school_name} was accepted, once.
      </ReviewUnavailable>
    );
  }
  const state = await readFormState(query);
  return (
    <>
      <div className="mb-3 empty:hidden">
        <FormStatus state={state} />
        {!state && query.rate === "changed" && (
          <Notice title="The rate has changed since you looked" urgent>
            Nothing was given yet. It takes {draft.points.toLocaleString("en-US")} points now.
          </Notice>
        )}
      </div>
      <h1 className="font-strong text-title">Look it over</h1>
      <DraftReview scope={scope} draft={draft} draftToken={query.draft ?? ""} />
    </>
  );
}

export default async function Review({ searchParams }: Props) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/give/review", query);
  return (
    <Shell signedIn current="/give">
      <Page>
        <Content scope={scope} query={query} />
      </Page>
    </Shell>
  );
}
