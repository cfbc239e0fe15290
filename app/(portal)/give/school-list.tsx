import { SchoolRow } from "#components/portal/school-row.tsx";
import type { School } from "#lib/schools/contract.ts";

/** A titled list of schools that link to their donation forms. Empty: nothing. */
export function SchoolList({
  id,
  title,
  schools,
}: {
  id: string;
  title: string;
  schools: School[];
}) {
  if (schools.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4">
      <h2 id={id} className="mb-1 font-strong text-lead">
        {title}
      </h2>
      <ul>
        {schools.map((school) => (
          <SchoolRow
            key={school.school_id}
            school={school}
            href={`/give/${encodeURIComponent(school.school_id)}`}
          />
        ))}
      </ul>
    </section>
  );
}
