import { rememberedTimeZone } from "#app/cookies.ts";
import type { ShownSchool } from "#app/find-schools.ts";
import { findSchool } from "#app/find-schools.ts";
import { FormStatus } from "#app/form-page.tsx";
import type { FormState } from "#app/forms/form-state.ts";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { formPath, readChoices } from "#app/giving/choices.ts";
import { buildGiftForm, limitText, maxCentsFor, readGiftInput } from "#app/giving/form.ts";
import { firstFund } from "#app/giving/funds.ts";
import { shownBalance } from "#app/giving/gifts.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { SchoolColorStyles } from "#app/school-styles.tsx";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import type { SourceOption } from "#components/giving/give-fields.tsx";
import { GiveFields } from "#components/giving/give-fields.tsx";
import { GiveLayout } from "#components/giving/give-layout.tsx";
import { MessagePage } from "#components/giving/message-ticket.tsx";
import { DraftTicket } from "#components/giving/review.tsx";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import type { Profile } from "#lib/cardholders/profile/contract.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { getCardholderProfile } from "#lib/cardholders/profile/queries.ts";
import { findAllowances } from "#lib/donations/accept/limits.ts";
import type { SharingTerms } from "#lib/donations/sharing.ts";
import { findSharing, listSources, type Source } from "#lib/giving/portal.ts";
import { NoAccount } from "../no-account.tsx";
import { GivingScript } from "./giving-script.tsx";

type Props = Query & { params: Promise<{ school_id: string }> };

export const generateMetadata = titled("Your gift");

const preferredFund = (profile: Profile, schoolId: string): string | null =>
  profile.preferred_school_id === schoolId ? profile.preferred_fund : null;

type LimitedSource = SourceOption & { limit: string | null };

/** The accounts with how much each of them can give now, and their points. */
async function withLimits(accounts: Source[]): Promise<LimitedSource[]> {
  const [allowances, zone] = await Promise.all([findAllowances(accounts), rememberedTimeZone()]);
  return accounts.map((account, at) => ({
    ...account,
    limit: limitText(allowances[at]),
    maxCents: maxCentsFor(allowances[at]),
    balance: shownBalance(account, zone),
  }));
}

type DonationFormProps = {
  school: ShownSchool;
  /** The active accounts; at least one. */
  sources: LimitedSource[];
  state: FormState | null;
  /** The choices in the URL, as form fields. */
  choices: Record<string, string>;
  preferredFund: string | null;
  sharing: SharingTerms;
  emailAllowed: boolean;
};

/** Small, because the question below it is the visual headline. */
function Heading({ school, state }: Pick<DonationFormProps, "school" | "state">) {
  return (
    <>
      <div className="mb-2 empty:hidden">
        <FormStatus state={state} />
      </div>
      <div className="-my-1 desk:-mt-1.5 flex flex-wrap items-center gap-x-2 desk:mb-0">
        <h1 className="min-w-0 grow basis-[8rem] desk:grow-0 desk:basis-auto">
          <span className="text-quiet">Give to</span> <b>{school.name}</b>
        </h1>
        <StandaloneLink href="/give" className="shrink-0">
          Another school
        </StandaloneLink>
      </div>
    </>
  );
}

/** Amount, fund, account, and note, next to a live ticket. Leads to the review. */
function DonationForm(props: DonationFormProps) {
  const { school, sources, state, choices, preferredFund, sharing, emailAllowed } = props;
  const values = new URLSearchParams(state?.values ?? choices);
  const accountId = values.get("loyalty_account_id");
  const chosen = Math.max(
    sources.findIndex((source) => source.accountId === accountId),
    0,
  );
  const source = sources[chosen] as LimitedSource;
  const [limit = null, ...otherLimits] = new Set(sources.map((each) => each.limit));
  const defaults = { preferred: preferredFund };
  const { entry, note, notify, share } = readGiftInput(values);
  const form = buildGiftForm(school, {
    entry,
    fund: values.get("fund_designation") ?? firstFund(school, defaults),
    defaults,
    errors: state?.errors ?? {},
    rate: source.rate,
    maxCents: source.maxCents,
    balance: source.balance,
    share,
    sharing,
  });
  return (
    <Form method="post" action={`${formPath(school.school_id)}/draft`} data-giving>
      <GivingScript />
      <GiveLayout
        schoolId={school.school_id}
        heading={<Heading school={school} state={state} />}
        ticket={<DraftTicket {...form.ticket} />}
        action={
          <>
            <Button look="give" className="min-h-7 w-full">
              <span data-action>{form.action}</span>
            </Button>
            <p className="mt-1 hidden text-center text-quiet text-small desk:block">
              Nothing is given until you confirm on the next page.
            </p>
          </>
        }
      >
        <GiveFields
          {...form.fields}
          limit={otherLimits.length > 0 ? null : limit}
          fundLockedBy={null}
          sources={sources}
          source={source}
          note={note}
          addressHref="/settings#postal_address"
          emailUpdates={emailAllowed ? state === null || notify : null}
        />
      </GiveLayout>
    </Form>
  );
}

export default async function GiveToSchool({ params, searchParams }: Props) {
  const [{ school_id: schoolId }, query] = await Promise.all([params, readQuery(searchParams)]);
  const path = formPath(schoolId);
  const scope = await requireCardholder(path, query);
  const [school, state, sources, profile, preferences, sharing] = await Promise.all([
    findSchool(schoolId),
    readFormState(query),
    listSources(scope),
    getCardholderProfile(scope),
    getCardholderPreferences(scope),
    findSharing(scope.cardholderId),
  ]);
  if (!school) return <MissingPage />;
  const active = sources.filter(({ status }) => status === "active");
  const canGive = school.active && active.length > 0;
  return (
    <PortalPage current="/give" cancel={canGive ? "/home" : undefined}>
      <SchoolColorStyles schools={[school]} />
      {!school.active && (
        <MessagePage
          school={school}
          title={`${school.name} isn’t accepting gifts right now`}
          href="/give"
          link="Choose another school"
          isFormResult={state !== null}
        >
          Check back later, or choose another school.
        </MessagePage>
      )}
      {school.active && active.length === 0 && <NoAccount sources={sources} isPageTitle />}
      {canGive && (
        <DonationForm
          school={school}
          sources={await withLimits(active)}
          state={state}
          choices={readChoices(school, query)}
          preferredFund={preferredFund(profile, schoolId)}
          sharing={sharing}
          emailAllowed={preferences.email_donation_confirmation}
        />
      )}
    </PortalPage>
  );
}
