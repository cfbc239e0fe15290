import { MoneyLine } from "#components/portal/money-line.tsx";
import { SchoolMonogram } from "#components/portal/school-monogram.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import type { DonationDraft } from "#lib/donations/accept/drafts.ts";
import { findSource } from "#lib/donations/accept/sources.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { findSchool } from "../../find-school.ts";
import { DraftDetails } from "./draft-details.tsx";
import { editDraftPath } from "./edit-draft.ts";

/** The draft to confirm, with the button that gives it. */
export async function DraftReview({
  scope,
  draft,
  draftToken,
}: {
  scope: CardholderScope;
  draft: DonationDraft;
  draftToken: string;
}) {
  const { school_id, loyalty_account_id, dollar_amount } = draft.request;
  const [school, source, preferences, change] = await Promise.all([
    findSchool(school_id),
    findSource(scope, loyalty_account_id),
    getCardholderPreferences(scope),
    editDraftPath(draft),
  ]);
  if (!school) return null;
  const money = { dollar_amount, points_redeemed: draft.points, points_per_dollar: draft.rate };
  return (
    <>
      <div id="dollar_amount" className="my-3 flex items-center gap-2">
        <SchoolMonogram schoolId={school_id} size="head" />
        <MoneyLine
          donation={money}
          size="display"
          {...(source ? { program: source.programName } : {})}
        />
      </div>
      <DraftDetails
        draft={draft}
        school={school}
        source={source}
        emailAllowed={preferences.email_donation_confirmation}
      />
      <p className="my-3">Your bank takes the points once {school.name} has confirmed.</p>
      <Form
        method="post"
        action={`/give/confirm?${new URLSearchParams({ draft: draftToken })}`}
        className="flex flex-wrap gap-2"
      >
        <input type="hidden" name="form" value="confirm" />
        <Button className="figures grow wide:grow-0">
          Give {formatDollars(toCents(dollar_amount))}
        </Button>
        <ButtonLink look="quiet" href={change} className="grow wide:grow-0">
          Change something
        </ButtonLink>
      </Form>
    </>
  );
}
