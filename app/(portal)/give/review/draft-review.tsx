import type { ReactNode } from "react";
import { findSchool } from "#app/find-school.ts";
import { pathWithFormState } from "#app/forms/form-state.ts";
import { toFields } from "#app/giving/form.ts";
import { reviewOf } from "#app/giving/review.ts";
import { GiveLayout } from "#components/giving/give-layout.tsx";
import { ReviewDetails, ReviewTicket } from "#components/giving/review.tsx";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import type { PortalDraft } from "#lib/giving/portal.ts";
import { findSource } from "#lib/giving/portal.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { findSchoolLook } from "#lib/schools/looks.ts";
import { StylesOf } from "../../../school-styles.tsx";
import { formPath } from "../[school_id]/form-path.ts";
import { MessagePage } from "../message-page.tsx";

/** The path of the form, filled in from the draft. */
function editPath({ request }: PortalDraft): Promise<string> {
  const fields = toFields({
    entry: { amount: String(request.dollar_amount), otherAmount: "" },
    note: request.cardholder_message ?? "",
    notify: request.notify_by_email,
  });
  const { loyalty_account_id, fund_designation } = request;
  const entered = new URLSearchParams({ ...fields, loyalty_account_id, fund_designation });
  return pathWithFormState(formPath(request.school_id), entered, { errors: {} });
}

/** The draft as the ticket that it will be, with the button that gives it. */
export async function DraftReview({
  scope,
  draft,
  draftToken,
  children,
}: {
  scope: CardholderScope;
  draft: PortalDraft;
  draftToken: string;
  /** Beneath the title. */
  children: ReactNode;
}) {
  const { school_id, loyalty_account_id, dollar_amount } = draft.request;
  const [school, look, source, preferences, change] = await Promise.all([
    findSchool(school_id),
    findSchoolLook(school_id),
    findSource(scope, loyalty_account_id),
    getCardholderPreferences(scope),
    editPath(draft),
  ]);
  if (!school || !look) return null;
  if (source?.status === "bank_suspended") {
    return (
      <MessagePage title="Giving is paused" href="/donations" link="See your gifts">
        {source.bankName} can’t accept gifts right now. Nothing was given, and your points weren’t
        used.
      </MessagePage>
    );
  }
  const review = reviewOf(draft, school, look, {
    programName: source?.programName ?? "A rewards account",
    bankName: source?.bankName ?? "Your bank",
    rate: draft.rate,
  });
  const emailUpdates = review.emailUpdates && preferences.email_donation_confirmation;
  return (
    <Form method="post" action={`/give/confirm?${new URLSearchParams({ draft: draftToken })}`}>
      <StylesOf schools={[look]} />
      <input type="hidden" name="form" value="confirm" />
      <GiveLayout
        schoolId={look.school_id}
        heading={
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-1.5">
              <h1 className="display text-d40 wide:text-d64">Review your gift</h1>
              <a href={change} className="link-alone justify-end">
                Edit
              </a>
            </div>
            <div className="mt-2 empty:hidden">{children}</div>
          </>
        }
        ticket={<ReviewTicket {...review} />}
        action={
          <Button look="give" className="figures min-h-7 w-full">
            Give {formatDollars(toCents(dollar_amount))}
          </Button>
        }
      >
        <ReviewDetails {...review} emailUpdates={emailUpdates} />
      </GiveLayout>
    </Form>
  );
}
