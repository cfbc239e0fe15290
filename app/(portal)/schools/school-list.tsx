import { TileStyles } from "#app/school-styles.tsx";
import { FollowButton, FollowedNow } from "#components/portal/follow-button.tsx";
import { SchoolPlace, SchoolTiles } from "#components/schools/school-tiles.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PortalSchool, School } from "#lib/schools/contract.ts";

type Listed = School & Partial<Pick<PortalSchool, "followed">>;

const isFollowable = (school: Listed): school is PortalSchool => school.followed !== undefined;

/** What stands beneath a school's name; for cardholders, a button to follow it. */
function Details({ school, isPressed }: { school: Listed; isPressed: boolean }) {
  return (
    <>
      <SchoolPlace {...school} />
      {!school.active && <p className="text-small">Isn’t accepting gifts right now.</p>}
      {isFollowable(school) && (
        // Above the link that covers the tile.
        <div className="relative mt-1">
          <FollowButton school={school} pressed={isPressed} />
          {isPressed && <FollowedNow school={school} />}
        </div>
      )}
    </>
  );
}

/** Matching schools, each with a link to its page. */
export function SchoolList({
  schools,
  address,
  pressed,
}: {
  schools: Listed[];
  /** The path of this list, to return to. */
  address: string;
  /** The school whose button was just pressed. */
  pressed: string | undefined;
}) {
  return (
    // One form for all buttons keeps the page light.
    <Form method="post">
      <TileStyles schools={schools} />
      <input type="hidden" name="back" value={address} />
      <SchoolTiles schools={schools} to="/schools">
        {(school) => <Details school={school} isPressed={school.school_id === pressed} />}
      </SchoolTiles>
    </Form>
  );
}
