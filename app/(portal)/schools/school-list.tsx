import { FollowButton, FollowedNow } from "#components/portal/follow-button.tsx";
import { SchoolRow } from "#components/portal/school-row.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PortalSchool, School } from "#lib/schools/contract.ts";

type Listed = School & Partial<Pick<PortalSchool, "followed">>;

const isFollowable = (school: Listed): school is PortalSchool => school.followed !== undefined;

/** Matching schools, each with a link to its page and, for cardholders, a follow button. */
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
    // One form for all rows keeps the page light.
    <Form method="post" className="mt-1">
      <input type="hidden" name="back" value={address} />
      <ul className="border-line border-b">
        {schools.map((school) => (
          <SchoolRow
            key={school.school_id}
            school={school}
            href={`/schools/${school.school_id}`}
            note={
              <>
                {!school.active && <p className="text-small">Isn’t accepting gifts right now.</p>}
                {isFollowable(school) && school.school_id === pressed && (
                  <FollowedNow school={school} />
                )}
              </>
            }
          >
            {isFollowable(school) && (
              <FollowButton school={school} pressed={school.school_id === pressed} />
            )}
          </SchoolRow>
        ))}
      </ul>
    </Form>
  );
}
