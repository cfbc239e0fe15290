import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import type { PortalSchool } from "#lib/schools/contract.ts";

type FollowableSchool = Pick<PortalSchool, "school_id" | "name" | "followed">;

function CheckMark() {
  return (
    <svg viewBox="0 0 16 16" className="mr-0.5 size-2" aria-hidden="true">
      <path d="m3 8.5 3.2 3.2L13 4.8" fill="none" stroke="currentcolor" strokeWidth="2" />
    </svg>
  );
}

type FollowButtonProps = {
  school: FollowableSchool;
  pressed: boolean;
  look?: ComponentProps<typeof Button>["look"];
  /** Whether the school's name can be seen, where nothing near the button says it. */
  isNamed?: boolean;
};

/**
 * Follows or unfollows a school. Place it in a POST form with a `back` field. One form works for a whole list, since
 * each button has its own `formaction`. `pressed`: was just pressed, and takes the focus.
 */
export function FollowButton({
  school,
  pressed,
  look = "quiet",
  isNamed = false,
}: FollowButtonProps) {
  const { school_id, name, followed } = school;
  return (
    <Button
      look={look}
      className="min-w-14 px-1.5 wide:min-w-17"
      formAction={`/schools/${school_id}/follow`}
      name="follow"
      value={String(!followed)}
      autoFocus={pressed}
    >
      {followed && <CheckMark />}
      {followed ? "Following" : "Follow"}
      <span className={isNamed ? "ml-[0.25em]" : "sr-only"}> {name}</span>
      {followed && <span className="sr-only">. Select to stop following.</span>}
    </Button>
  );
}

export function FollowConfirmation({ school }: { school: FollowableSchool }) {
  return (
    <p role="status" className="mt-0.5 text-small">
      {school.followed
        ? `You’re following ${school.name}.`
        : `You’re no longer following ${school.name}.`}
    </p>
  );
}
