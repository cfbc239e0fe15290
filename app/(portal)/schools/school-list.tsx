import { FollowButton, FollowedNow } from "#components/portal/follow-button.tsx";
import { SchoolRow } from "#components/portal/school-row.tsx";
import { Form } from "#components/ui/form.tsx";
import type { PortalSchool } from "#lib/schools/contract.ts";

/** The schools that were found: each leads to its page and can be followed from here. */
export function SchoolList({
  schools,
  address,
  pressed,
}: {
  schools: PortalSchool[];
  /** Of this very list, to come back to. */
  address: string;
  /** The school whose button was pressed last. */
  pressed: string | undefined;
}) {
  return (
    // One form for all: a page of many is a heavy page.
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
                {!school.active && <p className="text-small">Takes no donations now.</p>}
                {school.school_id === pressed && <FollowedNow school={school} />}
              </>
            }
          >
            <FollowButton school={school} pressed={school.school_id === pressed} />
          </SchoolRow>
        ))}
      </ul>
    </Form>
  );
}
