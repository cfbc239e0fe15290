import { FollowButton, FollowedNow } from "#components/portal/follow-button.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { formatDollars, toCents } from "#lib/money.ts";
import type { SchoolDetail } from "#lib/schools/contract.ts";

/** The give and follow buttons. An inactive school shows a notice in place of "Give". */
export function SchoolActions({
  school,
  pressed,
}: {
  school: SchoolDetail & { followed: boolean };
  /** Whether "Follow" was just pressed. */
  pressed: boolean;
}) {
  const { school_id, name, active, minimum_donation_usd: minimum } = school;
  return (
    <div className="mt-2.5 mb-2">
      {!active && (
        <div className="mb-2">
          <Notice title={`${name} takes no donations now`}>
            What you have given to it stays in your donations. Follow it, and you find it again
            among those you follow.
          </Notice>
        </div>
      )}
      <Form method="post" className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <input type="hidden" name="back" value={`/schools/${school_id}`} />
        {active && (
          <ButtonLink href={`/give/${school_id}`} className="min-w-14">
            Give<span className="sr-only"> to {name}</span>
          </ButtonLink>
        )}
        <FollowButton school={school} pressed={pressed} />
      </Form>
      {pressed && (
        <div className="pt-0.5">
          <FollowedNow school={school} />
        </div>
      )}
      {active && (
        <p className="figures mt-1 text-quiet text-small">
          The smallest donation is {formatDollars(toCents(minimum))}.
        </p>
      )}
    </div>
  );
}
