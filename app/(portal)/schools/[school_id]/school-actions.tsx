import { FollowButton, FollowedNow } from "#components/portal/follow-button.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** The give and follow buttons. An inactive school shows a notice in place of "Give". */
export function SchoolActions({
  school,
  followed,
  pressed,
}: {
  school: SchoolDetail;
  /** Undefined if nobody is signed in, who could follow it. */
  followed: boolean | undefined;
  /** Whether "Follow" was just pressed. */
  pressed: boolean;
}) {
  const { school_id, name, active, minimum_donation_usd: minimum } = school;
  const follow = followed === undefined ? null : { school_id, name, followed };
  return (
    <div className="mt-2.5 mb-2">
      {!active && (
        <div className="mb-2">
          <p className="font-strong">{name} isn’t accepting gifts right now.</p>
        </div>
      )}
      <Form method="post" className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <input type="hidden" name="back" value={`/schools/${school_id}`} />
        {active && (
          <ButtonLink look="field" href={`/give/${school_id}`}>
            Give to {name}
          </ButtonLink>
        )}
        {follow && <FollowButton school={follow} pressed={pressed} look="fieldQuiet" />}
      </Form>
      {follow && pressed && (
        <div className="pt-0.5">
          <FollowedNow school={follow} />
        </div>
      )}
      {active && (
        <p className="figures mt-1 text-(--on-field-quiet) text-small">
          Minimum gift: {formatDollars(toCents(minimum))}
        </p>
      )}
    </div>
  );
}
