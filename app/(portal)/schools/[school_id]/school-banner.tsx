import type { ShownSchool } from "#app/find-schools.ts";
import { FollowButton, FollowConfirmation } from "#components/portal/follow-button.tsx";
import { SchoolArt } from "#components/schools/school-art.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";
import { formatDollars, toCents } from "#lib/money.ts";

type BannerProps = {
  school: ShownSchool;
  /** Undefined if nobody is signed in. */
  followed: boolean | undefined;
  /** Whether "Follow" was just pressed. */
  pressed: boolean;
};

/** The give and follow buttons. An inactive school shows a notice instead of "Give". */
function SchoolActions({ school, followed, pressed }: BannerProps) {
  const { school_id, name, active, minimum_donation_usd: minimum } = school;
  const follow = followed === undefined ? null : { school_id, name, followed };
  return (
    <div className="mt-2.5 mb-2">
      {!active && <p className="mb-2 font-strong">{name} isn’t accepting gifts right now.</p>}
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
          <FollowConfirmation school={follow} />
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

/** Sizes a name by its longest word: 4 to 12 letters have a class each, and longer words count as 14. */
function lettersClass(name: string): string {
  const longest = Math.max(4, ...name.split(/[\s-]+/).map((word) => word.length));
  return longest > 12 ? "" : `letters-${longest}`;
}

/** A full-width banner: the school's name over its art, as large as its longest word allows. */
export function SchoolBanner({ school, followed, pressed }: BannerProps) {
  const { school_id, name, city, state, conference } = school;
  return (
    <div
      className={`school-${school_id} relative isolate overflow-hidden bg-(--field) text-(--on-field) **:focus-visible:outline-(--on-field) max-wide:pb-16`}
    >
      {/* Text over the art would be hard to read: the art fades out toward it, on a phone upward. */}
      <SchoolArt
        school={school}
        className="school-hero -z-1 absolute inset-0 size-full max-wide:top-auto max-wide:mask-t-from-65% max-wide:h-24 wide:mask-l-from-40%"
      />
      <div className="px-2 py-4 wide:px-3 desk:py-9">
        <div className="mx-auto max-w-list">
          <div className="@container wide:max-w-[68%]">
            <p className="text-(--on-field-quiet)">
              {conference} · {city}, {state}
            </p>
            {/* An outline in the background color keeps letters legible over the art. */}
            <h1
              className={`display mt-1 text-[clamp(2.5rem,100cqi/(var(--letters,14)*0.54),8.25rem)] [-webkit-text-stroke:0.06em_var(--field)] [overflow-wrap:normal] [paint-order:stroke_fill] ${lettersClass(name)}`.trim()}
            >
              {name}
            </h1>
          </div>
          <div className="mt-2 wide:max-w-[60%]">
            <p>
              Gifts go to <strong>{school.foundation_name}</strong>.
            </p>
            <SchoolActions school={school} followed={followed} pressed={pressed} />
          </div>
        </div>
      </div>
    </div>
  );
}
