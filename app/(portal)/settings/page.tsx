import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { requireCardholder } from "#app/session.ts";
import { PortalPage } from "#app/shell.tsx";
import { StandaloneLink } from "#components/ui/button.tsx";
import { listUnacceptedLinks } from "#lib/accounts/acceptance/queries.ts";
import { listContexts } from "#lib/auth/contexts.ts";
import { listSessions } from "#lib/auth/sessions.ts";
import { listFactors } from "#lib/cardholders/mfa/queries.ts";
import { needsStepUp } from "#lib/cardholders/mfa/step-up.ts";
import { getCardholderPreferences } from "#lib/cardholders/profile/preferences.ts";
import { listLoyaltyAccounts } from "#lib/cardholders/profile/queries.ts";
import { AccountsSection } from "./accounts-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { ProfileSection, readProfileForm } from "./profile-section.tsx";
import { readFlash, SECTIONS, SETTINGS } from "./sections.ts";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoStepSection } from "./two-step-section.tsx";

export const generateMetadata = titled("Settings");

/** The table of contents, sticky at the side on wide screens. */
function Contents() {
  return (
    <nav
      aria-label="On this page"
      className="mt-2 min-[72rem]:sticky min-[72rem]:top-3 min-[72rem]:order-last min-[72rem]:mt-6 min-[72rem]:self-start"
    >
      <ul className="grid grid-cols-2 gap-x-2 text-small wide:flex wide:flex-wrap min-[72rem]:grid min-[72rem]:grid-cols-1">
        {Object.entries(SECTIONS).map(([id, title]) => (
          <li key={id}>
            <StandaloneLink href={`#${id}`}>{title}</StandaloneLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export default async function Settings({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  // Preserves the form's input across a sign-in.
  const scope = await requireCardholder(SETTINGS, query.again ? { again: query.again } : {});
  const [
    state,
    profile,
    accounts,
    factors,
    preferences,
    sessions,
    unaccepted,
    needsProof,
    contexts,
  ] = await Promise.all([
    readFormState(query),
    readProfileForm(scope),
    listLoyaltyAccounts(scope),
    listFactors(scope),
    getCardholderPreferences(scope),
    listSessions(scope),
    listUnacceptedLinks(scope),
    needsStepUp(scope),
    listContexts(scope.cardholderId),
  ]);
  const outcome = { state, done: state ? null : readFlash(query.done) };
  return (
    <PortalPage current={SETTINGS}>
      <h1 className="display text-balance text-d40 wide:text-d64">Settings</h1>
      <div className="min-[72rem]:grid min-[72rem]:grid-cols-[minmax(0,1fr)_12rem] min-[72rem]:gap-x-8">
        <Contents />
        <div className="min-w-0">
          <ProfileSection outcome={outcome} {...profile} />
          <AccountsSection outcome={outcome} accounts={accounts} unaccepted={unaccepted} />
          <PasswordSection
            outcome={outcome}
            email={profile.profile.email}
            needsProof={needsProof}
          />
          <TwoStepSection outcome={outcome} factors={factors} />
          <NotificationsSection outcome={outcome} preferences={preferences} />
          <SessionsSection
            outcome={outcome}
            open={sessions}
            teams={new Map(contexts.map(({ context, name }) => [context, name]))}
          />
        </div>
      </div>
    </PortalPage>
  );
}
