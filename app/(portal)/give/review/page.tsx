import { rememberedTimeZone } from "#app/cookies.ts";
import { findSchool } from "#app/find-schools.ts";
import { FormStatus } from "#app/form-page.tsx";
import { FORM } from "#app/forms/form-errors.ts";
import {
  pathWithFormState,
  type Query,
  readFormState,
  readQuery,
  titled,
} from "#app/forms/form-state.ts";
import { formPath } from "#app/giving/choices.ts";
import { toFields } from "#app/giving/form.ts";
import { reviewOf, shownBalance } from "#app/giving/gifts.ts";
import { isDecline } from "#app/giving/refusals.ts";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { GiveLayout } from "#components/giving/give-layout.tsx";
import { MessagePage } from "#components/giving/message-ticket.tsx";
import { RateChanged, ReviewDetails, ReviewTicket } from "#components/giving/review.tsx";
import { Button, ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { getCardholderName } from "#lib/cardholders/profile/queries.ts";
import type { CardholderDonation } from "#lib/donations/contract.ts";
import {
  findDonationOfDraft,
  listSources,
  type PortalDraft,
  type Source,
} from "#lib/giving/portal.ts";
import { formatDollars, toCents } from "#lib/money.ts";
import { NameWarning } from "../../name-warning.tsx";
import { openDraft } from "../paths.ts";

export const generateMetadata = titled("Review your gift");

/** The path of the donation form, filled in from the draft. @param accountId the account to choose there */
function editPath(
  { request }: PortalDraft,
  accountId = request.loyalty_account_id,
): Promise<string> {
  const fields = toFields({
    entry: { amount: String(request.dollar_amount), otherAmount: "" },
    note: request.cardholder_message ?? "",
    notify: request.notify_by_email,
    share: request.share_with_school ?? null,
  });
  const { fund_designation } = request;
  const entered = new URLSearchParams({
    ...fields,
    loyalty_account_id: accountId,
    fund_designation,
  });
  return pathWithFormState(formPath(request.school_id), entered, { errors: {} });
}

type AfterDeclineProps = {
  draft: PortalDraft;
  /** The path of the form, filled in from the draft. */
  change: string;
  /** The other accounts that can give. */
  others: Source[];
};

/** The next step once the bank has declined: another amount or, if there is another account, its points. */
async function AfterDecline({ draft, change, others }: AfterDeclineProps) {
  const [other] = others;
  return (
    <div className="grid gap-1">
      <ButtonLink look="give" href={change} className="min-h-7">
        Change amount
      </ButtonLink>
      {other && (
        <ButtonLink
          look="quiet"
          // Unfolds the accounts.
          href={`${await editPath(draft, other.accountId)}#loyalty_account_id`}
        >
          Use other points
        </ButtonLink>
      )}
    </div>
  );
}

type ReviewProps = { scope: CardholderScope; query: Record<string, string> };

/** The draft as a ticket, with the button that submits it. */
async function DraftReview({ scope, query, draft }: ReviewProps & { draft: PortalDraft }) {
  const { school_id, loyalty_account_id, dollar_amount } = draft.request;
  const [school, sources, preferences, change, state, name] = await Promise.all([
    findSchool(school_id),
    listSources(scope),
    getCardholderPreferences(scope),
    editPath(draft),
    readFormState(query),
    getCardholderName(scope),
  ]);
  if (!school) return null;
  const source = sources.find(({ accountId }) => accountId === loyalty_account_id);
  if (source?.status === "bank_suspended") {
    return (
      <MessagePage title="Giving is paused" href="/donations" link="See your gifts">
        {source.bankName} can’t accept gifts right now. Nothing was given, and your points weren’t
        used.
      </MessagePage>
    );
  }
  const review = reviewOf(draft, school, {
    programName: source?.programName ?? "A rewards account",
    bankName: source?.bankName ?? "Your bank",
    rate: draft.rate,
    asksBank: source?.asksBank ?? false,
    balance: source ? shownBalance(source, await rememberedTimeZone()) : null,
  });
  const emailUpdates = review.emailUpdates && preferences.email_donation_confirmation;
  const action = `/give/confirm?${new URLSearchParams({ draft: query.draft ?? "" })}`;
  return (
    <Form method="post" action={action}>
      <SchoolColorStyles schools={[school]} />
      <GiveLayout
        schoolId={school.school_id}
        heading={
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-1.5">
              <h1 className="display text-d40 wide:text-d64">Review your gift</h1>
              <StandaloneLink href={change} className="justify-end">
                Edit
              </StandaloneLink>
            </div>
            <div className="mt-2 empty:hidden">
              <FormStatus state={state} title="Your gift wasn’t given" />
              {!state && query.was && (
                <RateChanged {...review} rate={draft.rate} was={Number(query.was)} />
              )}
            </div>
          </>
        }
        ticket={<ReviewTicket {...review} />}
        action={
          isDecline(state?.errors[FORM]) ? (
            <AfterDecline
              draft={draft}
              change={change}
              others={sources.filter((each) => each !== source && each.status === "active")}
            />
          ) : (
            <Button look="give" className="figures min-h-7 w-full">
              Give {formatDollars(toCents(dollar_amount))}
            </Button>
          )
        }
      >
        <ReviewDetails {...review} emailUpdates={emailUpdates} />
        <NameWarning name={name.chosen ?? name.byBank} />
      </GiveLayout>
    </Form>
  );
}

const TimedOut = () => (
  <MessagePage title="This session timed out" href="/give" link="Choose a school">
    We kept what you entered for one hour, and that time is up. If you had already confirmed, you’ll
    find your gift among your gifts. If not, your points weren’t used.
  </MessagePage>
);

const Submitted = ({ donation }: { donation: CardholderDonation }) => (
  <MessagePage
    title="Already submitted"
    href={`/donations/${donation.donation_id}`}
    link="See your gift"
  >
    Your gift of {formatDollars(toCents(donation.dollar_amount))} to {donation.school_name} was
    accepted. We counted this gift once.
  </MessagePage>
);

export default async function Review({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const scope = await requireCardholder("/give/review", query);
  const draft = await openDraft(scope, query.draft);
  const donation = draft && (await findDonationOfDraft(scope, draft));
  return (
    <PortalPage current="/give" cancel={draft && !donation ? "/home" : undefined}>
      {!draft && <TimedOut />}
      {donation && <Submitted donation={donation} />}
      {draft && !donation && <DraftReview scope={scope} query={query} draft={draft} />}
    </PortalPage>
  );
}
