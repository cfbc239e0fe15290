import { SchoolTile } from "#components/schools/school-tile.tsx";
import { readSchoolLooks } from "#lib/schools/looks.ts";
import { shownSchools } from "./landing/shown-schools.ts";

/** Some schools' art beside a form. A decoration: without the database there is none. */
export async function SchoolWall() {
  const looks = await readSchoolLooks().catch(() => null);
  if (!looks) return null;
  return (
    <div
      aria-hidden="true"
      className="grid gap-2 max-desk:[&>:nth-child(n+5)]:hidden desk:grid-cols-2"
    >
      {shownSchools(looks)
        .inBand.slice(0, 6)
        .map(({ school_id }) => (
          <SchoolTile key={school_id} schoolId={school_id} className="rounded-box" />
        ))}
    </div>
  );
}
