import { SchoolTile } from "#components/schools/school-tile.tsx";
import type { TicketSchool } from "#lib/giving/contract.ts";

/** Schools side by side, from one edge of the window to the other. */
export function SchoolBand({ schools }: { schools: TicketSchool[] }) {
  return (
    <ul aria-label="Some of the schools" className="grid grid-cols-5 desk:grid-cols-10">
      {schools.map((school) => (
        <li key={school.school_id}>
          <SchoolTile school={school} className="h-10 desk:h-16" />
          <span className="sr-only">{school.name}</span>
        </li>
      ))}
    </ul>
  );
}
