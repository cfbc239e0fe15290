import { readFormState, readQuery, type SearchParams } from "#app/forms/form-state.ts";
import { FormStatus } from "#app/forms/form-status.tsx";
import { titleOf } from "#app/forms/form-title.ts";
import { RateChanged } from "#components/giving/review.tsx";
import { Page } from "#components/ui/page.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { findDrafted } from "#lib/giving/portal.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { requireCardholder } from "../../../session.ts";
import { Shell } from "../../../shell.tsx";
import { openDraft } from "../draft-token.ts";
import { MessagePage } from "../message-page.tsx";
import { DraftReview } from "./draft-review.tsx";

type Props = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Props) =>
  titleOf("Review your gift", searchParams);

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
      <MessagePage title="This session timed out" href="/give" link="Choose a school">
        We kept what you entered for one hour, and that time is up. If you had already confirmed,
        you’ll find your gift among your gifts. If not, your points weren’t used.
      </MessagePage>
    );
  }
  const donation = await findDrafted(scope, draft);
  if (donation) {
    const amount = formatDollars(toCents(donation.dollar_amount));
    return (
      <MessagePage
        title="Already submitted"
        href={`/donations/${donation.donation_id}`}
        link="See your gift"
      >
        Your gift of {amount} to {donation.school_name} was accepted. You weren’t charged twice.
      </MessagePage>
    );
  }
  const state = await readFormState(query);
  return (
    <DraftReview scope={scope} draft={draft} draftToken={query.draft ?? ""}>
      <FormStatus state={state} title="Your gift wasn’t given" />
      {!state && query.was && <RateChanged points={draft.points} was={Number(query.was)} />}
    </DraftReview>
  );
}

export default async function Review({ searchParams }: Props) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/give/review", query);
  return (
    <Shell signedIn current="/give">
      <Page width="list">
        <Content scope={scope} query={query} />
      </Page>
    </Shell>
  );
}
