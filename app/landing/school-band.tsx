import { SchoolTile } from "#components/schools/school-tile.tsx";
import type { SchoolLook } from "#lib/schools/contract.ts";

/** Schools side by side, from one edge of the window to the other. */
export function SchoolBand({ schools }: { schools: SchoolLook[] }) {
  return (
    <ul aria-label="Some of the schools" className="grid grid-cols-5 desk:grid-cols-10">
      {schools.map((school) => (
        <li key={school.school_id}>
          <a href={`/schools/${school.school_id}`} className="block outline-offset-[-3px]">
            <SchoolTile
              schoolId={school.school_id}
              className="min-h-5.5 object-cover object-left-bottom"
            />
            <span className="sr-only">{school.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
