import { ButtonLink } from "#components/ui/button.tsx";
import { Moment } from "#components/ui/moment.tsx";
import { Status } from "#components/ui/status.tsx";
import { type FormOutcome, SettingsSection } from "./settings-section.tsx";

type MfaStatus = { since: string; codesLeft: number };

function codesLeftText({ codesLeft }: MfaStatus): string {
  if (codesLeft === 0) return "You have no recovery codes left.";
  return codesLeft === 1
    ? "You have 1 recovery code left."
    : `You have ${codesLeft} recovery codes left.`;
}

function EnabledStatus({ mfa }: { mfa: MfaStatus }) {
  return (
    <>
      <div>
        <p className="flex flex-wrap gap-x-1">
          <Status tone="completed">On</Status>
          <span>
            since <Moment at={mfa.since} as="date" />
          </span>
        </p>
        <p className="mt-0.5 text-quiet">{codesLeftText(mfa)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="quiet" href="/settings/two-step/renew">
          Get new recovery codes
        </ButtonLink>
        <ButtonLink look="danger" href="/settings/two-step/turn-off">
          Turn off
        </ButtonLink>
      </div>
    </>
  );
}

export function TwoStepSection({ outcome, mfa }: { outcome: FormOutcome; mfa: MfaStatus | null }) {
  return (
    <SettingsSection
      id="two-step"
      outcome={outcome}
      intro="Sign in with your password and a code from an app on your phone, so nobody can get in with your password alone."
    >
      {mfa ? (
        <EnabledStatus mfa={mfa} />
      ) : (
        <>
          <p>Two-step sign-in is off.</p>
          <ButtonLink look="quiet" href="/settings/two-step" className="justify-self-start">
            Turn on two-step sign-in
          </ButtonLink>
        </>
      )}
    </SettingsSection>
  );
}
