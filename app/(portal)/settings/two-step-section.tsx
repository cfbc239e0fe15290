import type { ReactNode } from "react";
import { ButtonLink, StandaloneLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Status } from "#components/ui/status.tsx";
import { MAX_PASSKEYS } from "#lib/cardholders/mfa/mutations.ts";
import type { Factors, PasskeyInfo } from "#lib/cardholders/mfa/queries.ts";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

function codesLeftText({ codesLeft }: Factors): string {
  if (codesLeft === 0) return "You have no recovery codes left.";
  return codesLeft === 1
    ? "You have 1 recovery code left."
    : `You have ${codesLeft} recovery codes left.`;
}

/** A second factor: what it is and since when, with a link to remove it. */
function FactorRow({
  name,
  removePath,
  children,
}: {
  name: string;
  removePath: string;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center justify-between gap-x-2 border-line border-t py-2 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="break-words font-strong">{name}</p>
        <div className="text-quiet text-small">{children}</div>
      </div>
      <StandaloneLink href={removePath} className="shrink-0">
        Remove<span className="sr-only"> {name}</span>
      </StandaloneLink>
    </li>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyInfo }) {
  const { passkeyId, name, createdAt, lastUsedAt, isSynced } = passkey;
  return (
    <FactorRow
      name={name}
      removePath={`/settings/two-step/passkey/remove?${new URLSearchParams({ passkey: passkeyId })}`}
    >
      <p>{isSynced ? "Passkey, synced across your devices" : "Passkey on one device"}</p>
      <p>
        Added <Moment at={createdAt} as="date" />
        {lastUsedAt && (
          <>
            , last used <Moment at={lastUsedAt} as="date" />
          </>
        )}
      </p>
    </FactorRow>
  );
}

function FactorList({ factors }: { factors: Factors }) {
  return (
    <>
      <div>
        <p>
          <Status tone="completed">On</Status>
        </p>
        <p className="mt-0.5 text-quiet">{codesLeftText(factors)}</p>
      </div>
      <ul>
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
        ))}
        {factors.appSince && (
          <FactorRow name="Authenticator app" removePath="/settings/two-step/remove-app">
            <p>
              Added <Moment at={factors.appSince} as="date" />
            </p>
          </FactorRow>
        )}
      </ul>
    </>
  );
}

export function TwoStepSection({
  outcome,
  factors,
}: {
  outcome: FormOutcome;
  factors: Factors | null;
}) {
  const canAddPasskey = (factors?.passkeys.length ?? 0) < MAX_PASSKEYS;
  return (
    <SettingsSection
      id="two-step"
      outcome={outcome}
      intro="Add a passkey or an authenticator app, so nobody can get in with your password alone."
    >
      {factors ? <FactorList factors={factors} /> : <p>Two-step sign-in is off.</p>}
      <div className="flex flex-wrap gap-2">
        {canAddPasskey && (
          <ButtonLink look="quiet" href="/settings/two-step/passkey">
            Add a passkey
          </ButtonLink>
        )}
        {!factors?.appSince && (
          <ButtonLink look="quiet" href="/settings/two-step">
            Add an authenticator app
          </ButtonLink>
        )}
        {factors && (
          <ButtonLink look="quiet" href="/settings/two-step/renew">
            Get new recovery codes
          </ButtonLink>
        )}
      </div>
    </SettingsSection>
  );
}
